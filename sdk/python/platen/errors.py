"""Why calls fail."""

from __future__ import annotations

from typing import Any, Mapping

from ._statuses import STATUSES
from .v1 import api


# The codes of calls that the service may not have responded to: their messages name the address.
_ELSEWHERE = ("CONNECTION_LOST", "HTTP_ERROR", "INVALID_RESPONSE", "TIMEOUT")


class PlatenError(Exception):
    """Why a call failed.

    Beside the service's codes there are CONNECTION_LOST (no complete response was received), HTTP_ERROR (a proxy or another
    server responded), INVALID_RESPONSE, TIMEOUT and TOKEN_FAILED.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        url: str | None = None,
        request_id: str | None = None,
        details: list[api.ErrorDetail] | None = None,
        approval: api.ApprovalState | None = None,
        doc_url: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code}: {message} ({url})" if url and code in _ELSEWHERE else f"{code}: {message}")
        #: Stable: VALIDATION_FAILED, RENDER_JOB_NOT_FOUND, ….
        self.code = code
        self.message = message
        #: The HTTP status of the code; 0 when there was no response.
        self.status = STATUSES.get(code, 0) if status is None else status
        #: The address that was called; None for the error of a job.
        self.url = url
        #: Names the request to the operators of the service.
        self.request_id = request_id
        #: Every invalid place, with the rule and, where there is one, the patch that fixes it.
        self.details: list[api.ErrorDetail] = details or []
        #: Who must approve, and where, with the code APPROVAL_REQUIRED.
        self.approval = approval
        #: The page about the code.
        self.doc_url = doc_url
        #: How long the service asks to wait, in seconds.
        self.retry_after = retry_after

    @property
    def rule(self) -> str | None:
        """The rule of the first detail."""
        context = self.details[0].context if self.details else None
        rule = context.get("rule") if context else None
        return rule if isinstance(rule, str) else None


class WebhookSignatureError(Exception):
    """A body was not signed with any of the secrets: respond with 401 and drop it."""


def of_message(
    error: api.Error, url: str | None = None, status: int | None = None, retry_after: float | None = None
) -> PlatenError:
    """The service's own error."""
    return PlatenError(
        error.code, error.message, status=STATUSES.get(error.code, status or 0), url=url, request_id=error.request_id,
        details=error.details, approval=error.approval, doc_url=error.doc_url, retry_after=retry_after,  # type: ignore[arg-type]
    )


def of_response(body: Mapping[str, Any] | None, status: int, headers: Mapping[str, str], url: str) -> PlatenError:
    """The error of a response, from Connect's JSON or REST's."""
    import base64

    from ._message import decode

    after = headers.get("retry-after", "")
    retry_after = float(after) if after.isdigit() and int(after) > 0 else None
    if body is not None:
        for detail in body.get("details") or []:
            if isinstance(detail, dict) and detail.get("type") == "platen.api.v1.Error":
                text = str(detail.get("value", ""))
                return of_message(decode(api.Error, base64.b64decode(text + "=" * (-len(text) % 4))), url, status, retry_after)
        own = body.get("error")
        if isinstance(own, dict) and "code" in own:
            return of_message(api.Error.from_dict(own), url, status, retry_after)
    text = f"HTTP {status}, and the response is not the service's"
    return PlatenError("HTTP_ERROR", text, status=status, url=url, request_id=headers.get("x-request-id"), retry_after=retry_after)
