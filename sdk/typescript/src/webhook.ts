/** The signed body of a delivery. `data` holds `job` for render events. */
export interface WebhookEvent {
  id: string;
  event: string;
  /** The same at every attempt: a receiver that has seen it answers 2xx and does nothing. */
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

/** A body that was not signed with any of the secrets: answer 401 and drop it. */
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

/** The bytes of a `sha256=<hex>` header, undefined when it is absent or has another form. */
function signature(headers: HeaderSource, name: string): Uint8Array<ArrayBuffer> | undefined {
  const value = headers instanceof Headers ? headers.get(name) : find(headers, name);
  const hex = /^sha256=([0-9a-f]{64})$/.exec(value ?? "")?.[1];
  if (hex === undefined) return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function find(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name) return Array.isArray(value) ? value[0] : value;
  }
  return undefined;
}
