"""Calls: Connect's JSON over HTTP, with retries."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Awaitable, Callable, Mapping, NamedTuple, Union

from ._http import Cancel, Connections, Lost, Response
from ._message import Message, read, write
from .errors import PlatenError, of_response

DEFAULT_BASE_URL = "http://127.0.0.1:8080"

#: An API key, a JWT, or a function that returns a fresh one.
Token = Union[str, Callable[[], str]]


class Method(NamedTuple):
    """A method of the API."""

    path: str
    request: type[Message]
    response: type[Any]
    mutation: bool
    reads: bool


class Caller:
    """Sends calls and retries them. It is safe for concurrent use."""

    def __init__(
        self,
        token: Token,
        base_url: str = DEFAULT_BASE_URL,
        *,
        api_version: str | None = None,
        retries: int = 5,
        timeout: float = 120.0,
        try_timeout: float = 45.0,
        ssl_context: ssl.SSLContext | None = None,
        sleep: Callable[[float], None] | None = None,
    ) -> None:
        if not token:
            raise ValueError("a token is required")
        self.base_url = base_url.rstrip("/")
        self.connections = Connections(self.base_url, ssl_context)
        self.timeout = timeout
        self._token, self._version, self._retries, self._try_timeout, self._sleep = token, api_version, retries, try_timeout, sleep

    def headers(self, extra: Mapping[str, str]) -> dict[str, str]:
        try:
            token = self._token() if callable(self._token) else self._token
        except Exception as error:
            raise PlatenError("TOKEN_FAILED", f"getting a token failed: {error}", status=0) from error
        out = {"Authorization": f"Bearer {token}", "User-Agent": "platen-python", **extra}
        if self._version is not None:
            out["X-API-Version"] = self._version
        return out

    def call(
        self, method: Method, request: Any, fields: Mapping[str, Any], idempotency_key: str | None, timeout: float | None, cancel: Cancel | None = None
    ) -> Any:
        """Calls a method with a message or a mapping, and members given by name."""
        message = merged(method.request, request, fields)
        headers = {"Content-Type": "application/json", "Connect-Protocol-Version": "1"}
        if method.mutation:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        repeatable = method.mutation or method.reads
        body = json.dumps(message, ensure_ascii=False, allow_nan=False).encode()
        response = self.retried("POST", "/" + method.path, headers, body, repeatable, timeout, cancel)
        try:
            return read(method.response, json.loads(response.body))
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            raise PlatenError("INVALID_RESPONSE", f"the response cannot be read: {error}", status=response.status, url=f"{self.base_url}/{method.path}") from error

    def retried(
        self, verb: str, path: str, headers: Mapping[str, str], body: bytes | None, repeatable: bool, timeout: float | None, cancel: Cancel | None
    ) -> Response:
        """Sends a request until it succeeds, fails for good or its time is over."""
        url = self.base_url + path
        limit = self.timeout if timeout is None else timeout
        deadline = time.monotonic() + limit if limit > 0 else float("inf")
        renders = attempt = 0
        while True:
            left = deadline - time.monotonic()
            lost: Lost | None = None
            try:
                if left <= 0:
                    raise PlatenError("TIMEOUT", f"the call took more than {limit:g} s", status=0, url=url)
                response = self.connections.send(
                    verb, path, self.headers(headers), body, reuse=repeatable, timeout=min(left, self._try_timeout), cancel=cancel
                )
                if response.status < 400:
                    if not response.body:  # a header that was cut off looks complete to http.client
                        raise Lost(ConnectionResetError("the response ended before its body"))
                    return response
                error = of_response(parsed(response), response.status, response.headers, url)
            except Lost as e:
                if cancel and cancel.event.is_set():
                    raise PlatenError("CANCELED", "the call was canceled", status=0, url=url) from e
                lost = e
                error = PlatenError("CONNECTION_LOST", str(e), status=0, url=url)
                if time.monotonic() >= deadline:
                    error = PlatenError("TIMEOUT", f"the call took more than {limit:g} s", status=0, url=url)
                error.__cause__ = e
            renders += error.code == "RENDER_FAILED"
            pause = pause_after(error, lost, attempt, repeatable, renders)
            if pause is None or attempt >= self._retries or time.monotonic() + pause >= deadline:
                raise error
            attempt += 1
            if self._sleep is not None:
                self._sleep(pause)
            elif (cancel.event if cancel else threading.Event()).wait(pause):
                raise PlatenError("CANCELED", "the call was canceled", status=0, url=url) from error


def pause_after(error: PlatenError, lost: Lost | None, attempt: int, repeatable: bool, renders: int) -> float | None:
    """How long to wait before the next attempt, in seconds; None when there should be none."""
    full = min(8.0, 0.25 * 2**attempt)
    backoff = full / 2 + random.random() * full / 2
    after = max(backoff, error.retry_after or 0)
    if error.code == "CONNECTION_LOST" and lost is not None:
        return backoff if not lost.untrusted and (repeatable or lost.unsent) else None
    if error.code == "HTTP_ERROR":
        return after if repeatable and error.status in (429, 502, 503, 504) else None
    if error.code == "RENDER_FAILED":
        return backoff if renders == 1 else None
    if error.code == "INTERNAL_ERROR":
        return backoff if repeatable else None
    if error.code == "RATE_LIMIT_EXCEEDED" or error.code == "CONFLICT" and error.rule == "idempotency_in_progress":
        return after
    return None


def parsed(response: Response) -> Mapping[str, Any] | None:
    """The JSON of a response; None when it has none."""
    if not response.headers.get("content-type", "").startswith("application/json"):
        return None
    try:
        body = json.loads(response.body)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


def merged(cls: type[Message], request: Any, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The wire's JSON of a request and members given by name."""
    out = write(cls, {} if request is None else request, wire=True)
    if fields:
        out.update(write(cls, fields, wire=True))
    return out


class AsyncCaller:
    """Calls of a Caller, each in a thread of a pool of its own; a task that is canceled ends its request."""

    def __init__(self, caller: Caller, threads: int = 32) -> None:
        self.caller = caller
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="platen")

    async def call(self, method: Method, request: Any, fields: Mapping[str, Any], idempotency_key: str | None, timeout: float | None) -> Any:
        return await self.run(lambda cancel: self.caller.call(method, request, fields, idempotency_key, timeout, cancel))

    def run(self, work: Callable[[Cancel], Any]) -> Awaitable[Any]:
        return self._run(work)

    async def _run(self, work: Callable[[Cancel], Any]) -> Any:
        cancel = Cancel()
        future = asyncio.get_running_loop().run_in_executor(self.pool, work, cancel)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            cancel.cancel()
            future.add_done_callback(lambda f: f.cancelled() or f.exception())
            raise
