import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { createClient, type CallOptions as ConnectCallOptions, type Client, type Interceptor, type Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { PlatenError, withTypedErrors } from "./errors.js";
import { SystemService } from "./gen/platen/api/v1/system_pb.js";
import { ErrorSchema } from "./gen/platen/api/v1/error_pb.js";
import type { Page } from "./gen/platen/api/v1/page_pb.js";
import { ApiKeyService, type ApiKey } from "./gen/platen/auth/v1/api_key_pb.js";
import { AdminService } from "./gen/platen/auth/v1/admin_pb.js";
import { JwtIssuerService } from "./gen/platen/auth/v1/jwt_issuer_pb.js";
import { WorkspaceService } from "./gen/platen/auth/v1/workspace_pb.js";
import { UsageService, type LedgerEntry } from "./gen/platen/credits/v1/usage_pb.js";
import { ImageService, type Image, type ListImagesRequestSchema } from "./gen/platen/rendering/v1/image_pb.js";
import { PdfService } from "./gen/platen/rendering/v1/pdf_pb.js";
import {
  RenderService, RenderStatus, type ListRenderJobsRequestSchema, type Render, type RenderJob, type RenderJobEvent,
} from "./gen/platen/rendering/v1/render_pb.js";
import { Operation, type GenerateRequestSchema } from "./gen/platen/rendering/v1/request_pb.js";
import { SigningKeyService, SigningService } from "./gen/platen/signing/v1/signing_pb.js";
import { WebhookService, type Webhook } from "./gen/platen/webhooks/v1/webhook_pb.js";
import { headers, retry, sleep } from "./retry.js";

/** What a client may be made with. */
export interface Options {
  /** An API key, a JWT, or a function that gives a fresh one. Keep API keys on servers. */
  token: string | (() => string | Promise<string>);
  /** The address of the service; by default http://127.0.0.1:8080. */
  baseUrl?: string;
  /** Pins X-API-Version; by default the workspace's version applies. */
  apiVersion?: string;
  /** How often a call is tried again; by default 5 times. */
  retries?: number;
  /** Makes the transport; by default Connect over fetch. The interceptors must be part of it. */
  transport?: (interceptors: Interceptor[]) => Transport;
  /** Waits between tries; for tests. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What a single call may be made with. */
export interface CallOptions {
  signal?: AbortSignal;
  /** A UUID v4 to keep where a crash does not lose it; by default each mutation gets a fresh one. */
  idempotencyKey?: string;
}

type GenerateInit = Omit<Exclude<MessageInitShape<typeof GenerateRequestSchema>, { $typeName: string }>, "operation" | "$typeName">;

/** Calls the service. The fields are the generated clients; the methods add what takes more than one call. */
export class Platen {
  readonly rendering: Client<typeof RenderService>;
  readonly images: Client<typeof ImageService>;
  readonly pdfs: Client<typeof PdfService>;
  readonly system: Client<typeof SystemService>;
  readonly keys: Client<typeof ApiKeyService>;
  readonly workspaces: Client<typeof WorkspaceService>;
  readonly usage: Client<typeof UsageService>;
  readonly webhooks: Client<typeof WebhookService>;
  /** Mints image URLs; signInlineUrl does it without a call. */
  readonly signing: Client<typeof SigningService>;
  readonly signingKeys: Client<typeof SigningKeyService>;
  readonly issuers: Client<typeof JwtIssuerService>;
  readonly admin: Client<typeof AdminService>;

  constructor(options: Options) {
    const { token } = options;
    if (token === "") throw new TypeError("a token is required");
    // The first interceptor is the outermost: a retry repeats all that follows.
    const interceptors = [
      retry(options.retries ?? 5, options.sleep ?? sleep),
      headers(typeof token === "function" ? token : () => token, options.apiVersion),
    ];
    const transport = withTypedErrors(
      options.transport?.(interceptors) ??
        createConnectTransport({ baseUrl: options.baseUrl ?? "http://127.0.0.1:8080", useBinaryFormat: true, interceptors }),
    );
    this.rendering = createClient(RenderService, transport);
    this.images = createClient(ImageService, transport);
    this.pdfs = createClient(PdfService, transport);
    this.system = createClient(SystemService, transport);
    this.keys = createClient(ApiKeyService, transport);
    this.workspaces = createClient(WorkspaceService, transport);
    this.usage = createClient(UsageService, transport);
    this.webhooks = createClient(WebhookService, transport);
    this.signing = createClient(SigningService, transport);
    this.signingKeys = createClient(SigningKeyService, transport);
    this.issuers = createClient(JwtIssuerService, transport);
    this.admin = createClient(AdminService, transport);
  }

  /** Renders at once. */
  async preview(request: GenerateInit, options: CallOptions = {}): Promise<Render> {
    const { result } = await this.rendering.generate({ ...request, operation: Operation.PREVIEW }, connectOptions(options));
    if (result.case !== "render") throw new TypeError(`a preview answered with ${result.case}`);
    return result.value;
  }

  /** Queues a job. */
  async start(request: GenerateInit, options: CallOptions = {}): Promise<RenderJob> {
    const { result } = await this.rendering.generate({ ...request, operation: Operation.RENDER }, connectOptions(options));
    if (result.case !== "job") throw new TypeError(`a render answered with ${result.case}`);
    return result.value;
  }

  /** Returns a job when it has completed or was canceled; throws its PlatenError when it failed. */
  async waitForJob(jobId: string, options: CallOptions = {}): Promise<RenderJob> {
    for (;;) {
      options.signal?.throwIfAborted();
      const job = await this.rendering.getRenderJob({ jobId, wait: 20 }, connectOptions(options));
      if (job.status === RenderStatus.FAILED) throw new PlatenError(job.error ?? create(ErrorSchema));
      if (job.status === RenderStatus.COMPLETED || job.status === RenderStatus.CANCELED) return job;
    }
  }

  /** Yields the present state of a job and every change, and ends after the last one. */
  watch(jobId: string, options: CallOptions = {}): AsyncIterable<RenderJobEvent> {
    return this.rendering.watchRenderJob({ jobId }, connectOptions(options));
  }

  /** Yields every job that the filter selects, newest first, fetching pages as the loop goes on. */
  renderJobs(filter: MessageInitShape<typeof ListRenderJobsRequestSchema> = {}): AsyncGenerator<RenderJob> {
    return pages(filter.cursor, (cursor) => this.rendering.listRenderJobs({ ...filter, cursor } as typeof filter));
  }

  /** Yields every image that the filter selects, newest first, fetching pages as the loop goes on. */
  allImages(filter: MessageInitShape<typeof ListImagesRequestSchema> = {}): AsyncGenerator<Image> {
    return pages(filter.cursor, (cursor) => this.images.listImages({ ...filter, cursor } as typeof filter));
  }

  /** Yields every API key of the workspace, newest first. */
  apiKeys(): AsyncGenerator<ApiKey> {
    return pages(undefined, (cursor) => this.keys.listApiKeys({ cursor }));
  }

  /** Yields every webhook, newest first. */
  allWebhooks(): AsyncGenerator<Webhook> {
    return pages(undefined, (cursor) => this.webhooks.listWebhooks({ cursor }));
  }

  /** Yields every movement of credits, newest first. */
  ledger(): AsyncGenerator<LedgerEntry> {
    return pages(undefined, (cursor) => this.usage.listLedgerEntries({ cursor }));
  }
}

function connectOptions({ signal, idempotencyKey }: CallOptions): ConnectCallOptions {
  return {
    ...(signal && { signal }),
    ...(idempotencyKey !== undefined && { headers: { "Idempotency-Key": idempotencyKey } }),
  };
}

async function* pages<T>(
  cursor: string | undefined,
  fetch: (cursor: string | undefined) => Promise<{ data: T[]; page?: Page }>,
): AsyncGenerator<T> {
  do {
    const { data, page } = await fetch(cursor);
    yield* data;
    cursor = page?.hasMore ? page.nextCursor : undefined;
  } while (cursor !== undefined);
}
