from __future__ import annotations

import json
import re
import unittest
import zlib
from base64 import urlsafe_b64decode
from datetime import datetime, timezone
from pathlib import Path

from platen import URLSigner, WebhookSignatureError, apply_fixes, apply_patch, verify_standard_webhook, verify_webhook, PlatenError
from platen._statuses import STATUSES
from platen.v1 import api, rendering

ROOT = Path(__file__).resolve().parents[3]


def vectors(name: str):
    return json.loads((ROOT / "proto" / "vectors" / name).read_text(encoding="utf-8"))


def expiry(text: str) -> datetime | None:
    return datetime.fromtimestamp(int(text), timezone.utc) if text else None


class Signing(unittest.TestCase):
    def test_vectors(self) -> None:
        v = vectors("signing.json")
        signer = URLSigner("https://img.example.com/", v["kid"], v["secret"])
        self.assertTrue(len(v["signatures"]) >= 5 and len(v["inline"]) >= 3 and len(v["templates"]) >= 3)
        for c in v["signatures"]:
            self.assertEqual(signer.signature(c["rest"], c["expiry"]), c["signature"], c["name"])
        for c in v["templates"]:
            url = signer.template(c["template"], c["version"], c["values"], expiry(c["expiry"]))
            self.assertEqual(url, "https://img.example.com" + c["path"], c["name"])
        for c in v["inline"]:
            # Deflate has many forms; what counts is the content and a signature over the form that was chosen.
            url = signer.inline(c["content"], expiry(c["expiry"]))
            kid, signature, rest = re.fullmatch(r"https://img\.example\.com/i/([^/]+)/([^/]+)/(d/[^?]+)(?:\?exp=\d+)?", url).groups()
            packed = rest[2:-4]
            self.assertEqual(zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode(), c["canonical"], c["name"])
            self.assertEqual((kid, signature), (v["kid"], signer.signature(rest, c["expiry"])), c["name"])
            self.assertEqual(url.endswith("?exp=" + c["expiry"]), c["expiry"] != "")

    def test_what_cannot_be_a_url(self) -> None:
        signer = URLSigner("https://img.example.com", "k", "ssk_x")
        with self.assertRaises(ValueError):
            signer.inline({"width": 1200})
        with self.assertRaises(ValueError):
            signer.inline({"html": "".join(chr(0x4E00 + i * 7 % 20000) for i in range(9000))})


class Webhooks(unittest.TestCase):
    def test_vectors(self) -> None:
        cases = vectors("webhook_signatures.json")
        self.assertGreater(len(cases), 3)
        for c in cases:
            self.check(c, lambda: verify_webhook(c["body"].encode(), c["headers"], *c["secrets"]))

    def test_standard_vectors(self) -> None:
        cases = vectors("standard_webhooks.json")
        self.assertGreater(len(cases), 3)
        for c in cases:
            self.check(c, lambda: verify_standard_webhook(c["body"].encode(), c["headers"], *c["secrets"], now=c["now"]))

    def check(self, c, verify) -> None:
        with self.subTest(c["name"]):
            if c["valid"]:
                event = verify()
                self.assertEqual(event.event, c["event"])
                self.assertEqual(event.created_at.tzinfo, timezone.utc)
            else:
                self.assertRaises(WebhookSignatureError, verify)


class Patches(unittest.TestCase):
    def test_fixes(self) -> None:
        op = lambda **members: api.PatchOperation.from_dict(members)
        error = PlatenError("VALIDATION_FAILED", "No.", details=[
            api.ErrorDetail(fix_patch=[op(op="replace", path="/outputs/0/width", value=8192), op(op="add", path="/outputs/0/height", value=100)]),
            api.ErrorDetail(fix_patch=[op(op="remove", path="/outputs/1"), op(op="replace", path="/outputs/0/format", value="webp")]),
            api.ErrorDetail(fix_patch=[op(op="replace", path="/data/list/1/x", value=True), op(op="add", path="/include", value=["layout_report"])]),
        ])
        before = rendering.GenerateRequest(html="<p>", outputs=[rendering.Output(width=9000), rendering.Output()], data={"list": [1, {"x": False}]})
        want = {"html": "<p>", "outputs": [{"width": 8192, "height": 100, "format": "webp"}], "data": {"list": [1, {"x": True}]}, "include": ["layout_report"]}
        self.assertEqual(apply_fixes(error, before).to_dict(), want)
        self.assertEqual(apply_fixes(error, before.to_dict()), want)
        self.assertEqual(before.outputs[0].width, 9000)
        error.details[0].safe = True
        self.assertEqual(apply_fixes(error, {"outputs": [{"width": 9000, "format": "png"}]}, safe_only=True), {"outputs": [{"width": 8192, "height": 100, "format": "png"}]})

    def test_operations(self) -> None:
        tree = {"a": [1, 2], "b": {"c~/d": 1}}
        for ops, want in [
            ([{"op": "add", "path": "/a/-", "value": 3}, {"op": "add", "path": "/a/0", "value": 0}], {"a": [0, 1, 2, 3], "b": {"c~/d": 1}}),
            ([{"op": "move", "from": "/a/0", "path": "/b/e"}], {"a": [2], "b": {"c~/d": 1, "e": 1}}),
            ([{"op": "copy", "from": "/b/c~0~1d", "path": "/x"}, {"op": "test", "path": "/x", "value": 1}], {**tree, "x": 1}),
        ]:
            self.assertEqual(apply_patch(tree, ops), want)
        for op in [{"op": "test", "path": "/a", "value": 1}, {"op": "remove", "path": "/a/9"}, {"op": "replace", "path": "x"}, {"op": "boil", "path": "/a"}]:
            with self.assertRaises(ValueError):
                apply_patch(tree, [op])
        self.assertEqual(tree, {"a": [1, 2], "b": {"c~/d": 1}})


class Messages(unittest.TestCase):
    def test_both_forms_of_json_are_read(self) -> None:
        for data in (
            {"id": "job_1", "status": "completed", "sequence": 9007199254740993, "created_at": "2026-01-02T03:04:05.123456789Z", "metadata": {"a": "b"}},
            {"id": "job_1", "status": "RENDER_STATUS_COMPLETED", "sequence": "9007199254740993", "createdAt": "2026-01-02T03:04:05.123456789Z", "metadata": {"a": "b"}, "new": 1},
        ):
            job = rendering.RenderJob.from_dict(data)
            self.assertEqual((job.status, job.sequence, job.metadata), (rendering.RenderStatus.COMPLETED, 9007199254740993, {"a": "b"}))
            self.assertEqual(job.created_at, datetime(2026, 1, 2, 3, 4, 5, 123456, timezone.utc))
            self.assertEqual(str(job.status), "completed")
        self.assertEqual(rendering.RenderJob.from_dict({"status": "newer"}).status, "newer")
        self.assertEqual(rendering.RenderJob.from_dict(job.to_dict()), job)

    def test_names_that_are_words_of_python(self) -> None:
        self.assertEqual(rendering.Node(tag="p", class_="a").to_dict(), {"tag": "p", "class": "a"})

    def test_statuses_are_the_references(self) -> None:
        text = (ROOT / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")
        self.assertEqual(STATUSES, {code: int(status) for code, status in re.findall(r"^## ([A-Z_]+)\n\nHTTP (\d+)\.", text, re.M)})
