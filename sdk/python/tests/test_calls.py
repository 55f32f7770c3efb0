from __future__ import annotations

import gc
import socket
import ssl
import tempfile
import threading
import unittest
import warnings
from unittest import mock

from platen import Platen, PlatenError
from platen.v1 import rendering

from .certificate import CERTIFICATE, KEY
from .server import Handle, Server, after, failure, hang_up, status

PARTIAL = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


def client(url: str, **options: object) -> Platen:
    return Platen("svc_test_x", url, **{"sleep": lambda seconds: None, **options})


def refused(case: unittest.TestCase, call: object) -> PlatenError:
    with case.assertRaises(PlatenError) as caught:
        call()  # type: ignore[operator]
    return caught.exception


def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.NamedTemporaryFile("w", suffix=".pem") as file:
        file.write(CERTIFICATE + KEY)
        file.flush()
        context.load_cert_chain(file.name)
    return context


class LostConnections(unittest.TestCase):
    def test_are_retried_under_one_key(self) -> None:
        cases: dict[str, tuple[list, list[Handle], int]] = {
            "closed before the request": ([hang_up(False), hang_up(False)], [], 1),
            "reset before the request": ([hang_up(True), hang_up(True)], [], 1),
            "closed after the request": ([], [after(""), after("")], 3),
            "reset after the request": ([], [after("", reset=True)], 2),
            "closed within the header": ([], [after(PARTIAL[:30])], 2),
            "closed within the response": ([], [after(PARTIAL)], 2),
            "reset within the response": ([], [after(PARTIAL, reset=True)], 2),
            "a proxy without a backend": ([], [status(502), status(503), status(504)], 4),
            "limits and failures": ([], [failure(429, "RATE_LIMIT_EXCEEDED"), failure(500, "INTERNAL_ERROR"), failure(500, "RENDER_FAILED"), failure(409, "CONFLICT", rule="idempotency_in_progress")], 5),
        }
        for name, (accept, handle, tries) in cases.items():
            with self.subTest(name), Server(accept, handle) as server, client(server.url) as platen:
                self.assertEqual(platen.preview(html="<p>").id, "rnd_1")
                self.assertEqual(len(server.keys), tries)
                self.assertRegex(server.keys[0], "^[0-9a-f]{8}-[0-9a-f]{4}-4")
                self.assertEqual(len(set(server.keys)), 1)

    def test_a_client_that_is_not_closed_leaves_no_socket(self) -> None:
        with Server() as server, warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ResourceWarning)
            platen = client(server.url)
            platen.preview(html="<p>")
            del platen
            gc.collect()
        self.assertEqual([str(w.message) for w in caught], [])

    def test_errors_without_a_response_name_the_address(self) -> None:
        error = refused(self, lambda: client("http://127.0.0.1:1", retries=0).preview(html="<p>"))
        self.assertRegex(str(error), r"^CONNECTION_LOST: .*refused.* \(http://127\.0\.0\.1:1/.*Generate\)$")

    def test_names_and_refused_connections(self) -> None:
        real = socket.create_connection
        faults = [socket.gaierror(-3, "temporary failure"), ConnectionRefusedError(111, "refused"), TimeoutError("timed out")]

        def connect(*args: object, **options: object) -> socket.socket:
            if faults:
                raise faults.pop(0)
            return real(*args, **options)  # type: ignore[arg-type]

        with Server() as server, client(server.url) as platen, mock.patch("socket.create_connection", connect):
            platen.preview(html="<p>")
            platen.images.delete_image(image_id="img_1")  # on the connection that is open
            self.assertEqual([path.rsplit("/", 1)[1] for path, _, _ in server.requests], ["Generate", "DeleteImage"])

    def test_tls(self) -> None:
        trust = ssl.create_default_context(cadata=CERTIFICATE)
        garbage = lambda sock: (sock.sendall(b"HTTP/1.0 400 no\r\n\r\n"), hang_up(False)(sock))
        with Server([hang_up(False), hang_up(True), garbage], context=tls()) as server:
            with client(server.url, ssl_context=trust) as platen:
                self.assertEqual(platen.preview(html="<p>").id, "rnd_1")
            tries: list[float] = []
            error = refused(self, lambda: client(server.url, sleep=tries.append).preview(html="<p>"))
            self.assertEqual((error.code, error.status, tries), ("CONNECTION_LOST", 0, []))
            self.assertIn("certificate", error.message)

    def test_an_idle_connection_that_the_server_closed_costs_a_retry(self) -> None:
        with Server() as server, client(server.url) as platen:
            platen.preview(html="<p>")
            server.handle.append(after(""))
            platen.preview(html="<p>")
            self.assertEqual(len(server.keys), 3)


class Errors(unittest.TestCase):
    def test_say_where_and_what(self) -> None:
        cases: dict[str, tuple[Handle, str, int, str | None, int]] = {
            "lost for good": (after(""), "CONNECTION_LOST", 0, None, 6),
            "a proxy for good": (status(502), "HTTP_ERROR", 502, "req_proxy", 6),
            "not the service": (status(404), "HTTP_ERROR", 404, "req_proxy", 1),
            "no message": (lambda h: h.respond(200, "abc", "application/json"), "INVALID_RESPONSE", 200, None, 1),
            "another message": (lambda h: h.respond(200, ["abc"], "application/json"), "INVALID_RESPONSE", 200, None, 1),
            "render failed twice": (failure(500, "RENDER_FAILED"), "RENDER_FAILED", 500, "req_1", 2),
            "the service's": (failure(402, "INSUFFICIENT_CREDITS"), "INSUFFICIENT_CREDITS", 402, "req_1", 1),
        }
        for name, (handle, code, number, request_id, tries) in cases.items():
            with self.subTest(name), Server(handle=[handle] * 10) as server, client(server.url) as platen:
                error = refused(self, lambda: platen.preview(html="<p>"))
                self.assertEqual((error.code, error.status, error.request_id, len(server.keys)), (code, number, request_id, tries))
                self.assertEqual(error.url, server.url + "/platen.rendering.v1.RenderService/Generate")

    def test_connect_details_are_read(self) -> None:
        # An Error with a request id, a detail with a rule and a patch, as protobuf's binary form.
        value = encoded()
        body = {"code": "invalid_argument", "message": "No.", "details": [{"type": "platen.api.v1.Error", "value": value}]}
        with Server(handle=[lambda h: h.respond(400, body)]) as server, client(server.url) as platen:
            error = refused(self, lambda: platen.preview(html="<p>"))
        self.assertEqual((error.code, error.message, error.request_id, error.status, error.rule), ("VALIDATION_FAILED", "No.", "req_1", 400, "max"))
        detail = error.details[0]
        self.assertEqual((detail.path, detail.context), ("/w", {"rule": "max", "expected": 8192, "more": [True, None, {"a": 1.5}]}))
        self.assertEqual((detail.fix_patch[0].op, detail.fix_patch[0].path, detail.fix_patch[0].value), ("replace", "/w", 8192))

    def test_a_call_without_a_key_that_was_sent_is_not_repeated(self) -> None:
        with Server(handle=[after("")]) as server, client(server.url) as platen:
            self.assertEqual(refused(self, lambda: platen.images.delete_image(image_id="img_1")).code, "CONNECTION_LOST")
            self.assertEqual(len(server.requests), 1)

    def test_timeouts_and_tokens(self) -> None:
        release = threading.Event()
        wait = lambda handler: (release.wait(10), after("")(handler))
        with Server(handle=[wait, wait, wait]) as server:
            self.assertEqual(refused(self, lambda: client(server.url, timeout=0.05).preview(html="<p>")).code, "TIMEOUT")
            self.assertEqual(refused(self, lambda: client(server.url).preview(html="<p>", timeout=0.05)).code, "TIMEOUT")
            # A try without a response counts as lost, and the call is sent again.
            server.handle[1:] = []
            self.assertEqual(client(server.url, try_timeout=0.2).preview(html="<p>").id, "rnd_1")
            sent = len(server.requests)

            def token() -> str:
                raise OSError("no issuer")

            self.assertEqual(refused(self, lambda: Platen(token, server.url).preview(html="<p>")).code, "TOKEN_FAILED")
            self.assertEqual(len(server.requests), sent)
            release.set()

    def test_pauses_grow_and_obey_retry_after(self) -> None:
        pauses: list[float] = []
        handle = [failure(429, "RATE_LIMIT_EXCEEDED", {"Retry-After": "7"}), *[failure(500, "INTERNAL_ERROR")] * 4]
        with Server(handle=handle) as server, client(server.url, sleep=pauses.append) as platen:
            platen.preview(html="<p>")
        self.assertEqual(len(pauses), 5)
        for pause, least, most in zip(pauses, [7, 0.25, 0.5, 1, 2], [7, 0.5, 1, 2, 4]):
            self.assertTrue(least <= pause <= most, f"{pauses}")

    def test_what_cannot_be_sent(self) -> None:
        with self.assertRaisesRegex(ValueError, "token"):
            Platen("")
        with self.assertRaisesRegex(ValueError, "absolute"):
            Platen("t", "localhost:8080")
        with self.assertRaisesRegex(TypeError, "'quallity'.*quality"):
            Platen("t").preview(html="<p>", outputs=[{"quallity": 80}])


class Requests(unittest.TestCase):
    def test_carry_their_headers_and_members(self) -> None:
        with Server() as server, Platen(lambda: "jwt", server.url, api_version="2026-01-01") as platen:
            request = rendering.GenerateRequest(html="<p>", outputs=[rendering.Output(preset=rendering.Preset.OG)])
            platen.preview(request, seed=7, idempotency_key="0f8fad5b-d9cb-469f-a165-70867728950e")
            path, headers, body = server.requests[0]
        self.assertEqual(path, "/platen.rendering.v1.RenderService/Generate")
        self.assertEqual((headers["authorization"], headers["x-api-version"]), ("Bearer jwt", "2026-01-01"))
        self.assertEqual(headers["idempotency-key"], "0f8fad5b-d9cb-469f-a165-70867728950e")
        self.assertEqual(body, {"html": "<p>", "outputs": [{"preset": "PRESET_OG"}], "seed": 7, "operation": "OPERATION_PREVIEW"})

    def test_pages(self) -> None:
        def page(handler: object) -> None:
            cursor = server.requests[-1][2].get("cursor", "")
            following = {"": "b", "b": "c"}.get(cursor)
            handler.respond(200, {"data": [{"id": "1" + cursor}], "page": {"hasMore": following is not None, "nextCursor": following}})  # type: ignore[attr-defined]

        with Server(handle=[page] * 3) as server, client(server.url) as platen:
            jobs = list(platen.all(platen.rendering.list_render_jobs, metadata={"k": "v"}))
            self.assertEqual([job.id for job in jobs], ["1", "1b", "1c"])
            self.assertTrue(all(body["metadata"] == {"k": "v"} for _, _, body in server.requests))


def encoded() -> str:
    """An error in protobuf's binary form, written by hand."""
    import base64
    import struct

    def block(number: int, content: bytes | str) -> bytes:
        content = content.encode() if isinstance(content, str) else content
        return bytes([number << 3 | 2, len(content)]) + content

    def number(n: float) -> bytes:
        return b"\x11" + struct.pack("<d", n)

    def members(**values: bytes) -> bytes:
        return b"".join(block(1, block(1, k) + block(2, v)) for k, v in values.items())

    more = block(6, block(1, b"\x20\x01") + block(1, b"\x08\x00") + block(1, block(5, members(a=number(1.5)))))
    context = members(rule=block(3, "max"), expected=number(8192), more=more)
    patch = block(1, "replace") + block(2, "/w") + block(4, number(8192))
    detail = block(1, "/w") + block(2, "large") + block(3, context) + block(4, patch)
    error = block(1, "VALIDATION_FAILED") + block(2, "No.") + block(3, "req_1") + block(4, detail)
    return base64.b64encode(error).decode().rstrip("=")


if __name__ == "__main__":
    unittest.main()
