"""HTTP over the standard library: pooled connections, one request at a time on each."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from typing import Mapping
from urllib.parse import urlsplit


class Lost(Exception):
    """No complete response was received. unsent says that no byte of the request was sent."""

    def __init__(self, cause: BaseException, unsent: bool = False) -> None:
        super().__init__(str(cause) or type(cause).__name__)
        self.unsent = unsent
        self.untrusted = isinstance(cause, ssl.SSLCertVerificationError)
        self.__cause__ = cause


class Cancel:
    """Ends a request from another thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self.event = threading.Event()

    def watch(self, sock: socket.socket | None) -> None:
        with self._lock:
            self._socket = sock

    def cancel(self) -> None:
        self.event.set()
        with self._lock:
            if self._socket is not None:
                try:
                    self._socket.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass  # closed already


class Response:
    """A response whose body was read."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body


class Connections:
    """Sends requests to one origin. It is safe for concurrent use."""

    def __init__(self, base_url: str, context: ssl.SSLContext | None) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{base_url!r} is not an absolute http or https URL")
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._path = parts.path.rstrip("/")
        self._context = context
        self._lock = threading.Lock()
        self._idle: list[http.client.HTTPConnection] = []

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __del__(self) -> None:
        for connection in getattr(self, "_idle", ()):
            connection.close()

    def _open(self, timeout: float) -> http.client.HTTPConnection:
        connection: http.client.HTTPConnection
        if self._secure:
            context = self._context or ssl.create_default_context()
            connection = http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=context)
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=timeout)
        try:
            connection.connect()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Lost(error, unsent=True) from error
        return connection

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, *, reuse: bool, timeout: float, cancel: Cancel | None = None
    ) -> Response:
        """Sends a request and reads its response within timeout seconds. reuse allows a connection that may have been
        closed by the server in the meantime."""
        deadline = time.monotonic() + timeout
        connection, response = self.open(method, path, headers, body, reuse=reuse, timeout=timeout, cancel=cancel)
        try:
            chunks = []
            while True:
                if connection.sock is not None:
                    connection.sock.settimeout(max(0.001, deadline - time.monotonic()))
                chunk = response.read(65536)
                if not chunk:
                    break
                chunks.append(chunk)
                if time.monotonic() > deadline:
                    raise TimeoutError("the response took too long")
            if response.length:
                raise http.client.IncompleteRead(b"".join(chunks), response.length)
        except (OSError, http.client.HTTPException, ValueError) as error:
            connection.close()
            raise Lost(error) from error
        finally:
            if cancel:
                cancel.watch(None)
        found = {k.lower(): v for k, v in response.getheaders()}
        if response.will_close or connection.sock is None:
            connection.close()
        else:
            with self._lock:
                self._idle.append(connection)
        return Response(response.status, found, b"".join(chunks))

    def open(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, *, reuse: bool, timeout: float, cancel: Cancel | None = None
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """Sends a request and reads the head of its response; the caller reads the body and closes the connection."""
        connection = None
        if reuse:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
        if connection is None:
            connection = self._open(timeout)
        if connection.sock is not None:
            connection.sock.settimeout(timeout)
        if cancel:
            cancel.watch(connection.sock)
        try:
            connection.request(method, self._path + path, body, dict(headers))
            return connection, connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            if cancel:
                cancel.watch(None)
            raise Lost(error) from error
