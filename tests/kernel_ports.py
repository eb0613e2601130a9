"""Ports for the kernels that a test process starts, which no other process takes meanwhile.

A JupyterLab or an nbconvert that it starts looks for ports of its own, in the system's range.
Jupyter looks for a free port, and the kernel takes it a second later. Where another process has
been given the same port by then, one of the two kernels ends at once or never answers
(https://github.com/jupyter/jupyter_client/issues/487).
"""

import itertools
import socket

from jupyter_client.connect import LocalPortCache

# By default Linux hands out ports from 32,768 on, macOS and Windows from 49,152 on, to whoever
# asks for any free one.
FIRST, END = 20_000, 32_000
BLOCK = 100


class OwnPorts(LocalPortCache):
    """Finds ports in a block of its own, which it holds as long as the process lives.

    Once there is an `instance()` of it, Jupyter's managers in this process ask that one.
    """

    def __init__(self, **settings):
        super().__init__(**settings)
        self.held, first = hold_a_block()
        self.ports = itertools.cycle(range(first + 1, first + BLOCK))

    def find_available_port(self, ip):
        """Return a port that is free at `ip`.

        Raises:
            OSError: none of the block is free.
        """
        for port in itertools.islice(self.ports, BLOCK - 1):
            if port not in self.currently_used_ports and is_free(ip, port):
                self.currently_used_ports.add(port)
                return port
        raise OSError(f"each of the {BLOCK - 1} ports for kernels is taken")


def hold_a_block():
    """Return a socket bound to the first port of a block, and the number of that port.

    Raises:
        OSError: other processes hold all blocks.
    """
    for first in range(FIRST, END, BLOCK):
        held = socket.socket()
        try:
            held.bind(("127.0.0.1", first))
        except OSError:
            held.close()
        else:
            return held, first
    raise OSError(f"each block of ports from {FIRST} to {END} is held")


def is_free(ip, port):
    """Say whether a socket can be bound to the port."""
    with socket.socket() as attempt:
        try:
            attempt.bind((ip, port))
        except OSError:
            return False
    return True
