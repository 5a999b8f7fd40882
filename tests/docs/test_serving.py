"""The commands of `docs/serving.md`, run against a server."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import motifcnn as mc

PAGE = Path(__file__).parents[2] / "docs" / "serving.md"
BLOCK = re.compile(r"^```bash\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = [block.replace("\\\n", " ") for block in BLOCK.findall(PAGE.read_text("utf-8"))]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if shutil.which("curl") is None:
        pytest.skip("no curl")
    folder = tmp_path_factory.mktemp("serving") / "run"
    graph = mc.load_dataset("debian")
    run = mc.fit(graph, ["(t:package)--(c:library)"], preset="inductive", epochs=1)
    run.save(folder, source="debian")
    command = [sys.executable, "-m", "motifcnn", "serve", str(folder), "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield json.loads("".join(iter(server.stdout.readline, "}\n")) + "}")["address"]
        finally:
            server.terminate()


def test_the_page_has_commands() -> None:
    assert len(COMMANDS) == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_answered(address: str, command: str) -> None:
    words = shlex.split(command.replace("http://127.0.0.1:8000", address))
    assert words[0] == "curl"
    done = subprocess.run(
        [*words, "--silent", "--fail-with-body"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout).keys() >= ({"node"} if "explain" in command else {"predictions"})
