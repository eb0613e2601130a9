"""Kernels that two test processes start get no port in common, see kernel_ports.py."""

import contextlib
import socket
import subprocess
import sys

import pytest
from jupyter_client.connect import LocalPortCache
from nbval.kernel import start_new_kernel

import kernel_ports
from course import ROOT

ASK = """
import kernel_ports
print(kernel_ports.hold_a_block()[1])
"""


@pytest.fixture
def ports():
    """A block beside the one that this process holds already."""
    ports = kernel_ports.OwnPorts()
    yield ports
    ports.held.close()


def test_a_notebook_s_kernel_takes_this_process_s_ports():
    manager, client = start_new_kernel()
    client.stop_channels()
    taken = {getattr(manager, f"{name}_port") for name in ("shell", "iopub", "hb")}
    manager.shutdown_kernel(now=True)
    first = LocalPortCache.instance().held.getsockname()[1]
    assert taken <= set(range(first + 1, first + kernel_ports.BLOCK))


def test_another_process_holds_another_block(ports):
    command = [sys.executable, "-c", ASK]
    ran = subprocess.run(command, cwd=ROOT / "tests", capture_output=True, text=True)
    own = {LocalPortCache.instance().held.getsockname()[1]}
    assert int(ran.stdout) not in own | {ports.held.getsockname()[1]}


def test_a_port_is_given_once(ports):
    given = []
    with contextlib.suppress(OSError):  # when it has given each that is free
        while len(given) < kernel_ports.BLOCK:
            given.append(ports.find_available_port("127.0.0.1"))
    assert len({*given}) == len(given) < kernel_ports.BLOCK
    ports.return_port(given[7])
    assert ports.find_available_port("127.0.0.1") == given[7]
    with pytest.raises(OSError, match="each of the 99 ports for kernels is taken"):
        ports.find_available_port("127.0.0.1")


def test_a_taken_port_is_passed_over(ports):
    """As a kernel of before, which has not ended yet, may have it."""
    first = ports.held.getsockname()[1] + 1
    block = range(first, first + kernel_ports.BLOCK - 1)
    taken = next(port for port in block if kernel_ports.is_free("127.0.0.1", port))
    with socket.socket() as other:
        other.bind(("127.0.0.1", taken))
        assert ports.find_available_port("127.0.0.1") > taken


def test_where_each_block_is_held_it_says_so(ports, monkeypatch):
    first = ports.held.getsockname()[1]
    monkeypatch.setattr(kernel_ports, "FIRST", first)
    monkeypatch.setattr(kernel_ports, "END", first + kernel_ports.BLOCK)
    with pytest.raises(OSError, match=r"each block of ports .* is held"):
        kernel_ports.hold_a_block()
