"""A service that loses its first connections and requests."""

from __future__ import annotations

import json
import socket
import ssl
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable

Handle = Callable[["Handler"], None]


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, accept: list[Callable[[socket.socket], None]] | None = None, handle: list[Handle] | None = None, context: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.accept, self.handle, self.context = accept or [], handle or [], context
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        self.lock = threading.Lock()
        self.url = f"{'https' if context else 'http'}://127.0.0.1:{self.server_address[1]}"
        self.response: Any = {"render": {"id": "rnd_1"}}
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.lock:
            drop = self.accept.pop(0) if self.accept else None
        if drop:
            drop(request)
            return
        super().process_request(request, client_address)

    def finish_request(self, request: Any, client_address: Any) -> None:
        if self.context:
            request = self.context.wrap_socket(request, server_side=True)
        super().finish_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # lost connections are what is tested

    @property
    def keys(self) -> list[str]:
        return [headers.get("idempotency-key", "") for _, headers, _ in self.requests]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        with self.server.lock:
            self.server.requests.append((self.path, {k.lower(): v for k, v in self.headers.items()}, json.loads(body) if body else None))
            drop = self.server.handle.pop(0) if self.server.handle else None
        if drop:
            drop(self)
            return
        self.respond(200, self.server.response)

    do_GET = do_POST

    def respond(self, status: int, value: Any, type_: str = "application/json", headers: dict[str, str] | None = None) -> None:
        text = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", type_)
        self.send_header("Content-Length", str(len(text)))
        for name, one in (headers or {}).items():
            self.send_header(name, one)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: Any) -> None:
        pass


def hang_up(reset: bool) -> Callable[[socket.socket], None]:
    def drop(sock: socket.socket) -> None:
        if reset:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        sock.close()

    return drop


def after(text: str, reset: bool = False) -> Handle:
    def drop(handler: Handler) -> None:
        handler.wfile.write(text.encode())
        handler.wfile.flush()
        handler.close_connection = True
        if reset:
            # The server's own shutdown would come before the reset.
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            handler.connection.detach and handler.connection.close()
            handler.wfile = open("/dev/null", "wb")

    return drop


def status(code: int) -> Handle:
    return lambda handler: handler.respond(code, "<p>no backend", "text/html", {"X-Request-Id": "req_proxy"})


def failure(code: int, name: str, headers: dict[str, str] | None = None, rule: str = "") -> Handle:
    """An error as the service writes it over REST."""
    details = [{"path": "/x", "message": "x", "context": {"rule": rule}}] if rule else []
    return lambda handler: handler.respond(code, {"error": {"code": name, "message": name, "request_id": "req_1", "details": details}}, headers=headers)


def events(*rows: tuple[int, str], cut: bool = False) -> Handle:
    """A stream of a job's events."""

    def send(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.end_headers()
        for sequence, word in rows:
            kind = "done" if word in ("completed", "failed") else "status"
            job = {"id": "job_1", "sequence": sequence, "status": word}
            if word == "failed":
                job["error"] = {"code": "RENDER_FAILED", "message": "It failed."}
            handler.wfile.write(f": ping\n\nevent: {kind}\nid: {sequence}\ndata: {json.dumps({'kind': kind, 'sequence': sequence, 'job': job})}\n\n".encode())
        if cut:
            handler.wfile.write(b"event: status\ndata: {")
        handler.close_connection = True

    return send
