import { getOption } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { PlatenError, typed } from "./errors.js";
import { isUnsent, isUntrusted } from "./network.js";
import { operation } from "./gen/platen/api/v1/options_pb.js";

/** Sets what every request carries: the token, the version and, for mutations, an idempotency key. */
export function headers(token: () => string | Promise<string>, version?: string): Interceptor {
  return (next) => async (request) => {
    request.header.set("Authorization", `Bearer ${await tokenOf(token)}`);
    if (version !== undefined && !request.header.has("X-API-Version")) request.header.set("X-API-Version", version);
    if (!request.stream && getOption(request.method, operation).mutation && !request.header.has("Idempotency-Key")) {
      request.header.set("Idempotency-Key", crypto.randomUUID());
    }
    return next(request);
  };
}

async function tokenOf(token: () => string | Promise<string>): Promise<string> {
  try {
    return await token();
  } catch (error) {
    throw new ConnectError("getting a token failed", Code.Unauthenticated, undefined, undefined, error ?? new Error("no reason"));
  }
}

/**
 * Repeats calls: RENDER_FAILED once; INTERNAL_ERROR, limits, a request still in flight under the same key, lost
 * connections and proxies without a backend with growing pauses. A request keeps its headers, and with them its
 * idempotency key.
 */
export function retry(most: number, sleep: (ms: number, signal: AbortSignal) => Promise<void>): Interceptor {
  return (next) => async (request) => {
    let renders = 0;
    for (let attempt = 0; ; attempt++) {
      try {
        return await next(request);
      } catch (error) {
        if (request.stream || attempt >= most || request.signal.aborted) throw error;
        const repeatable =
          getOption(request.method, operation).mutation ||
          request.method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
        // What fetch throws is not a ConnectError here yet.
        const known = typed(ConnectError.from(error, Code.Internal));
        if (known instanceof PlatenError && known.code === "RENDER_FAILED" && ++renders > 1) throw error;
        const pause = pauseAfter(known, attempt, repeatable);
        if (pause === undefined) throw error;
        await sleep(pause, request.signal);
      }
    }
  };
}

/** How long to wait before the next attempt; undefined when there should be none. */
function pauseAfter(error: unknown, attempt: number, repeatable: boolean): number | undefined {
  const full = Math.min(8000, 250 * 2 ** attempt);
  const backoff = full / 2 + Math.random() * (full / 2);
  if (!(error instanceof PlatenError)) return undefined;
  switch (error.code) {
    case "CONNECTION_LOST": {
      const cause = (error.cause as ConnectError | undefined)?.cause;
      return !isUntrusted(cause) && (repeatable || isUnsent(cause)) ? backoff : undefined;
    }
    case "HTTP_ERROR":
      return repeatable && [429, 502, 503, 504].includes(error.status) ? Math.max(backoff, error.retryAfter ?? 0) : undefined;
    case "RENDER_FAILED":
      return backoff;
    case "INTERNAL_ERROR":
      return repeatable ? backoff : undefined;
    case "RATE_LIMIT_EXCEEDED":
      return Math.max(backoff, error.retryAfter ?? 0);
    case "CONFLICT":
      return error.rule === "idempotency_in_progress" ? Math.max(backoff, error.retryAfter ?? 0) : undefined;
    default:
      return undefined;
  }
}

/** Waits, or throws when the signal says so. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(ConnectError.from(signal.reason, Code.Canceled));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
