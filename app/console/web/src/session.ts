import { signal } from "@preact/signals";

/** Whoever is signed in, as the service tells it. */
export interface Session {
  signed_in: boolean;
  form?: string;
  who?: string;
  workspace?: string;
  live: boolean;
  scopes?: string[];
  brands?: string[];
}

/** undefined until the service has answered. */
export const session = signal<Session | undefined>(undefined);

/** Why nobody is signed in any more, shown on the sign-in page. */
export const farewell = signal("");

/** Whether somebody has signed in anew in this browser, so that this page's secret is of a session that was. */
export const stale = signal(false);

const address = "/console/session";

export async function look(): Promise<void> {
  try {
    session.value = await (await fetch(address)).json();
  } catch {
    farewell.value = "The service does not answer. Reload the page to try again.";
    session.value = { signed_in: false, live: false };
  }
}

/** Signs in, or returns why not. */
export async function signIn(token: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) });
    const body = await answer.json();
    if (!answer.ok) return body.error.message;
    farewell.value = "";
    session.value = body;
    return undefined;
  } catch {
    return "The service does not answer.";
  }
}

export async function signOut(why = ""): Promise<void> {
  const form = session.value?.form ?? "";
  farewell.value = why;
  session.value = { signed_in: false, live: false };
  await fetch(address, { method: "DELETE", headers: { "X-Platen-Form": form } }).catch(() => undefined);
}

/** Whether the token of the session has a scope; `x:write` implies `x:read`. */
export function may(scope: string): boolean {
  const scopes = session.value?.scopes ?? [];
  return scopes.includes(scope) || (scope.endsWith(":read") && scopes.includes(scope.replace(/read$/, "write")));
}
