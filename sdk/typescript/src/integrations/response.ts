import { render, type LocalOptions } from "../local.js";

/** An image and the response it is sent in. */
export interface ImageRoute extends LocalOptions {
  status?: number;
  /** Laid over the response's own: Content-Type, Cache-Control and ETag. */
  headers?: ConstructorParameters<typeof Headers>[0];
}

/** What a route returns: an image, or a response of its own, such as a 404. */
export type RouteResult = ImageRoute | Response;

/**
 * The response of an image. Its ETag is the hash of its bytes; a request that names it gets 304. It is public and
 * revalidated after an hour, unless headers say otherwise.
 */
export async function imageResponse(route: ImageRoute, request?: Request): Promise<Response> {
  const { status = 200, headers, ...options } = route;
  const image = await render({ ...options, signal: options.signal ?? request?.signal });
  const etag = `"${image.sha256}"`;
  const all = new Headers({ "Content-Type": image.contentType, "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400", ETag: etag });
  new Headers(headers).forEach((value, name) => all.set(name, value));
  const known = request?.headers.get("If-None-Match")?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  if (status === 200 && known) {
    all.delete("Content-Type");
    return new Response(null, { status: 304, headers: all });
  }
  return new Response(image.bytes as Uint8Array<ArrayBuffer>, { status, headers: all });
}

/** The response of what a route returned. */
export async function respond(result: RouteResult, request?: Request): Promise<Response> {
  return result instanceof Response ? result : imageResponse(result, request);
}
