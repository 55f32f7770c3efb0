/**
 * Client of the Platen rendering service, for Node and browsers.
 *
 * @packageDocumentation
 */
export { Platen, type Options, type CallOptions } from "./client.js";
export { PlatenError } from "./errors.js";
export { applyFixes } from "./patch.js";
export { verifyWebhook, WebhookSignatureError, type WebhookEvent } from "./webhook.js";
export { imageSignature, MAX_SIGNED_URL, signInlineUrl, signTemplateUrl, type SignedContent, type SigningCredentials } from "./signing.js";
export * from "./gen/platen/signing/v1/signing_pb.js";
export * from "./gen/platen/auth/v1/jwt_issuer_pb.js";
export * from "./gen/platen/auth/v1/admin_pb.js";
export * from "./gen/platen/webhooks/v1/webhook_pb.js";
export * from "./gen/platen/rendering/v1/document_pb.js";
export * from "./gen/platen/rendering/v1/request_pb.js";
export * from "./gen/platen/rendering/v1/render_pb.js";
export * from "./gen/platen/rendering/v1/image_pb.js";
export * from "./gen/platen/rendering/v1/pdf_pb.js";
export * from "./gen/platen/auth/v1/api_key_pb.js";
export * from "./gen/platen/auth/v1/workspace_pb.js";
export * from "./gen/platen/credits/v1/usage_pb.js";
export * from "./gen/platen/api/v1/system_pb.js";
export type { ApprovalState, ErrorDetail, PatchOperation } from "./gen/platen/api/v1/error_pb.js";
export type { Page } from "./gen/platen/api/v1/page_pb.js";
