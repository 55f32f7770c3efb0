/** A signing key as `createSigningKey` gave it, and where the service is reached. Keep the secret on servers. */
export interface SigningCredentials {
  baseUrl: string;
  kid: string;
  /** The text that begins with `ssk_`. */
  secret: string;
}

/** What an inline URL shows: a sign item in the REST API's JSON, without ref, form and expires_at. */
export interface SignedContent {
  html?: string;
  document?: Record<string, unknown>;
  template?: { id: string; version?: number };
  data?: Record<string, unknown>;
  brand_id?: string;
  brand_kit?: { id: string; version?: number };
  width?: number;
  height?: number;
  locale?: string;
  seed?: number;
  content_version?: string;
  fallback?: string;
}

/** The longest URL the service mints itself, in bytes; caches on the way may refuse longer ones. */
export const MAX_SIGNED_URL = 8000;

/**
 * Mints the URL of an image that carries its request, without calling the service. The service checks what it asks
 * for when it is fetched first. Throws a RangeError when the URL would be longer than MAX_SIGNED_URL.
 */
export async function signInlineUrl(key: SigningCredentials, content: SignedContent, expires?: Date): Promise<string> {
  const packed = await deflateRaw(new TextEncoder().encode(sortedJson(content)));
  const url = await signed(key, `d/${base64url(packed)}.png`, "", expires);
  if (url.length > MAX_SIGNED_URL) throw new RangeError(`the URL would have ${url.length} bytes, more than ${MAX_SIGNED_URL}; mint a stored one`);
  return url;
}

/** Mints the URL of a template's image with values for its variables, without calling the service. */
export async function signTemplateUrl(
  key: SigningCredentials,
  template: { id: string; version: number },
  values: Record<string, string> = {},
  expires?: Date,
): Promise<string> {
  const query = Object.keys(values)
    .sort(byBytes)
    .map((name) => `${escape(name)}=${escape(values[name]!)}`)
    .join("&");
  return signed(key, `t/${template.id}@${template.version}.png`, query, expires);
}

/**
 * Signs what follows the signature in a URL's path: base64url(HMAC-SHA256(secret, "svc-img-v1\n" + kid + "\n" + rest +
 * "\n" + expiry)). `expiry` is Unix time in seconds, or "".
 */
export async function imageSignature(key: Pick<SigningCredentials, "kid" | "secret">, rest: string, expiry = ""): Promise<string> {
  const encoder = new TextEncoder();
  const hmac = await crypto.subtle.importKey("raw", encoder.encode(key.secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const sum = await crypto.subtle.sign("HMAC", hmac, encoder.encode(`svc-img-v1\n${key.kid}\n${rest}\n${expiry}`));
  return base64url(new Uint8Array(sum));
}

async function signed(key: SigningCredentials, path: string, query: string, expires?: Date): Promise<string> {
  const expiry = expires === undefined ? "" : String(Math.floor(expires.getTime() / 1000));
  const signature = await imageSignature(key, query === "" ? path : `${path}?${query}`, expiry);
  const all = [query, expiry === "" ? "" : `exp=${expiry}`].filter((s) => s !== "").join("&");
  return `${key.baseUrl.replace(/\/$/, "")}/i/${key.kid}/${signature}/${path}${all === "" ? "" : `?${all}`}`;
}

/** Form encoding as the service writes it: a space is +, and only letters, digits and - _ . ~ stay. */
function escape(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!*'()]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

/** The order of UTF-8 bytes, which is that of code points. */
function byBytes(a: string, b: string): number {
  const x = Array.from(a, (c) => c.codePointAt(0)!);
  const y = Array.from(b, (c) => c.codePointAt(0)!);
  for (let i = 0; i < x.length && i < y.length; i++) if (x[i] !== y[i]) return x[i]! - y[i]!;
  return x.length - y.length;
}

/** RFC 8785: sorted members, no white space; JSON.stringify writes the rest that way already. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, v: unknown) => {
    if (typeof v !== "object" || v === null || Array.isArray(v)) return v;
    return Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** DEFLATE without a wrapper: the `deflate` every runtime has, without its header of 2 bytes and its sum of 4. */
async function deflateRaw(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer()).subarray(2, -4);
}

function base64url(bytes: Uint8Array): string {
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
