"""Proxies in front of the server, set up by the blocks that docs/operators.md shows."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.server import ROOT, free_port, wait_for

PROXIES = [name for name in ("caddy", "nginx") if shutil.which(name)]
NGINX = """daemon off;
pid {folder}/pid;
error_log stderr crit;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
{block}
}}
"""


@contextmanager
def proxied(name: str, server: int) -> Iterator[int]:
    """The port of a proxy that passes on to the server while the block runs."""
    port = free_port()
    [block] = re.findall(
        rf"^```{name}\n(.*?)^```",
        (ROOT / "docs/operators.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    block = block.replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    with tempfile.TemporaryDirectory(prefix=f"feutre-{name}-") as folder:
        Path(folder).chmod(0o755)  # nginx started by root keeps bodies as another user
        file = Path(folder) / "config"
        if name == "caddy":
            block = block.replace("{", "{\n    admin off", 1)
            file.write_text(block.replace("feutre.example", f"http://127.0.0.1:{port}"))
            command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
        else:
            block = block.replace("server_name feutre.example", f"listen 127.0.0.1:{port}")
            file.write_text(NGINX.format(folder=folder, block=block))
            command = ["nginx", "-e", "stderr", "-c", str(file)]
        proxy = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            wait_for(port)
            yield port
        finally:
            proxy.terminate()
            proxy.wait()
