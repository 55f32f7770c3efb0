"""Image URLs, minted without a call."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import zlib
from datetime import datetime, timezone
from typing import Any, Mapping
from urllib.parse import quote

#: The longest URL the service mints itself, in bytes; caches may refuse longer ones.
MAX_URL = 8000


class URLSigner:
    """Mints image URLs with a signing key, its `kid` and `secret` (ssk_…). Keep the secret on servers. The service checks what
    a URL asks for when it is fetched first."""

    def __init__(self, base_url: str, kid: str, secret: str) -> None:
        self.base_url, self.kid, self._secret = base_url.rstrip("/"), kid, secret

    def inline(self, content: Mapping[str, Any], expires: datetime | None = None) -> str:
        """Returns the URL of an image that carries its request: a sign item of the REST reference, without ref, form and
        expires_at. Raises ValueError when the URL would be longer than MAX_URL."""
        item = {k: v for k, v in content.items() if k not in ("ref", "form", "expires_at") and v is not None}
        if not any(k in item for k in ("html", "document", "template")):
            raise ValueError("an item needs html, a document or a template")
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(canonical(item)) + packer.flush()
        url = self._url("d/" + _base64url(packed) + ".png", "", expires)
        if len(url) > MAX_URL:
            raise ValueError(f"the URL would have {len(url)} bytes, more than {MAX_URL}; mint a stored one")
        return url

    def template(self, id: str, version: int, values: Mapping[str, str] | None = None, expires: datetime | None = None) -> str:
        """Returns the URL of a template's image with values for its variables."""
        query = "&".join(f"{_escape(k)}={_escape(v)}" for k, v in sorted((values or {}).items(), key=lambda kv: kv[0].encode()))
        return self._url(f"t/{id}@{version}.png", query, expires)

    def signature(self, rest: str, expiry: str = "") -> str:
        """Signs what follows the signature in a URL's path. expiry is Unix time in seconds, or empty."""
        text = f"svc-img-v1\n{self.kid}\n{rest}\n{expiry}"
        return _base64url(hmac.new(self._secret.encode(), text.encode(), hashlib.sha256).digest())

    def _url(self, path: str, query: str, expires: datetime | None) -> str:
        expiry = ""
        if expires is not None:
            expiry = str(int((expires if expires.tzinfo else expires.replace(tzinfo=timezone.utc)).timestamp()))
        signature = self.signature(path + ("?" + query if query else ""), expiry)
        everything = "&".join(part for part in (query, f"exp={expiry}" if expiry else "") if part)
        return f"{self.base_url}/i/{self.kid}/{signature}/{path}" + ("?" + everything if everything else "")


def canonical(value: Any) -> bytes:
    """JSON with sorted members and without white space."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _escape(text: str) -> str:
    """Form encoding as the service writes it: a space is +, and only letters, digits and - _ . ~ stay."""
    return quote(text, safe="").replace("%20", "+")
