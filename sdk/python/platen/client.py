"""The blocking client."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping

from ._call import DEFAULT_BASE_URL, Caller, Token
from ._http import Cancel
from ._jobs import POLL, changes, follow, job_error
from ._services import Services
from .v1 import rendering


class Platen(Services):
    """Calls the service. It is safe for concurrent use.

    The attributes are the services of the API; the methods add what takes more than one call. token is an API key, a JWT, or a
    function that returns a fresh one: keep API keys on servers. timeout bounds a call with all its tries, try_timeout one try,
    in seconds; streams are bounded by neither. sleep replaces the waits between tries, for tests.

    Requests are messages of platen.v1, mappings with their members, or members given by name.
    """

    def __init__(self, token: Token, base_url: str = DEFAULT_BASE_URL, **options: Any) -> None:
        self._caller = Caller(token, base_url, **options)
        super().__init__(self._caller)

    def __enter__(self) -> Platen:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes idle connections."""
        self._caller.connections.close()

    def preview(
        self, request: rendering.GenerateRequest | Mapping[str, Any] | None = None, *,
        idempotency_key: str | None = None, timeout: float | None = None, **fields: Any,
    ) -> rendering.Render:
        """Renders immediately."""
        response = self.rendering.generate(request, idempotency_key=idempotency_key, timeout=timeout, **fields, operation="preview")
        return result(response.render, rendering.Render)

    def start(
        self, request: rendering.GenerateRequest | Mapping[str, Any] | None = None, *,
        idempotency_key: str | None = None, timeout: float | None = None, **fields: Any,
    ) -> rendering.RenderJob:
        """Queues a job."""
        response = self.rendering.generate(request, idempotency_key=idempotency_key, timeout=timeout, **fields, operation="render")
        return result(response.job, rendering.RenderJob)

    def wait_for_job(self, job_id: str, on_progress: Callable[[rendering.RenderJob], None] | None = None) -> rendering.RenderJob:
        """Returns a job when it has completed or was canceled; raises its PlatenError when it failed.

        It follows the job's stream and, where streams do not get through, polls. on_progress is called with the job as it is
        when waiting begins and after every change; changes in quick succession are reported as one.
        """
        return self._wait(job_id, on_progress, None)

    def _wait(self, job_id: str, on_progress: Callable[[rendering.RenderJob], None] | None, cancel: Cancel | None) -> rendering.RenderJob:
        last: rendering.RenderJob | None = None
        for job in changes(self._caller, job_id, lambda: self.rendering.get_render_job(job_id=job_id, wait=POLL), cancel):
            if on_progress and (last is None or job.sequence > last.sequence):
                on_progress(job)
            last = job
        assert last is not None  # changes yields the end
        if last.status == rendering.RenderStatus.FAILED:
            raise job_error(last)
        return last

    def watch(self, job_id: str, after: int | None = None) -> Iterator[rendering.RenderJobEvent]:
        """Yields the present state of a job and every change, and ends after the last one (JobEventKind.DONE).

        A stream that is cut before that is opened again where it stopped, as long as each brings something new. after is the
        sequence last seen.
        """
        return follow(self._caller, job_id, after, None)

    def all(self, method: Callable[..., Any], request: Mapping[str, Any] | None = None, **fields: Any) -> Iterator[Any]:
        """Yields the items of every page of a list: `client.all(client.templates.list_templates, builtin=True)`."""
        cursor: dict[str, Any] = {}
        while True:
            response = method(request, **{**fields, **cursor})
            yield from response.data
            if response.page is None or not response.page.has_more or not response.page.next_cursor:
                return
            cursor = {"cursor": response.page.next_cursor}


def result(value: Any, cls: Any) -> Any:
    if not isinstance(value, cls):
        raise TypeError(f"the response has no {cls.__name__}")
    return value
