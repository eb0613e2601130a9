"""What every run needs, of notebooks alone, too, which no conftest.py of the tests is for: .pytest.ini names this plugin."""

import os
import pathlib

import xdist

# Workers and kernels share the cores: threads that wait for each other would take them. What needs two asks for two.
# What notebooks store is a CPU's: a GPU is left out unless the variable names one.
# A progress bar, which only a slow machine shows, would be an output.
PLAIN = {
    "OMP_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "PASSIVE",
    "CUDA_VISIBLE_DEVICES": "",
    "TQDM_DISABLE": "1",
}


def pytest_sessionstart(session):
    """Cut the network for every kernel, and put the words on disk now: in a notebook a progress bar would be output."""
    if not xdist.is_xdist_worker(session):  # a worker starts with the environment of this process
        offline = str(pathlib.Path(__file__).parent / "offline")
        os.environ["PYTHONPATH"] = os.pathsep.join(
            filter(None, [offline, os.environ.get("PYTHONPATH")])
        )
        for name, value in PLAIN.items():
            os.environ.setdefault(name, value)
    if not xdist.is_xdist_controller(session):
        from lookup import read_documents, read_vocabulary

        worker = getattr(session.config, "workerinput", {"workerid": "gw0", "workercount": 1})
        for read in [read_vocabulary, read_documents][
            int(worker["workerid"][2:]) :: worker["workercount"]
        ]:
            read()  # no worker is given a test before all of them are ready
