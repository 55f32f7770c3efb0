import { signal } from "@preact/signals";

/** The person who is signed in, as the service reports it. */
export interface Session {
  signed_in: boolean;
  form?: string;
  who?: string;
  workspace?: string;
  live: boolean;
  scopes?: string[];
  brands?: string[];
  /** Whether it also holds a token of the other mode. */
  both?: boolean;
}

/** undefined until the service has responded. */
export const session = signal<Session | undefined>(undefined);

/** Why the session has ended, shown on the sign-in page. */
export const farewell = signal("");

/** Whether someone has signed in again in this browser, so that this page's secret belongs to an earlier session. */
export const stale = signal(false);

const address = "/console/session";

/** What a sign-in link begins with, as the fragment of the console's address. */
const linkPrefix = "svc_signin_";

/** Takes the sign-in link out of the address, so that neither the history nor a copied address holds it. */
function takeLink(): string {
  const text = location.hash.slice(1);
  if (!text.startsWith(linkPrefix)) return "";
  history.replaceState(null, "", location.pathname + location.search);
  return text;
}

export async function look(): Promise<void> {
  const link = takeLink();
  if (link) {
    const why = await exchange({ link });
    if (why === undefined) return;
    farewell.value = why;
  }
  try {
    const response = await fetch(address);
    const body = await response.json();
    if (!response.ok) {
      farewell.value = body.error.message;
      session.value = { signed_in: false, live: false };
      return;
    }
    session.value = body;
  } catch {
    farewell.value = "The service does not respond. Reload the page to try again.";
    session.value = { signed_in: false, live: false };
  }
}

/** Signs in, or returns why not. */
export const signIn = (token: string): Promise<string | undefined> => exchange({ token });

/** Exchanges a token, or a sign-in link, for a session. */
async function exchange(given: { token: string } | { link: string }): Promise<string | undefined> {
  try {
    const response = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) });
    const body = await response.json();
    if (!response.ok) return body.error.message;
    farewell.value = "";
    session.value = body;
    return undefined;
  } catch {
    return "The service does not respond.";
  }
}

/** Switches between live and test, to the given token or to the one that the session holds, or returns why not. */
export async function switchMode(token = ""): Promise<string | undefined> {
  try {
    const response = await fetch(address, { method: "PUT", headers: { "Content-Type": "application/json", "X-Platen-Form": session.value?.form ?? "" }, body: JSON.stringify({ token }) });
    const body = await response.json();
    if (!response.ok) return body.error.message;
    // Everything on the page is of the mode before.
    location.reload();
    return undefined;
  } catch {
    return "The service does not respond.";
  }
}

/** Ends the session. The sign-in page appears when the service has ended it, or immediately when it has already ended: why gives the reason. */
export async function signOut(why = ""): Promise<void> {
  const form = session.value?.form ?? "";
  const leave = (reason: string) => { farewell.value = reason; session.value = { signed_in: false, live: false }; };
  if (why) leave(why);
  // keepalive: the request outlives a page that is reloaded or closed meanwhile.
  const ended = await fetch(address, { method: "DELETE", keepalive: true, headers: { "X-Platen-Form": form } }).catch(() => undefined);
  if (!why) leave(ended ? "" : "The service does not respond. This browser may still be signed in: reload the page and sign out again.");
}

/** Whether the token of the session has a scope; `x:write` implies `x:read`. */
export function may(scope: string): boolean {
  const scopes = session.value?.scopes ?? [];
  return scopes.includes(scope) || (scope.endsWith(":read") && scopes.includes(scope.replace(/read$/, "write")));
}
