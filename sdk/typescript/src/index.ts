/**
 * Client of the Platen rendering service, for Node, browsers and edge runtimes.
 *
 * @packageDocumentation
 */
export { Platen, type Options, type CallOptions, type GenerateInit, type WaitOptions } from "./client.js";
/** Makes messages of the schemas below, and turns them into JSON and back. */
export { create, fromJson, toJson } from "@bufbuild/protobuf";
export { PlatenError, type PlatenErrorInit } from "./errors.js";
export { setDataJson } from "./digits.js";
export type { Job, JobEvent } from "./jobs.js";
export { applyFixes, applyPatch } from "./patch.js";
export {
  verifyStandardWebhook, verifyWebhook, WEBHOOK_TOLERANCE, WebhookSignatureError, type WebhookEvent,
} from "./webhook.js";
export { imageSignature, MAX_SIGNED_URL, signInlineUrl, signTemplateUrl, type SignedContent, type SigningCredentials } from "./signing.js";
/** The messages of the AI service; apart, for its GenerateRequest is another than rendering's. */
export * as ai from "./gen/platen/ai/v1/ai_pb.js";
export * from "./gen/platen/api/v1/audit_pb.js";
export { ErrorSchema, type ApprovalState, type ErrorDetail, type PatchOperation } from "./gen/platen/api/v1/error_pb.js";
export * from "./gen/platen/api/v1/page_pb.js";
export * from "./gen/platen/api/v1/system_pb.js";
export * from "./gen/platen/approvals/v1/approval_pb.js";
export * from "./gen/platen/approvals/v1/decision_pb.js";
export * from "./gen/platen/approvals/v1/draft_pb.js";
export * from "./gen/platen/approvals/v1/policy_pb.js";
export * from "./gen/platen/auth/v1/admin_pb.js";
export * from "./gen/platen/auth/v1/api_key_pb.js";
export * from "./gen/platen/auth/v1/jwt_issuer_pb.js";
export * from "./gen/platen/auth/v1/workspace_pb.js";
export * from "./gen/platen/brands/v1/brand_kit_pb.js";
export * from "./gen/platen/brands/v1/brand_pb.js";
export * from "./gen/platen/brands/v1/kit_pb.js";
export * from "./gen/platen/credits/v1/usage_pb.js";
export * from "./gen/platen/library/v1/asset_pb.js";
export * from "./gen/platen/library/v1/font_pb.js";
export * from "./gen/platen/library/v1/license_pb.js";
export * from "./gen/platen/library/v1/template_pb.js";
export * from "./gen/platen/policy/v1/policy_pb.js";
export * from "./gen/platen/rendering/v1/document_pb.js";
export * from "./gen/platen/rendering/v1/image_pb.js";
export * from "./gen/platen/rendering/v1/pdf_pb.js";
export * from "./gen/platen/rendering/v1/render_pb.js";
export * from "./gen/platen/rendering/v1/request_pb.js";
export * from "./gen/platen/rendering/v1/tools_pb.js";
export * from "./gen/platen/signing/v1/signing_pb.js";
export * from "./gen/platen/webhooks/v1/webhook_pb.js";
