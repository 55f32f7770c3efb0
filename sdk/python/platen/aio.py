"""The asynchronous client: calls run in a pool of threads, and a task that is canceled ends its request."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Callable, Mapping

from ._call import DEFAULT_BASE_URL, AsyncCaller, Token
from ._http import Cancel
from ._jobs import follow
from ._services import AsyncServices
from .client import Platen, result
from .v1 import rendering


class AsyncPlaten(AsyncServices):
    """Calls the service from asyncio. threads bounds the calls at a time; the other options are those of Platen."""

    def __init__(self, token: Token, base_url: str = DEFAULT_BASE_URL, *, threads: int = 32, **options: Any) -> None:
        self._blocking = Platen(token, base_url, **options)
        self._caller = AsyncCaller(self._blocking._caller, threads)
        super().__init__(self._caller)

    async def __aenter__(self) -> AsyncPlaten:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes idle connections and ends the pool."""
        self._caller.pool.shutdown(wait=False)
        self._blocking.close()

    async def preview(
        self, request: rendering.GenerateRequest | Mapping[str, Any] | None = None, *,
        idempotency_key: str | None = None, timeout: float | None = None, **fields: Any,
    ) -> rendering.Render:
        """Renders immediately."""
        response = await self.rendering.generate(request, idempotency_key=idempotency_key, timeout=timeout, **fields, operation="preview")
        return result(response.render, rendering.Render)

    async def start(
        self, request: rendering.GenerateRequest | Mapping[str, Any] | None = None, *,
        idempotency_key: str | None = None, timeout: float | None = None, **fields: Any,
    ) -> rendering.RenderJob:
        """Queues a job."""
        response = await self.rendering.generate(request, idempotency_key=idempotency_key, timeout=timeout, **fields, operation="render")
        return result(response.job, rendering.RenderJob)

    async def wait_for_job(self, job_id: str, on_progress: Callable[[rendering.RenderJob], None] | None = None) -> rendering.RenderJob:
        """Returns a job when it has completed or was canceled; raises its PlatenError when it failed. on_progress is called in
        the event loop."""
        loop = asyncio.get_running_loop()
        report = (lambda job: loop.call_soon_threadsafe(on_progress, job)) if on_progress else None
        return await self._caller.run(lambda cancel: self._blocking._wait(job_id, report, cancel))

    async def watch(self, job_id: str, after: int | None = None) -> AsyncIterator[rendering.RenderJobEvent]:
        """Yields the present state of a job and every change, and ends after the last one."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Any] = asyncio.Queue()
        cancel = Cancel()
        end = object()

        def read() -> None:
            try:
                for event in follow(self._blocking._caller, job_id, after, cancel):
                    loop.call_soon_threadsafe(queue.put_nowait, event)
                loop.call_soon_threadsafe(queue.put_nowait, end)
            except Exception as error:
                if not cancel.event.is_set():
                    loop.call_soon_threadsafe(queue.put_nowait, error)

        reading = loop.run_in_executor(self._caller.pool, read)
        try:
            while True:
                item = await queue.get()
                if item is end:
                    return
                if isinstance(item, Exception):
                    raise item
                yield item
        finally:
            cancel.cancel()
            await asyncio.wait([reading])

    async def all(self, method: Callable[..., Any], request: Mapping[str, Any] | None = None, **fields: Any) -> AsyncIterator[Any]:
        """Yields the items of every page of a list."""
        cursor: dict[str, Any] = {}
        while True:
            response = await method(request, **{**fields, **cursor})
            for item in response.data:
                yield item
            if response.page is None or not response.page.has_more or not response.page.next_cursor:
                return
            cursor = {"cursor": response.page.next_cursor}
