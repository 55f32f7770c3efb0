import { create, type Message, type MessageInitShape } from "@bufbuild/protobuf";
import { createClient, type CallOptions as ConnectCallOptions, type Client, type Interceptor, type Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { setDataJson } from "./digits.js";
import { withTypedErrors } from "./errors.js";
import { AiService } from "./gen/platen/ai/v1/ai_pb.js";
import { AuditService, type AuditEntry, type ListAuditEntriesRequestSchema } from "./gen/platen/api/v1/audit_pb.js";
import { SystemService } from "./gen/platen/api/v1/system_pb.js";
import { ApprovalService, type Approval, type ListApprovalsRequestSchema } from "./gen/platen/approvals/v1/approval_pb.js";
import { DecisionService, type Decision, type ListDecisionsRequestSchema } from "./gen/platen/approvals/v1/decision_pb.js";
import { DraftService, type Draft, type ListDraftsRequestSchema } from "./gen/platen/approvals/v1/draft_pb.js";
import { ApprovalPolicyService, type ApprovalPolicy, type ListApprovalPoliciesRequestSchema } from "./gen/platen/approvals/v1/policy_pb.js";
import { AdminService } from "./gen/platen/auth/v1/admin_pb.js";
import { ApiKeyService, type ApiKey, type ListApiKeysRequestSchema } from "./gen/platen/auth/v1/api_key_pb.js";
import { JwtIssuerService, type JwtIssuer, type ListJwtIssuersRequestSchema } from "./gen/platen/auth/v1/jwt_issuer_pb.js";
import { WorkspaceService } from "./gen/platen/auth/v1/workspace_pb.js";
import { BrandService, type Brand, type ListBrandsRequestSchema } from "./gen/platen/brands/v1/brand_pb.js";
import { BrandKitService, type BrandKit, type BrandKitVersion, type ListBrandKitVersionsRequestSchema, type ListBrandKitsRequestSchema } from "./gen/platen/brands/v1/brand_kit_pb.js";
import { UsageService, type LedgerEntry, type ListLedgerEntriesRequestSchema, type ListUsageDaysRequestSchema, type UsageDay } from "./gen/platen/credits/v1/usage_pb.js";
import { AssetService, type Asset, type ListAssetsRequestSchema } from "./gen/platen/library/v1/asset_pb.js";
import { FontService, type Font, type ListFontsRequestSchema } from "./gen/platen/library/v1/font_pb.js";
import { LicenseService, type License, type ListLicensesRequestSchema } from "./gen/platen/library/v1/license_pb.js";
import { TemplateService, type ListTemplateVersionsRequestSchema, type ListTemplatesRequestSchema, type Template, type TemplateVersion } from "./gen/platen/library/v1/template_pb.js";
import { ContentPolicyService } from "./gen/platen/policy/v1/policy_pb.js";
import { ImageService, type Image, type ListImagesRequestSchema } from "./gen/platen/rendering/v1/image_pb.js";
import { PdfService } from "./gen/platen/rendering/v1/pdf_pb.js";
import { RenderService, RenderStatus, type ListRenderJobsRequestSchema, type Render } from "./gen/platen/rendering/v1/render_pb.js";
import { ToolService } from "./gen/platen/rendering/v1/tools_pb.js";
import { SigningKeyService, SigningService, type ListSigningKeysRequestSchema, type SigningKey } from "./gen/platen/signing/v1/signing_pb.js";
import { WebhookService, type DeadLetter, type ListDeadLettersRequestSchema, type ListDeliveriesRequestSchema, type ListWebhooksRequestSchema, type Webhook, type WebhookDelivery } from "./gen/platen/webhooks/v1/webhook_pb.js";
import { Operation, GenerateRequestSchema, type GenerateRequest } from "./gen/platen/rendering/v1/request_pb.js";
import { changes, follow, jobError, toJob, type Job, type JobEvent } from "./jobs.js";
import { serviceFetch } from "./network.js";
import { pages } from "./pages.js";
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
  /** How long a call may take, all its tries together, in milliseconds; by default 120000, 0 is no limit. Streams have none. */
  timeout?: number;
  /** How long one try waits for a response, in milliseconds; by default 45000. Then the connection counts as lost. */
  tryTimeout?: number;
  /** Sends the requests; by default the global fetch. */
  fetch?: typeof globalThis.fetch;
  /** Makes the transport; by default Connect over fetch. The interceptors must be part of it. */
  transport?: (interceptors: Interceptor[]) => Transport;
  /** Waits between tries; for tests. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What a single call may be made with. */
export interface CallOptions {
  signal?: AbortSignal;
  /** How long the call may take, in milliseconds, in place of the client's. */
  timeout?: number;
  /** A UUID v4 to keep where a crash does not lose it; by default each mutation gets a fresh one. */
  idempotencyKey?: string;
}

/** What waitForJob may be called with. */
export interface WaitOptions extends CallOptions {
  /** Is given the job as it is when waiting begins and after every change; quick changes are reported as one. */
  onProgress?: (job: Job) => void;
}

/** A render request without its operation, which preview and start set. */
export type GenerateInit = Omit<Exclude<MessageInitShape<typeof GenerateRequestSchema>, { $typeName: string }>, "operation" | "$typeName"> & {
  /**
   * The data as JSON text, in place of `data`. Its numbers keep every digit: 19.90 and 12345678901234567890 arrive as they
   * are written.
   */
  dataJson?: string;
};

/** Makes the message of a request. */
function toRequest(init: GenerateInit, operation: Operation): GenerateRequest {
  const { dataJson, ...rest } = init;
  const request = create(GenerateRequestSchema, { ...rest, operation });
  const unknown = (init as Partial<Message>).$unknown;
  if (unknown) request.$unknown = unknown;
  if (dataJson !== undefined) setDataJson(request, dataJson);
  return request;
}

/** Calls the service. The fields are the generated clients, one for every service; the methods add what takes more than one call. */
export class Platen {
  /** Renders synchronously or as jobs; preview, start, waitForJob and watch are shorthands. */
  readonly rendering: Client<typeof RenderService>;
  /** Validates and compiles requests, and lists what the service supports; all of it is free of charge. */
  readonly tools: Client<typeof ToolService>;
  /** Reads and deletes stored images, and returns their receipts. */
  readonly images: Client<typeof ImageService>;
  /** Reads stored PDFs, and merges, splits, rotates, stamps, encrypts and decrypts PDFs. */
  readonly pdfs: Client<typeof PdfService>;
  /** Generates images from words and seeds. */
  readonly ai: Client<typeof AiService>;
  /** Mints image URLs; signInlineUrl and signTemplateUrl do it without a call. */
  readonly signing: Client<typeof SigningService>;
  /** Manages the secrets that URLs are signed with. */
  readonly signingKeys: Client<typeof SigningKeyService>;
  /** Manages the URLs that receive events, deliveries and dead letters. */
  readonly webhooks: Client<typeof WebhookService>;
  /** Manages brands. */
  readonly brands: Client<typeof BrandService>;
  /** Manages kits, their versions and locks. */
  readonly brandKits: Client<typeof BrandKitService>;
  /** Manages templates and their versions. */
  readonly templates: Client<typeof TemplateService>;
  /** Stores images that documents use. */
  readonly assets: Client<typeof AssetService>;
  /** Keeps fonts beside the bundled ones. */
  readonly fonts: Client<typeof FontService>;
  /** Keeps the terms of assets and fonts. */
  readonly licenses: Client<typeof LicenseService>;
  /** Where people decide what waits for them. */
  readonly approvals: Client<typeof ApprovalService>;
  /** Says which actions need approval. */
  readonly approvalPolicies: Client<typeof ApprovalPolicyService>;
  /** Keeps requests that people work on. */
  readonly drafts: Client<typeof DraftService>;
  /** Reads the record of what was allowed, refused and done. */
  readonly decisions: Client<typeof DecisionService>;
  /** Manages the rules for the text of images and prompts. */
  readonly contentPolicy: Client<typeof ContentPolicyService>;
  /** Manages API keys. */
  readonly keys: Client<typeof ApiKeyService>;
  /** Manages whose JWTs are accepted. */
  readonly issuers: Client<typeof JwtIssuerService>;
  /** Reads the caller's workspace. */
  readonly workspaces: Client<typeof WorkspaceService>;
  /** Reports the credits of the workspace and their use. */
  readonly usage: Client<typeof UsageService>;
  /** Reports who changed what. */
  readonly audit: Client<typeof AuditService>;
  /** For the administrators of a workspace; needs the scope admin. */
  readonly admin: Client<typeof AdminService>;
  /** Reports versions and health. */
  readonly system: Client<typeof SystemService>;

  /** Throws a TypeError without a token. Nothing is sent until a method is called. */
  constructor(options: Options) {
    const { token } = options;
    if (token === "") throw new TypeError("a token is required");
    // The first interceptor is the outermost: a retry repeats all that follows.
    const interceptors = [
      retry(options.retries ?? 5, options.sleep ?? sleep),
      headers(typeof token === "function" ? token : () => token, options.apiVersion),
    ];
    const baseUrl = options.baseUrl ?? "http://127.0.0.1:8080";
    const fetch = serviceFetch(options.fetch ?? ((input, init) => globalThis.fetch(input, init)), options.tryTimeout ?? 45_000);
    const transport = withTypedErrors(
      options.transport?.(interceptors) ?? createConnectTransport({ baseUrl, useBinaryFormat: true, interceptors, fetch }),
      baseUrl,
      options.timeout ?? 120_000,
    );
    this.rendering = createClient(RenderService, transport);
    this.tools = createClient(ToolService, transport);
    this.images = createClient(ImageService, transport);
    this.pdfs = createClient(PdfService, transport);
    this.ai = createClient(AiService, transport);
    this.signing = createClient(SigningService, transport);
    this.signingKeys = createClient(SigningKeyService, transport);
    this.webhooks = createClient(WebhookService, transport);
    this.brands = createClient(BrandService, transport);
    this.brandKits = createClient(BrandKitService, transport);
    this.templates = createClient(TemplateService, transport);
    this.assets = createClient(AssetService, transport);
    this.fonts = createClient(FontService, transport);
    this.licenses = createClient(LicenseService, transport);
    this.approvals = createClient(ApprovalService, transport);
    this.approvalPolicies = createClient(ApprovalPolicyService, transport);
    this.drafts = createClient(DraftService, transport);
    this.decisions = createClient(DecisionService, transport);
    this.contentPolicy = createClient(ContentPolicyService, transport);
    this.keys = createClient(ApiKeyService, transport);
    this.issuers = createClient(JwtIssuerService, transport);
    this.workspaces = createClient(WorkspaceService, transport);
    this.usage = createClient(UsageService, transport);
    this.audit = createClient(AuditService, transport);
    this.admin = createClient(AdminService, transport);
    this.system = createClient(SystemService, transport);
  }

  /** Renders immediately. */
  async preview(request: GenerateInit, options: CallOptions = {}): Promise<Render> {
    const { result } = await this.rendering.generate(toRequest(request, Operation.PREVIEW), connectOptions(options));
    if (result.case !== "render") throw new TypeError(`the response to a preview is ${result.case}`);
    return result.value;
  }

  /** Queues a job. */
  async start(request: GenerateInit, options: CallOptions = {}): Promise<Job> {
    const { result } = await this.rendering.generate(toRequest(request, Operation.RENDER), connectOptions(options));
    if (result.case !== "job") throw new TypeError(`the response to a render is ${result.case}`);
    return toJob(result.value);
  }

  /**
   * Returns a job when it has completed or was canceled; throws its PlatenError when it failed. It follows the job's
   * stream and, where streams do not get through, asks again and again with long polls.
   */
  async waitForJob(jobId: string, options: WaitOptions = {}): Promise<Job> {
    const call = connectOptions(options);
    const stream = connectOptions({ ...options, timeout: undefined });
    let last: Job | undefined;
    const poll = () => this.rendering.getRenderJob({ jobId, wait: 20 }, call);
    for await (const job of changes((after) => this.rendering.watchRenderJob({ jobId, afterSequence: wire(after) }, stream), poll, options.signal)) {
      if (last === undefined || job.sequence > last.sequence) options.onProgress?.(job);
      last = job;
    }
    if (last === undefined) throw new TypeError(`the service said nothing of ${jobId}`);
    if (last.status === RenderStatus.FAILED) throw jobError(last);
    return last;
  }

  /**
   * Yields the present state of a job and every change, and ends after the last one (JobEventKind.DONE). A stream that
   * is cut before that is opened again where it stopped, as long as each brings something new. `after` is the sequence last
   * seen.
   */
  watch(jobId: string, options: CallOptions & { after?: number } = {}): AsyncIterable<JobEvent> {
    return follow((after) => this.rendering.watchRenderJob({ jobId, afterSequence: wire(after) }, connectOptions(options)), options.signal, options.after);
  }

  /** Yields every job that the filter selects, newest first. */
  async *renderJobs(filter: MessageInitShape<typeof ListRenderJobsRequestSchema> = {}): AsyncGenerator<Job> {
    for await (const job of pages(filter, (request) => this.rendering.listRenderJobs(request))) yield toJob(job);
  }

  /** Yields every image that the filter selects, newest first. */
  allImages(filter: MessageInitShape<typeof ListImagesRequestSchema> = {}): AsyncGenerator<Image> {
    return pages(filter, (request) => this.images.listImages(request));
  }

  /** Yields every signing key. */
  allSigningKeys(filter: MessageInitShape<typeof ListSigningKeysRequestSchema> = {}): AsyncGenerator<SigningKey> {
    return pages(filter, (request) => this.signingKeys.listSigningKeys(request));
  }

  /** Yields every webhook, newest first. */
  allWebhooks(filter: MessageInitShape<typeof ListWebhooksRequestSchema> = {}): AsyncGenerator<Webhook> {
    return pages(filter, (request) => this.webhooks.listWebhooks(request));
  }

  /** Yields the deliveries of a webhook that the filter selects. */
  deliveries(filter: MessageInitShape<typeof ListDeliveriesRequestSchema>): AsyncGenerator<WebhookDelivery> {
    return pages(filter, (request) => this.webhooks.listDeliveries(request));
  }

  /** Yields every event that could not be delivered. */
  deadLetters(filter: MessageInitShape<typeof ListDeadLettersRequestSchema> = {}): AsyncGenerator<DeadLetter> {
    return pages(filter, (request) => this.webhooks.listDeadLetters(request));
  }

  /** Yields every brand. */
  allBrands(filter: MessageInitShape<typeof ListBrandsRequestSchema> = {}): AsyncGenerator<Brand> {
    return pages(filter, (request) => this.brands.listBrands(request));
  }

  /** Yields every brand kit that the filter selects. */
  allBrandKits(filter: MessageInitShape<typeof ListBrandKitsRequestSchema> = {}): AsyncGenerator<BrandKit> {
    return pages(filter, (request) => this.brandKits.listBrandKits(request));
  }

  /** Yields every version of a kit. */
  brandKitVersions(filter: MessageInitShape<typeof ListBrandKitVersionsRequestSchema>): AsyncGenerator<BrandKitVersion> {
    return pages(filter, (request) => this.brandKits.listBrandKitVersions(request));
  }

  /** Yields every template that the filter selects. */
  allTemplates(filter: MessageInitShape<typeof ListTemplatesRequestSchema> = {}): AsyncGenerator<Template> {
    return pages(filter, (request) => this.templates.listTemplates(request));
  }

  /** Yields every version of a template. */
  templateVersions(filter: MessageInitShape<typeof ListTemplateVersionsRequestSchema>): AsyncGenerator<TemplateVersion> {
    return pages(filter, (request) => this.templates.listTemplateVersions(request));
  }

  /** Yields every asset. */
  allAssets(filter: MessageInitShape<typeof ListAssetsRequestSchema> = {}): AsyncGenerator<Asset> {
    return pages(filter, (request) => this.assets.listAssets(request));
  }

  /** Yields every font that the filter selects. */
  allFonts(filter: MessageInitShape<typeof ListFontsRequestSchema> = {}): AsyncGenerator<Font> {
    return pages(filter, (request) => this.fonts.listFonts(request));
  }

  /** Yields every licence. */
  allLicenses(filter: MessageInitShape<typeof ListLicensesRequestSchema> = {}): AsyncGenerator<License> {
    return pages(filter, (request) => this.licenses.listLicenses(request));
  }

  /** Yields every approval that the filter selects. */
  allApprovals(filter: MessageInitShape<typeof ListApprovalsRequestSchema> = {}): AsyncGenerator<Approval> {
    return pages(filter, (request) => this.approvals.listApprovals(request));
  }

  /** Yields every approval policy. */
  allApprovalPolicies(filter: MessageInitShape<typeof ListApprovalPoliciesRequestSchema> = {}): AsyncGenerator<ApprovalPolicy> {
    return pages(filter, (request) => this.approvalPolicies.listApprovalPolicies(request));
  }

  /** Yields every draft that the filter selects. */
  allDrafts(filter: MessageInitShape<typeof ListDraftsRequestSchema> = {}): AsyncGenerator<Draft> {
    return pages(filter, (request) => this.drafts.listDrafts(request));
  }

  /** Yields every decision that the filter selects. */
  allDecisions(filter: MessageInitShape<typeof ListDecisionsRequestSchema> = {}): AsyncGenerator<Decision> {
    return pages(filter, (request) => this.decisions.listDecisions(request));
  }

  /** Yields every API key of the workspace, newest first. */
  apiKeys(filter: MessageInitShape<typeof ListApiKeysRequestSchema> = {}): AsyncGenerator<ApiKey> {
    return pages(filter, (request) => this.keys.listApiKeys(request));
  }

  /** Yields every JWT issuer. */
  allIssuers(filter: MessageInitShape<typeof ListJwtIssuersRequestSchema> = {}): AsyncGenerator<JwtIssuer> {
    return pages(filter, (request) => this.issuers.listJwtIssuers(request));
  }

  /** Yields what was spent day by day, as the filter selects. */
  usageDays(filter: MessageInitShape<typeof ListUsageDaysRequestSchema> = {}): AsyncGenerator<UsageDay> {
    return pages(filter, (request) => this.usage.listUsageDays(request));
  }

  /** Yields every movement of credits, newest first. */
  ledger(filter: MessageInitShape<typeof ListLedgerEntriesRequestSchema> = {}): AsyncGenerator<LedgerEntry> {
    return pages(filter, (request) => this.usage.listLedgerEntries(request));
  }

  /** Yields every audit entry that the filter selects. */
  auditEntries(filter: MessageInitShape<typeof ListAuditEntriesRequestSchema> = {}): AsyncGenerator<AuditEntry> {
    return pages(filter, (request) => this.audit.listAuditEntries(request));
  }
}

/** A sequence as the wire has it. */
function wire(sequence: number | undefined): bigint | undefined {
  return sequence === undefined ? undefined : BigInt(sequence);
}

function connectOptions({ signal, timeout, idempotencyKey }: { [K in keyof CallOptions]: CallOptions[K] | undefined }): ConnectCallOptions {
  return {
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(signal && { signal }),
    ...(idempotencyKey !== undefined && { headers: { "Idempotency-Key": idempotencyKey } }),
  };
}
