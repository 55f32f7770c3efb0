from __future__ import annotations

import asyncio
import threading
import unittest

from platen import AsyncPlaten, Platen, PlatenError

from .server import Server, events, failure


def polled(*words: str) -> list:
    return [lambda h, n=n, word=word: h.respond(200, {"id": "job_1", "sequence": str(n), "status": "RENDER_STATUS_" + word.upper()}) for n, word in enumerate(words, 3)]


LIMITED = failure(429, "RATE_LIMIT_EXCEEDED")

#: The responses in turn, the calls that are made, the sequences that are reported, the end.
CASES = {
    "to the end": ([events((1, "queued"), (2, "processing"), (3, "completed"))], ["events -"], [1, 2, 3], "completed"),
    "cut": ([events((1, "queued"), (2, "processing"), cut=True), events((3, "processing"), (4, "completed"))], ["events -", "events 2"], [1, 2, 3, 4], "completed"),
    "ends early": ([events((1, "queued")), events((4, "completed"))], ["events -", "events 1"], [1, 4], "completed"),
    "no streams": ([LIMITED, *polled("processing", "completed")], ["events -", "GetRenderJob", "GetRenderJob"], [3, 4], "completed"),
    "silent": ([events(), *polled("completed")], ["events -", "GetRenderJob"], [3], "completed"),
    "no such job": ([failure(404, "RENDER_JOB_NOT_FOUND")], ["events -"], [], "RENDER_JOB_NOT_FOUND"),
    "failed": ([events((1, "queued"), (2, "failed"))], ["events -"], [1, 2], "RENDER_FAILED"),
    "canceled": ([LIMITED, *polled("canceled")], ["events -", "GetRenderJob"], [3], "canceled"),
}


def called(server: Server) -> list[str]:
    return [f"events {headers.get('last-event-id', '-')}" if path.endswith("/events") else path.rsplit("/", 1)[1] for path, headers, _ in server.requests]


class Waiting(unittest.TestCase):
    def test_follows_the_stream_and_falls_back_to_polls(self) -> None:
        for name, (handle, calls, progress, outcome) in CASES.items():
            with self.subTest(name), Server(handle=list(handle)) as server, Platen("t", server.url, sleep=lambda _: None) as client:
                seen: list[int] = []
                try:
                    end = str(client.wait_for_job("job_1", lambda job: seen.append(job.sequence)).status)
                except PlatenError as error:
                    end = error.code
                self.assertEqual((called(server), seen, end), (calls, progress, outcome))

    def test_asynchronously(self) -> None:
        async def main() -> None:
            for name, (handle, calls, progress, outcome) in CASES.items():
                with self.subTest(name), Server(handle=list(handle)) as server:
                    async with AsyncPlaten("t", server.url, sleep=lambda _: None) as client:
                        seen: list[int] = []
                        try:
                            end = str((await client.wait_for_job("job_1", lambda job: seen.append(job.sequence))).status)
                        except PlatenError as error:
                            end = error.code
                        await asyncio.sleep(0)
                        self.assertEqual((called(server), seen, end), (calls, progress, outcome))

        asyncio.run(main())

    def test_events_resume_after_a_sequence(self) -> None:
        with Server(handle=[events((7, "processing"), (8, "completed"))]) as server, Platen("t", server.url) as client:
            self.assertEqual([event.sequence for event in client.watch("job_1", after=6)], [7, 8])
            self.assertEqual(called(server), ["events 6"])

        async def main() -> None:
            with Server(handle=[events((7, "processing"), (8, "completed")), failure(404, "RENDER_JOB_NOT_FOUND")]) as server:
                async with AsyncPlaten("t", server.url) as client:
                    self.assertEqual([event.sequence async for event in client.watch("job_1")], [7, 8])
                    with self.assertRaises(PlatenError):
                        [event async for event in client.watch("job_1")]

        asyncio.run(main())


class Async(unittest.TestCase):
    def test_calls_run_concurrently(self) -> None:
        both = threading.Barrier(2, timeout=10)
        respond = lambda h: (both.wait(), h.respond(200, {"render": {"id": "rnd_1"}}))

        async def main() -> None:
            with Server(handle=[respond, respond]) as server:
                async with AsyncPlaten("t", server.url) as client:
                    renders = await asyncio.gather(client.preview(html="<p>a"), client.preview(html="<p>b"))
                    self.assertEqual([render.id for render in renders], ["rnd_1", "rnd_1"])

        asyncio.run(main())

    def test_a_canceled_task_ends_its_request(self) -> None:
        reached, gone = threading.Event(), threading.Event()

        def hang(handler: object) -> None:
            reached.set()
            handler.connection.settimeout(10)  # type: ignore[attr-defined]
            if handler.connection.recv(1) == b"":  # type: ignore[attr-defined]
                gone.set()
            handler.close_connection = True  # type: ignore[attr-defined]

        async def main() -> None:
            with Server(handle=[hang]) as server:
                async with AsyncPlaten("t", server.url) as client:
                    task = asyncio.create_task(client.preview(html="<p>"))
                    await asyncio.to_thread(reached.wait, 10)
                    task.cancel()
                    with self.assertRaises(asyncio.CancelledError):
                        await task
                    self.assertTrue(await asyncio.to_thread(gone.wait, 10))
                    self.assertEqual(len(server.requests), 1)

        asyncio.run(main())

    def test_pages(self) -> None:
        async def main() -> None:
            pages = [lambda h: h.respond(200, {"data": [{"id": "a"}], "page": {"hasMore": True, "nextCursor": "c"}}), lambda h: h.respond(200, {"data": [{"id": "b"}]})]
            with Server(handle=pages) as server:
                async with AsyncPlaten("t", server.url) as client:
                    self.assertEqual([t.id async for t in client.all(client.templates.list_templates)], ["a", "b"])

        asyncio.run(main())
