/** The signed body of a delivery. `data` holds `job` for render events. */
export interface WebhookEvent {
  id: string;
  event: string;
  /** The same at every attempt: a receiver that has seen it responds with 2xx and does nothing. */
  delivery_id: string;
  created_at: string;
  /** Rises by one with every event of the webhook; deliveries may arrive in another order. */
  sequence: number;
  livemode: boolean;
  test: boolean;
  api_version: string;
  workspace_id: string;
  data: Record<string, unknown>;
}

/** A body that was not signed with any of the secrets: respond with 401 and drop it. */
export class WebhookSignatureError extends Error {
  override name = "WebhookSignatureError";
  constructor() {
    super("the webhook signature does not match");
  }
}

type HeaderSource = Headers | Record<string, string | string[] | undefined>;

/**
 * Checks the signature of a delivery in constant time and returns its event. `body` is the raw bytes as received,
 * not JSON written anew. Give both secrets while a rotation is under way. Throws WebhookSignatureError.
 */
export async function verifyWebhook(body: Uint8Array | string, headers: HeaderSource, ...secrets: string[]): Promise<WebhookEvent> {
  const raw = typeof body === "string" ? new TextEncoder().encode(body) : Uint8Array.from(body);
  const given = [signature(headers, "x-service-signature"), signature(headers, "x-service-signature-2")].filter((s) => s !== undefined);
  let valid = false;
  for (const secret of secrets) {
    if (secret === "") continue;
    const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const s of given) {
      if (await crypto.subtle.verify("HMAC", key, s, raw)) valid = true;
    }
  }
  if (!valid) throw new WebhookSignatureError();
  return JSON.parse(new TextDecoder().decode(raw)) as WebhookEvent;
}

/** How far the clocks of sender and receiver may be apart, and how late a delivery may arrive, in seconds. */
export const WEBHOOK_TOLERANCE = 300;

/**
 * Checks a delivery by the headers of the Standard Webhooks specification, which deliveries carry too: webhook-id,
 * webhook-timestamp and webhook-signature. It also refuses deliveries sent more than WEBHOOK_TOLERANCE away from
 * `now`, so that one that was recorded cannot be played again later. Throws WebhookSignatureError.
 */
export async function verifyStandardWebhook(
  body: Uint8Array | string, headers: HeaderSource, secrets: string | string[], now: Date = new Date(),
): Promise<WebhookEvent> {
  const raw = typeof body === "string" ? new TextEncoder().encode(body) : Uint8Array.from(body);
  const id = header(headers, "webhook-id") ?? "";
  const timestamp = header(headers, "webhook-timestamp") ?? "";
  const late = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (id === "" || !/^\d{1,12}$/.test(timestamp) || late > WEBHOOK_TOLERANCE) throw new WebhookSignatureError();
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + raw.length);
  signed.set(prefix);
  signed.set(raw, prefix.length);
  let valid = false;
  for (const secret of [secrets].flat()) {
    const bytes = secret.startsWith("whsec_") ? base64(secret.slice("whsec_".length)) : undefined;
    if (!bytes || bytes.length === 0) continue;
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const text of (header(headers, "webhook-signature") ?? "").split(" ")) {
      const given = text.startsWith("v1,") ? base64(text.slice(3)) : undefined;
      if (given && (await crypto.subtle.verify("HMAC", key, given, signed))) valid = true;
    }
  }
  if (!valid) throw new WebhookSignatureError();
  return JSON.parse(new TextDecoder().decode(raw)) as WebhookEvent;
}

function base64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The bytes of a `sha256=<hex>` header, undefined when it is absent or has another form. */
function signature(headers: HeaderSource, name: string): Uint8Array<ArrayBuffer> | undefined {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(header(headers, name) ?? "")?.[1];
  if (hex === undefined) return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** A header of either form, by its name in lower case. */
function header(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name) return Array.isArray(value) ? value[0] : value;
  }
  return undefined;
}
