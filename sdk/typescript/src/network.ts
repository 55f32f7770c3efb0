/** A response that is not the service's. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  constructor(
    readonly status: number,
    readonly requestId: string | undefined,
    readonly retryAfter: number | undefined,
  ) {
    super(`HTTP ${status}, and the response is not the service's`);
  }
}

/**
 * A fetch that throws an HttpError where a proxy or another server responds in place of the service, and a TypeError, as
 * for a lost connection, when a unary call has no response after some time: a fetch whose connection was closed before
 * the request was sent may wait for ever.
 */
export function serviceFetch(fetch: typeof globalThis.fetch, patience: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await inTime(fetch, patience, input, init);
    if (response.ok || /^application\/(json|connect\+|proto)/.test(response.headers.get("Content-Type") ?? "")) return response;
    await response.body?.cancel();
    const seconds = Number(response.headers.get("Retry-After"));
    throw new HttpError(response.status, response.headers.get("X-Request-Id") ?? undefined, seconds > 0 ? seconds * 1000 : undefined);
  };
}

async function inTime(fetch: typeof globalThis.fetch, patience: number, input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  if (!(patience > 0) || /^application\/connect\+/.test(new Headers(init.headers).get("Content-Type") ?? "")) return fetch(input, init);
  const stop = new AbortController();
  const follow = () => stop.abort(init.signal?.reason);
  if (init.signal?.aborted) follow();
  // It stays after the response: its end stops the reading of the body.
  init.signal?.addEventListener("abort", follow, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, patience);
  try {
    return await fetch(input, { ...init, signal: stop.signal });
  } catch (error) {
    throw late ? new TypeError(`no response within ${patience} ms`, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Reports whether an error is fetch's for a connection that failed: before, while or after the request was sent. */
export function isLost(error: unknown): error is Error {
  return error instanceof TypeError && (error.cause !== undefined || /fetch|network|terminated|load failed|connection/i.test(error.message));
}

/** Reports whether a lost connection failed before any byte of the request was sent. */
export function isUnsent(error: unknown): boolean {
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(systemCode(error));
}

/** Reports whether the server's certificate was rejected, which a retry does not change. */
export function isUntrusted(error: unknown): boolean {
  return /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF|SELF_SIGNED|UNABLE_TO_|ERR_SSL_.*CERT)/.test(systemCode(error));
}

function systemCode(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown } } | undefined)?.cause;
  return typeof cause?.code === "string" ? cause.code : "";
}
