"""On a kernel's path this cuts the network: only addresses of this machine can be reached."""

import ipaddress
import socket
import sys

sys.modules["rfc3987_syntax"] = None  # as in ready.py

_connect = socket.socket.connect


def _local_only(self, address):
    if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_local(address[0]):
        raise OSError(f"the network is cut in tests: {address[0]}")
    return _connect(self, address)


def _is_local(host):
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


socket.socket.connect = _local_only
