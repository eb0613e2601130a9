"""What the notebooks store holds on other processors, which the libraries can pretend to run on."""

import os
import platform
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

from course import NOTEBOOKS, ROOT, code_cells, read

# Such as X86_V3, which has AVX2, and X86_V4, with AVX-512.
DISPATCHED = np._core._multiarray_umath.__cpu_dispatch__
AVX2 = {
    "ATEN_CPU_CAPABILITY": "avx2",
    "MKL_CBWR": "AVX2",
    "MKL_ENABLE_INSTRUCTIONS": "AVX2",
    "ONEDNN_MAX_CPU_ISA": "AVX2",
    "OPENBLAS_CORETYPE": "Haswell",
    "NPY_DISABLE_CPU_FEATURES": " ".join(
        name for name in DISPATCHED if name != "X86_V3"
    ),
}
SSE = {
    "ATEN_CPU_CAPABILITY": "default",
    "MKL_CBWR": "COMPATIBLE",
    "MKL_ENABLE_INSTRUCTIONS": "SSE4_2",
    "ONEDNN_MAX_CPU_ISA": "SSE41",
    "OPENBLAS_CORETYPE": "Nehalem",
    "NPY_DISABLE_CPU_FEATURES": " ".join(DISPATCHED),
}
# What the libraries then say of themselves: torch, NumPy, and the OpenBLAS of NumPy and SciPy.
ASK = """
import numpy, scipy.linalg, threadpoolctl, torch
features = numpy._core._multiarray_umath.__cpu_features__
pools = threadpoolctl.threadpool_info()
blas = {pool["architecture"] for pool in pools if pool["internal_api"] == "openblas"}
print(torch.backends.cpu.get_cpu_capability(), features["X86_V3"], features["X86_V4"])
print(*sorted(blas))
"""
PROCESSORS = {
    "AVX2": (AVX2, "AVX2 True False\nHaswell"),
    "SSE": (SSE, "DEFAULT False False\nNehalem"),
}

pytestmark = [
    pytest.mark.processors,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        platform.machine() not in ("x86_64", "AMD64"),
        reason="the switches are those of x86",
    ),
]


@pytest.fixture(params=PROCESSORS)
def processor(request):
    """The environment in which the libraries take this processor for another one."""
    switches, said = PROCESSORS[request.param]
    environment = os.environ | switches
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ASK],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ran.stdout.strip() == said, ran.stderr
    return environment


def test_every_notebook_gives_what_it_stores(processor, tmp_path):
    """On one of them the cells run again, too, see again.py."""
    again = processor["ATEN_CPU_CAPABILITY"] == "avx2"
    if again:
        processor["AGAIN"] = "1"
    report = tmp_path / "report.xml"
    command = [sys.executable, "-m", "pytest", *NOTEBOOKS]
    command += ["-p", "no:cacheprovider", f"--junit-xml={report}"]
    ran = subprocess.run(
        command, cwd=ROOT, env=processor, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout[-5000:]
    cells = {
        (case.get("classname"), case.get("name"))
        for case in ElementTree.parse(report).iter("testcase")
    }
    each = sum(len(code_cells(read(path))) for path in NOTEBOOKS)
    assert len(cells) == each + again * len(NOTEBOOKS)
