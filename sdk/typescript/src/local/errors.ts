/** One broken rule of a request. */
export interface LocalErrorDetail {
  path?: string;
  rule?: string;
  message: string;
  fix_patch?: { op: string; path: string; value?: unknown }[];
}

/**
 * Why a local render failed. Codes of requests are the service's (INVALID_REQUEST, VALIDATION_FAILED, RENDER_FAILED); those
 * of the renderer are BINARY_NOT_FOUND, BINARY_FAILED, RENDERER_DIED, QUEUE_FULL, TIMEOUT and CLOSED.
 */
export class LocalRenderError extends Error {
  override readonly name = "LocalRenderError";
  readonly code: string;
  /** Every place that is invalid. */
  readonly details: LocalErrorDetail[];

  constructor(code: string, message: string, details: LocalErrorDetail[] = [], cause?: unknown) {
    super(`${code}: ${message}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}
