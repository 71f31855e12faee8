"""The server: the same for `make run`, in production and in the benchmarks."""

import gc

wsgi_app = "scorekeeper.wsgi"
worker_class = "gthread"
workers = 2  # a poll is a short request: 2 × 8 answer a club of forty tables
threads = 8
keepalive = 5  # seconds: a page that polls every two keeps its connection
accesslog = None  # addresses of pages would name tables; the proxy may keep its own log
loglevel = "warning"
control_socket_disable = True


def post_worker_init(worker: object) -> None:
    """Leave what was loaded at the start out of every later search for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)  # a request makes some thousand objects, hardly any cyclic
