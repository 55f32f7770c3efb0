import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { ErrorSchema, type ApprovalState, type ErrorDetail } from "./gen/platen/api/v1/error_pb.js";
import { HttpError, isLost } from "./network.js";
import { statuses } from "./statuses.js";

/** The members of a PlatenError. */
export interface PlatenErrorInit {
  code: string;
  message: string;
  status?: number | undefined;
  url?: string | undefined;
  requestId?: string | undefined;
  details?: ErrorDetail[];
  approval?: ApprovalState | undefined;
  docUrl?: string | undefined;
  retryAfter?: number | undefined;
}

/** The codes of calls that the service may not have responded to: their messages name the address. */
const elsewhere = new Set(["CONNECTION_LOST", "HTTP_ERROR", "INVALID_RESPONSE", "TIMEOUT"]);

/**
 * Why a call failed. Beside the service's codes there are CONNECTION_LOST (no complete response was received), HTTP_ERROR
 * (a proxy or another server responded), INVALID_RESPONSE, TIMEOUT, CANCELED and TOKEN_FAILED.
 */
export class PlatenError extends Error {
  override readonly name = "PlatenError";
  /** Stable: VALIDATION_FAILED, RENDER_JOB_NOT_FOUND, …. */
  readonly code: string;
  /** The HTTP status of the code; 0 when there was no response. */
  readonly status: number;
  /** The address that was called; undefined for the error of a job. */
  readonly url: string | undefined;
  /** Names the request to the operators of the service. */
  readonly requestId: string | undefined;
  /** Every invalid place, with the rule and, where there is one, the patch that fixes it. */
  readonly details: ErrorDetail[];
  /** Who must approve, and where, with the code APPROVAL_REQUIRED. */
  readonly approval: ApprovalState | undefined;
  /** The page about the code. */
  readonly docUrl: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(init: PlatenErrorInit, cause?: unknown) {
    super(`${init.code}: ${init.message}${init.url && elsewhere.has(init.code) ? ` (${init.url})` : ""}`, cause === undefined ? undefined : { cause });
    this.code = init.code;
    this.status = init.status ?? statuses[init.code] ?? 0;
    this.url = init.url;
    this.requestId = init.requestId;
    this.details = init.details ?? [];
    this.approval = init.approval;
    this.docUrl = init.docUrl;
    this.retryAfter = init.retryAfter;
  }

  /** The rule of the first detail. */
  get rule(): string | undefined {
    const rule = this.details[0]?.context?.["rule"];
    return typeof rule === "string" ? rule : undefined;
  }
}

/** The HTTP statuses of Connect's codes (connectrpc.com/docs/protocol), for codes that are newer than this client. */
const connectStatuses: Partial<Record<Code, number>> = {
  [Code.InvalidArgument]: 400, [Code.FailedPrecondition]: 400, [Code.OutOfRange]: 400, [Code.Unauthenticated]: 401, [Code.PermissionDenied]: 403,
  [Code.NotFound]: 404, [Code.AlreadyExists]: 409, [Code.Aborted]: 409, [Code.ResourceExhausted]: 429, [Code.Unimplemented]: 501, [Code.Unavailable]: 503,
};

/** Returns a ConnectError as a PlatenError; other errors as they are. */
export function typed(error: unknown, url?: string): unknown {
  if (!(error instanceof ConnectError)) return error;
  const { cause, metadata } = error;
  const [message] = error.findDetails(ErrorSchema);
  const status = connectStatuses[error.code] ?? 500;
  const seconds = Number(metadata.get("Retry-After"));
  const retryAfter = seconds > 0 ? seconds * 1000 : undefined;
  if (message) {
    const { code, requestId, details, approval, docUrl } = message;
    return new PlatenError({ code, message: message.message, status: statuses[code] ?? status, url, requestId, details, approval, docUrl, retryAfter }, error);
  }
  const text = error.rawMessage;
  if (cause instanceof HttpError) {
    return new PlatenError({ code: "HTTP_ERROR", message: text, status: cause.status, url, requestId: cause.requestId, retryAfter: cause.retryAfter }, error);
  }
  if (isLost(cause)) return new PlatenError({ code: "CONNECTION_LOST", message: lostMessage(cause), status: 0, url }, error);
  const requestId = metadata.get("X-Request-Id") ?? undefined;
  switch (error.code) {
    case Code.Canceled:
      return new PlatenError({ code: "CANCELED", message: text, status: 0, url }, error);
    case Code.DeadlineExceeded:
      return new PlatenError({ code: "TIMEOUT", message: text, status: 0, url }, error);
    case Code.Unavailable:
      return new PlatenError({ code: "HTTP_ERROR", message: text, status, url, requestId, retryAfter }, error);
    case Code.Unauthenticated:
      if (cause !== undefined) return new PlatenError({ code: "TOKEN_FAILED", message: text, status: 0, url }, error);
  }
  return new PlatenError({ code: "INVALID_RESPONSE", message: text, status, url, requestId }, error);
}

function lostMessage(cause: Error): string {
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}

/** A transport whose errors are PlatenErrors. Interceptors cannot do it: what they throw becomes a ConnectError. */
export function withTypedErrors(transport: Transport, baseUrl: string, timeout: number): Transport {
  const base = baseUrl.replace(/\/$/, "");
  return {
    async unary(method, signal, timeoutMs, ...rest) {
      try {
        return await transport.unary(method, signal, timeoutMs ?? (timeout > 0 ? timeout : undefined), ...rest);
      } catch (error) {
        throw typed(error, `${base}/${method.parent.typeName}/${method.name}`);
      }
    },
    async stream(method, ...rest) {
      const url = `${base}/${method.parent.typeName}/${method.name}`;
      try {
        const response = await transport.stream(method, ...rest);
        return { ...response, message: typedMessages(response.message, url) };
      } catch (error) {
        throw typed(error, url);
      }
    },
  };
}

async function* typedMessages<T>(messages: AsyncIterable<T>, url: string): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    throw typed(error, url);
  }
}
