import { availableParallelism } from "node:os";
import { binaryPath } from "./binary.js";
import { Child } from "./child.js";
import { LocalRenderError } from "./errors.js";
import { maxFile, type FileSource } from "./files.js";
import type { OutputHeader, Reply } from "./reply.js";

/** How a renderer works. */
export interface RendererOptions {
  /** The platen program; by default binaryPath finds it. */
  binary?: string;
  /** How many requests are at the program at a time; by default twice the processors. */
  concurrency?: number;
  /** How many more may wait; the next ones fail with QUEUE_FULL. The default is 1000. */
  queue?: number;
  /** Milliseconds a request may take, waiting included; the default is 30000, 0 is no limit. */
  timeout?: number;
}

/** What a single call may be made with. */
export interface RenderCall {
  signal?: AbortSignal | undefined;
  /** Milliseconds this request may take, in place of the renderer's. */
  timeout?: number | undefined;
  /** A brand kit. */
  kit?: object | undefined;
  /** Where the files come from that the document names. */
  source?: FileSource | undefined;
}

/** An output as it was rendered. */
export interface RenderedOutput extends Omit<OutputHeader, "bytes"> {
  bytes: Uint8Array;
}

/** How often a request is sent: rendering has no side effects, so a request whose process died is retried. */
const tries = 2;

/** The longest line that the program reads, with room for its end. */
const maxLine = 15 << 20;

/** How long the program may take to confirm that a request was canceled, in milliseconds. */
const patience = 5000;

interface Entry {
  id: number;
  line: string;
  source: FileSource | undefined;
  stop: AbortController;
  sent: number;
  resolve(outputs: RenderedOutput[]): void;
  reject(error: unknown): void;
}

/** Renders through one warm process, which starts with the first request and again after it died. */
export class Renderer {
  readonly #options: Required<Omit<RendererOptions, "binary">> & { binary: string | undefined };
  #child: Child | undefined;
  #next = 1;
  #waiting: Entry[] = [];
  /** Requests at the process; those that were canceled stay until it confirms. */
  #sent = new Map<number, Entry | undefined>();
  #closed = false;

  constructor({ binary, concurrency = 2 * availableParallelism(), queue = 1000, timeout = 30_000 }: RendererOptions = {}) {
    this.#options = { binary, concurrency: Math.max(1, concurrency), queue, timeout };
  }

  /** The process that renders; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Renders a request as the service takes it, and returns its outputs. */
  render(request: object, { signal, timeout = this.#options.timeout, kit, source }: RenderCall = {}): Promise<RenderedOutput[]> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new LocalRenderError("CLOSED", "the renderer is closed");
      signal?.throwIfAborted();
      if (this.#waiting.length >= this.#options.queue) {
        throw new LocalRenderError("QUEUE_FULL", `${this.#waiting.length} requests wait already; render fewer at a time or raise \`queue\``);
      }
      const id = this.#next++;
      const line = JSON.stringify({ id, request, ...(kit && { kit }), ...(source && { files: true }) });
      if (Buffer.byteLength(line) > maxLine) throw new LocalRenderError("INVALID_REQUEST", `the request has more than ${maxLine >> 20} MB`);
      const stop = new AbortController();
      const timer = timeout > 0 ? setTimeout(() => this.#drop(entry, new LocalRenderError("TIMEOUT", `the render took more than ${timeout} ms`)), timeout) : undefined;
      const abort = () => this.#drop(entry, signal!.reason);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        stop.abort();
      };
      const entry: Entry = {
        id, line, source, stop, sent: 0,
        resolve: (outputs) => (settle(), resolve(outputs)),
        reject: (error) => (settle(), reject(error)),
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiting.push(entry);
      this.#dispatch();
    });
  }

  /** Ends the process; requests that have not ended fail with CLOSED. */
  close(): void {
    this.#closed = true;
    const left = [...this.#waiting, ...this.#sent.values()];
    this.#waiting = [];
    this.#sent.clear();
    for (const entry of left) entry?.reject(new LocalRenderError("CLOSED", "the renderer was closed"));
    const child = this.#child;
    this.#child = undefined;
    child?.end("closed");
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && this.#sent.size < this.#options.concurrency) {
      const entry = this.#waiting[0]!;
      // A request that was in flight when a process died may be the cause: it is retried alone.
      if ((entry.sent > 0 && this.#sent.size > 0) || [...this.#sent.values()].some((e) => (e?.sent ?? 0) > 1)) return;
      this.#waiting.shift();
      try {
        this.#child ??= this.#start();
      } catch (error) {
        entry.reject(error);
        continue;
      }
      entry.sent++;
      this.#sent.set(entry.id, entry);
      this.#child.hold(true);
      this.#child.send(entry.line);
    }
  }

  #start(): Child {
    const child: Child = new Child(this.#options.binary ?? binaryPath(), {
      reply: (reply, files) => child === this.#child && this.#receive(reply, files),
      gone: (reason) => child === this.#child && this.#died(reason),
    });
    return child;
  }

  #receive(reply: Reply, files: Buffer): void {
    const entry = this.#sent.get(reply.id);
    if (reply.file !== undefined) {
      if (entry) void this.#supply(entry, reply.file, reply.url ?? "");
      return;
    }
    this.#sent.delete(reply.id);
    if (this.#sent.size === 0) this.#child?.hold(false);
    if (entry && reply.error) entry.reject(new LocalRenderError(reply.error.code, reply.error.message, reply.error.details));
    else if (entry) entry.resolve(cut(reply.outputs ?? [], files));
    this.#dispatch();
  }

  async #supply({ id, source, stop }: Entry, file: number, url: string): Promise<void> {
    let data: Uint8Array | undefined;
    try {
      data = await source?.(url, stop.signal);
    } catch {
      // the renderer reports missing files, because it can name the element
    }
    if (data && data.length > maxFile) data = undefined;
    if (this.#sent.get(id)) {
      const text = data ? Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64") : null;
      this.#child?.send(JSON.stringify({ id, file, data: text }));
    }
  }

  /** Abandons a request. */
  #drop(entry: Entry, why: unknown): void {
    const at = this.#waiting.indexOf(entry);
    if (at >= 0) this.#waiting.splice(at, 1);
    else if (this.#sent.has(entry.id)) {
      const child = this.#child;
      this.#sent.set(entry.id, undefined);
      child?.send(JSON.stringify({ id: entry.id, cancel: true }));
      setTimeout(() => {
        if (this.#child === child && this.#sent.has(entry.id)) child?.end("the renderer did not stop a canceled request");
      }, patience).unref();
    }
    entry.reject(why);
    this.#dispatch();
  }

  #died(reason: string): void {
    this.#child = undefined;
    const lost = [...this.#sent.values()].filter((entry) => entry !== undefined);
    this.#sent.clear();
    const again: Entry[] = [];
    for (const entry of lost) {
      if (entry.sent < tries) again.push(entry);
      else entry.reject(new LocalRenderError(reason.includes("could not be started") ? "BINARY_FAILED" : "RENDERER_DIED", reason));
    }
    this.#waiting.unshift(...again);
    this.#dispatch();
  }
}

/** The outputs with their bytes, which follow one another. */
function cut(outputs: OutputHeader[], files: Buffer): RenderedOutput[] {
  let at = 0;
  return outputs.map((output) => {
    // A copy: the outputs share a buffer with other replies.
    const bytes = new Uint8Array(files.subarray(at, at + output.bytes));
    at += output.bytes;
    return { ...output, bytes };
  });
}
