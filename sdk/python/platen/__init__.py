"""The Python client of the Platen rendering service.

    from platen import Platen

    client = Platen(os.environ["PLATEN_API_KEY"], os.environ["PLATEN_BASE_URL"])
    render = client.preview(html="<h1>Launch day</h1>", outputs=[{"preset": "og"}])
    print(render.outputs[0].url)

It needs nothing but the standard library. AsyncPlaten is the same for asyncio.
"""

from . import v1
from .aio import AsyncPlaten
from .client import Platen
from .errors import PlatenError, WebhookSignatureError
from .patch import apply_fixes, apply_patch
from .signing import MAX_URL, URLSigner
from .webhooks import TOLERANCE, WebhookEvent, verify_standard_webhook, verify_webhook

__version__ = "0.1.0"

__all__ = [
    "AsyncPlaten", "MAX_URL", "Platen", "PlatenError", "TOLERANCE", "URLSigner", "WebhookEvent", "WebhookSignatureError",
    "apply_fixes", "apply_patch", "v1", "verify_standard_webhook", "verify_webhook",
]
