import assert from "node:assert/strict";
import { test } from "node:test";
import { create, equals, fromJson, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport, type HandlerContext } from "@connectrpc/connect";
import { ErrorSchema } from "../src/gen/platen/api/v1/error_pb.js";
import {
  applyFixes, GenerateRequestSchema, JobEventKind, OutputFormat, Platen, PlatenError, RenderService, RenderStatus, type GenerateRequest, type Job,
} from "../src/index.js";

function failure(code: Code, init: MessageInitShape<typeof ErrorSchema>): ConnectError {
  return new ConnectError(init.code ?? "", code, undefined, [{ desc: ErrorSchema, value: init }]);
}

interface Fake {
  client: Platen;
  seen: Headers[];
}

/** A client whose service responds to generate with the errors in turn, then with a render. */
function fake(errors: ConnectError[] = []): Fake {
  const seen: Headers[] = [];
  let polls = 0;
  const client = new Platen({
    token: "svc_test_x",
    apiVersion: "2026-01-01",
    sleep: async () => {},
    transport: (interceptors) =>
      createRouterTransport(
        ({ service }) => {
          service(RenderService, {
            generate(_: GenerateRequest, context: HandlerContext) {
              seen.push(new Headers(context.requestHeader));
              const error = errors.shift();
              if (error) throw error;
              return { result: { case: "render", value: { id: "rnd_1" } } };
            },
            getRenderJob: ({ jobId }) =>
              ++polls < 3
                ? { id: jobId, status: RenderStatus.PROCESSING }
                : { id: jobId, status: RenderStatus.FAILED, error: { code: "RENDER_FAILED", message: "It failed." } },
            listRenderJobs({ cursor, metadata }) {
              const next = ({ "": "b", b: "c" } as Record<string, string>)[cursor ?? ""];
              return { data: [{ id: `1${cursor ?? ""}`, metadata }], page: { hasMore: next !== undefined, nextCursor: next } };
            },
            async *watchRenderJob({ jobId }) {
              if (jobId !== "job_1") throw new ConnectError("no streams here", Code.Unavailable);
              yield { kind: JobEventKind.STATUS, sequence: 1n };
              throw failure(Code.NotFound, { code: "RENDER_JOB_NOT_FOUND" });
            },
          });
        },
        { transport: { interceptors } },
      ),
  });
  return { client, seen };
}

const request = { source: { case: "html" as const, value: "<p>" }, outputs: [{ width: 9000 }, {}] };

test("retries keep the key and follow the contract", async () => {
  const internal = () => failure(Code.Internal, { code: "INTERNAL_ERROR" });
  const rendering = () => failure(Code.Internal, { code: "RENDER_FAILED" });
  const cases: [string, ConnectError[], number, boolean][] = [
    ["none", [], 1, true],
    ["mixed", [internal(), failure(Code.ResourceExhausted, { code: "RATE_LIMIT_EXCEEDED" }), new ConnectError("gone", Code.Unavailable)], 4, true],
    ["render failed once", [rendering()], 2, true],
    ["render failed twice", [rendering(), rendering()], 2, false],
    ["render failed after a loss", [new ConnectError("gone", Code.Unavailable), rendering(), internal()], 4, true],
    ["render failed twice, apart", [rendering(), internal(), rendering()], 3, false],
    ["five times", Array.from({ length: 6 }, internal), 6, false],
    ["not asked for", [failure(Code.FailedPrecondition, { code: "INSUFFICIENT_CREDITS" })], 1, false],
  ];
  for (const [name, errors, calls, ok] of cases) {
    const { client, seen } = fake(errors);
    const outcome = await client.preview(request).then(() => true, () => false);
    assert.equal(outcome, ok, name);
    assert.equal(seen.length, calls, name);
    const key = seen[0]?.get("Idempotency-Key") ?? "";
    assert.match(key, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    for (const headers of seen) {
      assert.equal(headers.get("Idempotency-Key"), key, name);
      assert.equal(headers.get("Authorization"), "Bearer svc_test_x");
      assert.equal(headers.get("X-API-Version"), "2026-01-01");
    }
  }
  const { client, seen } = fake();
  await client.preview(request, { idempotencyKey: "0f8fad5b-d9cb-469f-a165-70867728950e" });
  assert.equal(seen[0]?.get("Idempotency-Key"), "0f8fad5b-d9cb-469f-a165-70867728950e");
});

test("fixes repair the request", async () => {
  const fix = fromJson(ErrorSchema, {
    code: "VALIDATION_FAILED",
    details: [
      { fixPatch: [{ op: "replace", path: "/outputs/0/width", value: 8192 }, { op: "add", path: "/outputs/0/height", value: 100 }] },
      { fixPatch: [{ op: "remove", path: "/outputs/1" }, { op: "replace", path: "/outputs/0/format", value: "webp" }, { op: "remove", path: "/bogus" }] },
      { fixPatch: [{ op: "replace", path: "/data/list/1/x", value: true }, { op: "replace", path: "/include", value: ["layout_report"] }] },
    ],
  });
  const { client } = fake([failure(Code.InvalidArgument, fix)]);
  const before = create(GenerateRequestSchema, { ...request, outputs: [{ width: 9000 }, {}], data: { list: [1, { x: false }] } });
  const error = await client.preview(before).then(() => undefined, (e: unknown) => e);
  assert.ok(error instanceof PlatenError);
  assert.equal(error.code, "VALIDATION_FAILED");
  const want = create(GenerateRequestSchema, {
    ...request, outputs: [{ width: 8192, height: 100, format: OutputFormat.WEBP }], data: { list: [1, { x: true }] }, include: [1],
  });
  const after = applyFixes(error, GenerateRequestSchema, before);
  assert.ok(equals(GenerateRequestSchema, after, want), JSON.stringify(after));
  error.details[0]!.safe = true;
  const safe = applyFixes(error, GenerateRequestSchema, before, { safeOnly: true });
  assert.deepEqual([safe.outputs.length, safe.outputs[0]?.width, safe.outputs[0]?.height], [2, 8192, 100]);
});

test("a failed job throws its error", async () => {
  const error = await fake().client.waitForJob("job_2").then(() => undefined, (e: unknown) => e);
  assert.ok(error instanceof PlatenError);
  assert.equal(error.code, "RENDER_FAILED");
});

test("pages follow the cursor and keep the filter", async () => {
  const jobs: Job[] = [];
  for await (const job of fake().client.renderJobs({ metadata: { k: "v" } })) jobs.push(job);
  assert.deepEqual(jobs.map((j) => j.id), ["1", "1b", "1c"]);
  assert.ok(jobs.every((j) => j.metadata["k"] === "v"));
});

test("a stream's error is typed", async () => {
  const kinds: JobEventKind[] = [];
  const error = await (async () => {
    for await (const event of fake().client.watch("job_1")) kinds.push(event.kind);
  })().then(() => undefined, (e: unknown) => e);
  assert.deepEqual(kinds, [JobEventKind.STATUS]);
  assert.ok(error instanceof PlatenError);
  assert.equal(error.code, "RENDER_JOB_NOT_FOUND");
});
