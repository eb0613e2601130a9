"""Two hosts on one machine: two network namespaces of Linux, joined by a link (needs root)."""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "notebooks"))

from lookup.processes.launch import (
    command,
    end,
    environment,
    results,
    show_printed,
    write_job,
)

NETNS = Path("/etc/netns")  # what `ip netns exec` lays over /etc for each namespace
PORT = 29400
RENDEZVOUS = ("--nnodes", "2", "--rdzv-backend", "c10d", "--rdzv-id", "lesson")


@dataclass(frozen=True)
class Host:
    """A network namespace with a name of its own and one end of the link."""

    name: str
    interface: str
    address: str

    def start(self, line, out):
        """Start a command line on this host; what it writes goes to the file `out`."""
        named = [
            "unshare",
            "--uts",
            "sh",
            "-c",
            f'hostname {self.name}; exec "$@"',
            "sh",
        ]
        return subprocess.Popen(
            ["ip", "netns", "exec", self.name, *named, *line],
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )

    def link(self, state):
        """Cut the link with "down", join it with "up"."""
        _ip("-n", self.name, "link", "set", self.interface, state)


def why_not():
    """Why there can be no two hosts here; "" if there can."""
    tools = [
        tool for tool in ("ip", "tc", "unshare", "hostname") if not shutil.which(tool)
    ]
    if tools:
        return f"two hosts need the tools {', '.join(tools)}, which are not here"
    if os.geteuid() != 0:
        return "two hosts need root, to make network namespaces"
    tried = subprocess.run(["unshare", "--net", "--uts", "true"], capture_output=True)
    return (
        ""
        if tried.returncode == 0
        else "this machine lets nobody make network namespaces"
    )


@contextlib.contextmanager
def two_hosts(rate=None):
    """Two `Host`s, on a link of so many bits a second ("1gbit") or as fast as it can be.

    Raises subprocess.CalledProcessError where the system refuses; see `why_not`.
    """
    mark = f"row{os.getpid()}"
    hosts = [
        Host(f"{mark}{x}", f"{mark}{x}", f"10.77.0.{k}")
        for k, x in enumerate("ab", start=1)
    ]
    names = "".join(f"{host.address} {host.name}\n" for host in hosts)
    try:
        for host in hosts:
            _ip("netns", "add", host.name)
            (NETNS / host.name).mkdir(parents=True)
            (NETNS / host.name / "hosts").write_text(f"127.0.0.1 localhost\n{names}")
        _join(*hosts, rate)
        yield hosts
    finally:
        for host in hosts:
            subprocess.run(["ip", "netns", "delete", host.name], capture_output=True)
            shutil.rmtree(NETNS / host.name, ignore_errors=True)
        with contextlib.suppress(OSError):  # others may use it
            NETNS.rmdir()


def start_on(hosts, folder, function, arguments, ranks=1, timeout=20):
    """Start a function on so many ranks of each host, by the same line on all: the processes."""
    write_job(folder, function, arguments, timeout)
    line = command(
        folder, ranks, (*RENDEZVOUS, "--rdzv-endpoint", f"{hosts[0].name}:{PORT}")
    )
    processes = []
    for host in hosts:
        with open(folder / f"report-{host.address}", "wb") as out:
            processes.append(host.start(line, out))
    return processes


def ends(processes, folder, ranks, limit=100):
    """What all ranks of the hosts left, as `launch` gives it, once they have ended.

    limit: seconds; then what still runs is ended, such as a torchrun that waits for the other host.
    Raises LaunchError if a rank failed or was ended.
    """
    last = time.monotonic() + limit
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0, last - time.monotonic()))
    for process in processes:
        end(process)
    reports = [path.read_bytes() for path in sorted(folder.glob("report-*"))]
    (folder / "report").write_bytes(b"\n".join(reports))
    show_printed(folder)
    return results(folder, ranks)


def _join(one, other, rate):
    far = ["peer", "name", other.interface, "netns", other.name]
    _ip("link", "add", one.interface, "netns", one.name, "type", "veth", *far)
    for host in (one, other):
        _ip("-n", host.name, "addr", "add", f"{host.address}/24", "dev", host.interface)
        _ip("-n", host.name, "link", "set", "lo", "up")
        host.link("up")
        if rate:
            bucket = ["tbf", "rate", rate, "burst", "256kb", "latency", "100ms"]
            _said(
                "tc",
                "-n",
                host.name,
                "qdisc",
                "add",
                "dev",
                host.interface,
                "root",
                *bucket,
            )


def _ip(*arguments):
    return _said("ip", *arguments)


def _said(*line):
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout
