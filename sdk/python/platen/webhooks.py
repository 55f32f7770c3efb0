"""Webhook deliveries: checked and read."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Iterator, Mapping

from ._message import parse_time
from .errors import WebhookSignatureError

#: How far the clocks of sender and receiver may be apart, and how late a delivery may arrive, in seconds.
TOLERANCE = 300


@dataclass
class WebhookEvent:
    """The signed body of a delivery."""

    id: str
    event: str
    #: The same at every attempt: a receiver that has seen it responds with 2xx and does nothing.
    delivery_id: str
    created_at: datetime
    #: Rises by one with every event of the webhook; deliveries may arrive in another order.
    sequence: int
    livemode: bool
    test: bool
    api_version: str
    workspace_id: str
    #: Holds `job` for render events.
    data: dict[str, Any]


def verify_webhook(body: bytes, headers: Mapping[str, str], *secrets: str) -> WebhookEvent:
    """Checks the signature of a delivery in constant time and returns its event.

    body is the raw bytes as received. Pass both secrets while a rotation is under way. Raises WebhookSignatureError, or
    ValueError for a signed body that is not an event.
    """
    valid = False
    for name in ("X-Service-Signature", "X-Service-Signature-2"):
        scheme, _, text = _header(headers, name).partition("=")
        if scheme != "sha256":
            continue
        for secret in secrets:
            if secret and hmac.compare_digest(hmac.new(secret.encode(), body, hashlib.sha256).hexdigest().encode(), text.lower().encode()):
                valid = True
    if not valid:
        raise WebhookSignatureError("the webhook signature does not match")
    return _event(body)


def verify_standard_webhook(body: bytes, headers: Mapping[str, str], *secrets: str, now: float | None = None) -> WebhookEvent:
    """Checks a delivery by the headers of the Standard Webhooks specification, which deliveries carry too. It refuses
    deliveries sent more than TOLERANCE away from now, in Unix time, so that a recorded one cannot be replayed later."""
    id_, timestamp = _header(headers, "Webhook-Id"), _header(headers, "Webhook-Timestamp")
    valid = False
    if id_ and timestamp.isascii() and timestamp.isdigit() and abs((time.time() if now is None else now) - int(timestamp)) <= TOLERANCE:
        for key in _keys(secrets):
            wanted = hmac.new(key, f"{id_}.{timestamp}.".encode() + body, hashlib.sha256).digest()
            for given in _header(headers, "Webhook-Signature").split():
                version, _, text = given.partition(",")
                try:
                    if version == "v1" and hmac.compare_digest(wanted, base64.b64decode(text, validate=True)):
                        valid = True
                except binascii.Error:
                    pass  # not a signature
    if not valid:
        raise WebhookSignatureError("the webhook signature does not match")
    return _event(body)


def _keys(secrets: tuple[str, ...]) -> Iterator[bytes]:
    for secret in secrets:
        if secret.startswith("whsec_"):
            try:
                key = base64.b64decode(secret[6:], validate=True)
            except binascii.Error:
                continue
            if key:
                yield key


def _header(headers: Mapping[str, str], name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name.lower():
            return value
    return ""


def _event(body: bytes) -> WebhookEvent:
    try:
        e = json.loads(body)
        return WebhookEvent(
            id=e.get("id", ""), event=e.get("event", ""), delivery_id=e.get("delivery_id", ""), created_at=parse_time(e["created_at"]),
            sequence=int(e.get("sequence", 0)), livemode=bool(e.get("livemode")), test=bool(e.get("test")),
            api_version=e.get("api_version", ""), workspace_id=e.get("workspace_id", ""), data=e.get("data") or {},
        )
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise ValueError(f"reading a webhook: {error}") from error
