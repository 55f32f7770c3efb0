import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { Platen } from "@sdk/client.js";
import { openly, pace } from "./pace";
import { session, signOut, stale } from "./session";

/** Where the service takes calls with the session in place of a token. */
const root = "/console/api";

const call: typeof fetch = async (input, init) => {
  const sent = new Headers(init?.headers);
  sent.delete("Authorization"); // the service puts the session's token there
  sent.set("X-Platen-Form", session.value?.form ?? "");
  const response = await fetch(input, { ...init, headers: sent, credentials: "same-origin" }).catch((e: unknown) => {
    throw init?.signal?.aborted ? e : new ConnectError("The service cannot be reached.", Code.Unavailable, undefined, undefined, e);
  });
  if (response.status === 401 && session.value?.signed_in) void signOut("Your session has ended. Sign in again.");
  if (response.status === 403 && response.headers.get("X-Platen-Form") === "stale") stale.value = true;
  return response;
};

const transport = (interceptors: Interceptor[]) =>
  createConnectTransport({ baseUrl: location.origin + root, useBinaryFormat: true, fetch: call, interceptors: [...interceptors, pace] });

/** How often a call is tried again after a failure that may pass; what limits refuse is paced. */
const tries = 3;

const sleep = (ms: number, abort: AbortSignal) => openly("failure", ms, abort);

/** The SDK's client, signed in by the session. */
export const platen = new Platen({ token: "session", transport, retries: tries, timeout: 0, sleep });

export const { templates, brands, brandKits: kits, approvals, approvalPolicies: policies, drafts, decisions, audit, tools, ai } = platen;

/** The address of an image of the API for an img element. */
export const imageURL = (path: string): string => root + path;

/** The path of a public address of the service: images are loaded from the origin of the page. */
export const here = (address: string): string => new URL(address, location.origin).pathname;

/** Reads a JSON response of the REST interface as text, where its exact form counts. */
export async function rest(path: string): Promise<string> {
  const response = await call(root + path);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
