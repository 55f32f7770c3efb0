"""Jobs: server-sent events, and polls where streams do not get through."""

from __future__ import annotations

import http.client
import json
from typing import Iterator
from urllib.parse import quote

from ._call import Caller
from ._http import Cancel, Lost
from ._message import read
from .errors import PlatenError, of_message, of_response
from .v1 import api, rendering

#: How long one long poll waits for the end of a job, in seconds.
POLL = 20
#: The service pings every 15 seconds; a stream that is silent for longer is lost.
SILENCE = 45.0

ENDED = (rendering.RenderStatus.COMPLETED, rendering.RenderStatus.CANCELED, rendering.RenderStatus.FAILED)
POLLABLE = ("CONNECTION_LOST", "HTTP_ERROR", "INVALID_RESPONSE", "TIMEOUT", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR")


def follow(caller: Caller, job_id: str, after: int | None, cancel: Cancel | None) -> Iterator[rendering.RenderJobEvent]:
    """Yields the events of a job; a stream that is cut is opened again where it stopped while each brings something new."""
    while True:
        news = False
        try:
            for event in stream(caller, job_id, after, cancel):
                news, after = True, event.sequence
                yield event
                if event.kind == rendering.JobEventKind.DONE:
                    return
        except PlatenError as error:
            if not news or error.code not in POLLABLE or (cancel and cancel.event.is_set()):
                raise
        if not news:
            raise PlatenError("CONNECTION_LOST", "the job's stream ended before the job did", status=0)


def stream(caller: Caller, job_id: str, after: int | None, cancel: Cancel | None) -> Iterator[rendering.RenderJobEvent]:
    """Yields the events of one stream."""
    path = f"/api/v1/facade/render-jobs/{quote(job_id, safe='')}/events"
    url = caller.base_url + path
    headers = {"Accept": "text/event-stream"}
    if after is not None:
        headers["Last-Event-ID"] = str(after)
    try:
        connection, response = caller.connections.open("GET", path, caller.headers(headers), None, reuse=False, timeout=SILENCE, cancel=cancel)
    except Lost as error:
        raise PlatenError("CONNECTION_LOST", str(error), status=0, url=url) from error
    try:
        if response.status != 200:
            raise _refused(response, url)
        data: list[str] = []
        while True:
            line = response.readline()
            if not line:
                return
            text = line.decode().rstrip("\r\n")
            if text.startswith("data:"):
                data.append(text[5:].removeprefix(" "))
            elif not text and data:
                yield read(rendering.RenderJobEvent, json.loads("\n".join(data)))
                data = []
    except (OSError, http.client.HTTPException, ValueError) as error:
        code = "CANCELED" if cancel and cancel.event.is_set() else "CONNECTION_LOST"
        raise PlatenError(code, str(error) or type(error).__name__, status=0, url=url) from error
    finally:
        connection.close()


def _refused(response: http.client.HTTPResponse, url: str) -> PlatenError:
    headers = {k.lower(): v for k, v in response.getheaders()}
    body = None
    if headers.get("content-type", "").startswith("application/json"):
        try:
            body = json.loads(response.read())
        except ValueError:
            pass  # not an event of the service
    return of_response(body if isinstance(body, dict) else None, response.status, headers, url)


def changes(caller: Caller, job_id: str, poll: object, cancel: Cancel | None) -> Iterator[rendering.RenderJob]:
    """Yields a job as it is and after its changes, by its stream or else by polls, and ends after the job has."""
    try:
        for event in follow(caller, job_id, None, cancel):
            if isinstance(event.job, rendering.RenderJob):
                yield event.job
                if event.job.status in ENDED:
                    return
    except PlatenError as error:
        if error.code not in POLLABLE or (cancel and cancel.event.is_set()):
            raise
    while True:
        job = poll()  # type: ignore[operator]
        yield job
        if job.status in ENDED:
            return


def job_error(job: rendering.RenderJob) -> PlatenError:
    """Why a job failed."""
    return of_message(job.error if isinstance(job.error, api.Error) else api.Error(code="RENDER_FAILED"))
