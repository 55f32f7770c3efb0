import { createClient, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { Platen } from "@sdk/client.js";
import { withTypedErrors } from "@sdk/errors.js";
import { headers, retry, sleep } from "@sdk/retry.js";
import { AuditService } from "@sdk/gen/platen/api/v1/audit_pb.js";
import { ApprovalService } from "@sdk/gen/platen/approvals/v1/approval_pb.js";
import { DecisionService } from "@sdk/gen/platen/approvals/v1/decision_pb.js";
import { DraftService } from "@sdk/gen/platen/approvals/v1/draft_pb.js";
import { ApprovalPolicyService } from "@sdk/gen/platen/approvals/v1/policy_pb.js";
import { BrandService } from "@sdk/gen/platen/brands/v1/brand_pb.js";
import { BrandKitService } from "@sdk/gen/platen/brands/v1/brand_kit_pb.js";
import { TemplateService } from "@sdk/gen/platen/library/v1/template_pb.js";
import { ToolService } from "@sdk/gen/platen/rendering/v1/tools_pb.js";
import { AiService } from "@sdk/gen/platen/ai/v1/ai_pb.js";
import { session, signOut } from "./session";

/** Where the service takes calls with the session in place of a token. */
const root = "/console/api";

const call: typeof fetch = async (input, init) => {
  const sent = new Headers(init?.headers);
  sent.delete("Authorization"); // the service puts the session's token there
  sent.set("X-Platen-Form", session.value?.form ?? "");
  const answer = await fetch(input, { ...init, headers: sent, credentials: "same-origin" });
  if (answer.status === 401 && session.value?.signed_in) void signOut("Your session has ended. Sign in again.");
  return answer;
};

const transport = (interceptors: Interceptor[]) =>
  createConnectTransport({ baseUrl: location.origin + root, useBinaryFormat: true, fetch: call, interceptors });

/** How often a call is tried again that the service asks to wait for: limits pass within a minute. */
const tries = 4;

/** The SDK's client, signed in by the session. */
export const platen = new Platen({ token: "session", transport, retries: tries });

// Services beside those that the client names.
const typed = withTypedErrors(transport([retry(tries, sleep), headers(() => "session")]));
export const templates = createClient(TemplateService, typed);
export const brands = createClient(BrandService, typed);
export const kits = createClient(BrandKitService, typed);
export const approvals = createClient(ApprovalService, typed);
export const policies = createClient(ApprovalPolicyService, typed);
export const drafts = createClient(DraftService, typed);
export const decisions = createClient(DecisionService, typed);
export const audit = createClient(AuditService, typed);
export const tools = createClient(ToolService, typed);
export const ai = createClient(AiService, typed);

/** The address of a picture of the API for an img element. */
export const picture = (path: string): string => root + path;

/** The path of a public address of the service: pictures are loaded from the origin of the page. */
export const here = (address: string): string => new URL(address, location.origin).pathname;

/** Reads a JSON answer of the REST interface as text, where its exact form counts. */
export async function rest(path: string): Promise<string> {
  const answer = await call(root + path);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
