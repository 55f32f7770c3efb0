import { getOption, toBinary } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type Interceptor, type UnaryRequest, type UnaryResponse } from "@connectrpc/connect";
import { effect, signal } from "@preact/signals";
import { PlatenError, typed } from "@sdk/errors.js";
import { Category, operation } from "@sdk/gen/platen/api/v1/options_pb.js";
import { sleep } from "@sdk/retry.js";
import { path } from "./router";

/** A call that waits: until when by performance.now, and whether for the service's limit or after a failure. */
export interface Wait { until: number; why: "limit" | "failure" }

/** What is waited for now, the longest last. */
export const waits = signal<Wait[]>([]);

/** Waits where people see it. */
export async function openly(why: Wait["why"], ms: number, abort: AbortSignal): Promise<void> {
  const mine: Wait = { until: performance.now() + ms, why };
  waits.value = [...waits.value, mine].sort((a, b) => a.until - b.until);
  try {
    await sleep(ms, abort);
  } finally {
    waits.value = waits.value.filter((w) => w !== mine);
  }
}

/** How long a call waits for limits in all before it fails, in milliseconds. */
const patience = 120_000;

/** For so long a call whose response is not seen may still reach the service and count there, in milliseconds. */
const inTransit = 2000;

/** Pauses shorter than this are not worth telling, in milliseconds. */
const quiet = 400;

/** What is known of one category of the service's limits, and the calls that wait for their turn in it. */
class Lane {
  private tail: Promise<unknown> = Promise.resolve();
  private left: number | undefined; // how many more calls are admitted now; undefined until a response has reported it
  private interval = Infinity; // in which one more is admitted, in milliseconds
  private notBefore = 0;
  private under = 0; // calls that are under way
  private unseen: number[] = []; // when calls ended whose responses were not seen, by performance.now
  private onResponse: (() => void) | undefined;

  /** Waits for this call's turn: one after the other, each as soon as the service would admit it. */
  async enter(abort: AbortSignal): Promise<void> {
    const before = this.tail;
    let done = () => {};
    this.tail = new Promise<void>((resolve) => { done = resolve; });
    try {
      await before;
      // The first call of a category goes alone: its response reports how many may follow.
      if (this.left === undefined && this.under > 0) await new Promise<void>((resolve) => { this.onResponse = resolve; });
      if (abort.aborted) throw ConnectError.from(abort.reason, Code.Canceled);
      const pause = this.notBefore - performance.now();
      if (pause > quiet) await openly("limit", pause, abort);
      else if (pause > 0) await sleep(pause, abort);
      this.under++;
      if (this.left !== undefined && --this.left <= 0) this.hold(this.interval);
    } finally {
      done();
    }
  }

  /** Ends a call that has entered, with the headers of its response if there was one. */
  leave(header: Headers | undefined): void {
    this.under--;
    const now = performance.now();
    if (!header) this.unseen.push(now);
    this.unseen = this.unseen.filter((t) => now - t < inTransit);
    const limit = Number(header?.get("X-RateLimit-Limit")), left = Number(header?.get("X-RateLimit-Remaining")), full = Number(header?.get("X-RateLimit-Reset"));
    if (limit > 0) {
      this.interval = Math.min(this.interval, (full * 1000) / Math.max(1, limit - left));
      this.left = left - this.under - this.unseen.length;
      this.notBefore = 0;
      if (this.left <= 0) this.hold(this.interval);
    }
    this.onResponse?.();
    this.onResponse = undefined;
  }

  hold(ms: number): void { this.notBefore = Math.max(this.notBefore, performance.now() + (Number.isFinite(ms) ? ms : 1000)); }
}

const lanes = new Map<Category, Lane>();

// Reads that wait for a view which was left are canceled.
const place = () => path.value.split("/")[1] ?? "";
let leaving = new AbortController();
let here = place();
effect(() => {
  if (place() === here) return;
  here = place();
  leaving.abort();
  leaving = new AbortController();
});

// Reads that are under way, by what they ask; what changes something makes later reads ask anew.
const reads = new Map<string, Promise<UnaryResponse>>();
let epoch = 0;

function laneOf(category: Category): Lane {
  const lane = lanes.get(category) ?? new Lane();
  lanes.set(category, lane);
  return lane;
}

/** Waits until the service would admit one more image, which an element of the page loads by itself. */
export async function imageTurn(abort: AbortSignal): Promise<void> {
  const lane = laneOf(Category.READ);
  await lane.enter(abort);
  lane.leave(undefined);
}

/**
 * Keeps calls within the service's limits: waits if a response has reported that the next call would be rejected, sends
 * again what was refused after Retry-After, and asks once what several parts of the page ask at the same time.
 * It stands innermost, so that calls keep their idempotency keys.
 */
export const pace: Interceptor = (next) => async (request) => {
  const lane = laneOf(getOption(request.method, operation).category);
  const reading = !request.stream && request.method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
  const abort = reading ? AbortSignal.any([request.signal, leaving.signal]) : request.signal;
  const send = async () => {
    for (let waited = 0; ;) {
      const began = performance.now();
      await lane.enter(abort);
      waited += performance.now() - began;
      try {
        const response = await next(request);
        lane.leave(response.header);
        return response;
      } catch (error) {
        lane.leave(error instanceof ConnectError ? error.metadata : undefined);
        const known = typed(error);
        if (!(known instanceof PlatenError) || known.code !== "RATE_LIMIT_EXCEEDED" || waited > patience) throw error;
        lane.hold(known.retryAfter ?? 1000);
      }
    }
  };
  if (!reading) return send().finally(() => { epoch++; });
  const unary = request as UnaryRequest;
  const bytes = toBinary(unary.method.input, unary.message);
  if (bytes.length > 4096) return send(); // documents to check; nothing asks for them twice
  const asked = `${epoch} ${unary.method.parent.typeName}/${unary.method.name} ${String.fromCharCode(...bytes)}`;
  const under = reads.get(asked);
  if (under) return under;
  const mine = send().finally(() => { if (reads.get(asked) === mine) reads.delete(asked); }) as Promise<UnaryResponse>;
  reads.set(asked, mine);
  return mine;
};
