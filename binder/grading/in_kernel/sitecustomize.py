"""A sandbox's Pythons begin with this: no network, and no file without end.

It guards against a mishap, not against malice: an audit hook stays, but `python -I` begins without
it, and what is no Python, a program or a C library, is not cut off. Windows has no limit on files.
"""

import sys
from contextlib import suppress

LOCAL = ("", "localhost", "127.0.0.1", "::1")
ADDRESSED = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg")
NAMED = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
LARGEST_FILE = 10**9  # bytes


# Its names are bound here, as later code may change those of the module.
def _cut(event, arguments, ADDRESSED=ADDRESSED, NAMED=NAMED, LOCAL=LOCAL):
    """Raise OSError where a connection beyond this machine begins."""
    if event in ADDRESSED and isinstance(arguments[1], tuple):  # else the address is a path
        host = arguments[1][0]
    elif event in NAMED:
        host = arguments[0]
    else:
        return
    if host is not None and (host.decode() if isinstance(host, bytes) else host) not in LOCAL:
        raise OSError(f"there is no network where hand-ins are checked: {host}")


sys.addaudithook(_cut)
with suppress(ImportError, OSError, ValueError):  # a lower limit stays
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
