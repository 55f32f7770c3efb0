import assert from "node:assert/strict";
import test from "node:test";
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { ErrorSchema, JobEventKind, Platen, PlatenError, RenderJobSchema, RenderService, RenderStatus, type RenderJob } from "../src/index.js";

const last = 4;
const job = (sequence: number): RenderJob =>
  create(RenderJobSchema, { id: "job_1", sequence: BigInt(sequence), status: sequence >= last ? RenderStatus.COMPLETED : RenderStatus.PROCESSING });
const failure = (code: Code, name: string) => new ConnectError(name, code, undefined, [{ desc: ErrorSchema, value: { code: name } }]);

interface Script {
  sequences: number[];
  error?: ConnectError;
}

/** A client whose streams follow the scripts in turn; then there are none. */
function scripted(streams: Script[]): { client: Platen; calls: string[] } {
  const calls: string[] = [];
  let polls = 0;
  const client = new Platen({
    token: "svc_test_x",
    sleep: async () => {},
    transport: (interceptors) =>
      createRouterTransport(({ service }) => {
        service(RenderService, {
          async *watchRenderJob({ afterSequence }) {
            calls.push(`watch ${afterSequence ?? 0n}`);
            const script = streams.shift();
            if (!script) throw failure(Code.ResourceExhausted, "RATE_LIMIT_EXCEEDED");
            for (const n of script.sequences) {
              yield { kind: n >= last ? JobEventKind.DONE : JobEventKind.STATUS, sequence: BigInt(n), job: job(n) };
            }
            if (script.error) throw script.error;
          },
          getRenderJob({ wait }) {
            calls.push(`poll ${wait}`);
            return job(2 + ++polls);
          },
        });
      }, { transport: { interceptors } }),
  });
  return { client, calls };
}

test("waiting follows the stream and falls back to polls", async () => {
  const lost = new ConnectError("gone", Code.Unavailable);
  const cases: [string, Script[], string[], number[], string?][] = [
    ["to the end", [{ sequences: [1, 2, 3, 4] }], ["watch 0"], [1, 2, 3, 4]],
    ["cut", [{ sequences: [1, 2], error: lost }, { sequences: [3, 4] }], ["watch 0", "watch 2"], [1, 2, 3, 4]],
    ["ends early", [{ sequences: [1] }, { sequences: [4] }], ["watch 0", "watch 1"], [1, 4]],
    ["no streams", [], ["watch 0", "poll 20", "poll 20"], [3, 4]],
    ["silent", [{ sequences: [] }], ["watch 0", "poll 20", "poll 20"], [3, 4]],
    ["no streams after a while", [{ sequences: [1, 3], error: lost }], ["watch 0", "watch 3", "poll 20", "poll 20"], [1, 3, 4]],
    ["no such job", [{ sequences: [], error: failure(Code.NotFound, "RENDER_JOB_NOT_FOUND") }], ["watch 0"], [], "RENDER_JOB_NOT_FOUND"],
  ];
  for (const [name, streams, wanted, progress, code] of cases) {
    const { client, calls } = scripted(streams);
    const seen: number[] = [];
    const outcome = await client
      .waitForJob("job_1", { onProgress: (j) => seen.push(j.sequence) })
      .then((j) => j.sequence, (e: unknown) => (e instanceof PlatenError ? e.code : e));
    assert.equal(outcome, code ?? last, name);
    assert.deepEqual([calls, seen], [wanted, progress], name);
  }
});

test("a signal ends the wait", async () => {
  const { client, calls } = scripted([]);
  await assert.rejects(client.waitForJob("job_1", { signal: AbortSignal.abort(new Error("enough")) }), /enough/);
  assert.ok(!calls.includes("poll 20"));
});
