"""What every run needs, also a run of notebooks alone, which no conftest.py of the tests is for.

.pytest.ini names this plugin.
"""

import gc
import os
import pathlib
import sys

import pytest
import xdist

from kernel_ports import OwnPorts

# jsonschema imports it for a format that no schema here has, a second in every process.
sys.modules["rfc3987_syntax"] = None
# What one process has compiled the others only read: workers, kernels, and the next run.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Workers and kernels share the cores, which threads that wait for each other would take. What
# needs two threads asks for two.
# What notebooks store is a CPU's: a GPU is left out unless the variable names one.
# A progress bar, which only a slow machine shows, would be an output.
PLAIN = {
    "OMP_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "PASSIVE",
    "CUDA_VISIBLE_DEVICES": "",
    "TQDM_DISABLE": "1",
}


def pytest_sessionstart(session):
    """Cut the network for kernels, hold ports for them, keep the words on disk before any is run.

    nbval compares a stored still, which folds its numbers, with what a run gives.
    """
    unfolded = pathlib.Path(__file__).with_name("unfolded.cfg")
    session.config.option.nbval_sanitize_with = str(unfolded)
    if not xdist.is_xdist_worker(
        session
    ):  # a worker starts with the environment of this process
        folders = [str(pathlib.Path(__file__).parent / "offline")]
        if os.environ.get("PYTHONPATH"):
            folders.append(os.environ["PYTHONPATH"])
        os.environ["PYTHONPATH"] = os.pathsep.join(folders)
        for name, value in PLAIN.items():
            os.environ.setdefault(name, value)
    if not xdist.is_xdist_controller(session):
        from lookup import read_documents, read_vocabulary

        OwnPorts.instance()
        read_vocabulary()  # in a notebook its progress bar would be an output
        read_documents()


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for no garbage while tests are collected, nor later among what that has made."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
