import { ConnectError, type Transport } from "@connectrpc/connect";
import { ErrorSchema, type ApprovalState, type Error as ErrorMessage, type ErrorDetail } from "./gen/platen/api/v1/error_pb.js";

/** Why the service refused or failed a call. Calls that never reached it fail with a ConnectError instead. */
export class PlatenError extends Error {
  override readonly name = "PlatenError";
  /** Stable: VALIDATION_FAILED, RENDER_JOB_NOT_FOUND, …. */
  readonly code: string;
  /** Names the request to the operators of the service. */
  readonly requestId: string | undefined;
  /** Every place that is wrong, with the rule and, where there is one, the patch that mends it. */
  readonly details: ErrorDetail[];
  /** Who must approve, and where, with the code APPROVAL_REQUIRED. */
  readonly approval: ApprovalState | undefined;
  /** The page about the code. */
  readonly docUrl: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(message: ErrorMessage, retryAfter?: number, cause?: unknown) {
    super(`${message.code}: ${message.message}`, { cause });
    this.code = message.code;
    this.requestId = message.requestId;
    this.details = message.details;
    this.approval = message.approval;
    this.docUrl = message.docUrl;
    this.retryAfter = retryAfter;
  }

  /** The rule of the first detail. */
  get rule(): string | undefined {
    const rule = this.details[0]?.context?.["rule"];
    return typeof rule === "string" ? rule : undefined;
  }
}

/** Returns the service's own error when the given one carries it, otherwise the given one. */
export function typed(error: unknown): unknown {
  if (!(error instanceof ConnectError)) return error;
  const [message] = error.findDetails(ErrorSchema);
  if (!message) return error;
  const seconds = Number(error.metadata.get("Retry-After"));
  return new PlatenError(message, seconds > 0 ? seconds * 1000 : undefined, error);
}

/** A transport whose errors are PlatenErrors. Interceptors cannot do it: what they throw becomes a ConnectError. */
export function withTypedErrors(transport: Transport): Transport {
  return {
    async unary(...call) {
      try {
        return await transport.unary(...call);
      } catch (error) {
        throw typed(error);
      }
    },
    async stream(...call) {
      try {
        const response = await transport.stream(...call);
        return { ...response, message: typedMessages(response.message) };
      } catch (error) {
        throw typed(error);
      }
    },
  };
}

async function* typedMessages<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    throw typed(error);
  }
}
