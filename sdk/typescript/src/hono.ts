/**
 * Image routes for Hono on Node.
 *
 * @packageDocumentation
 */
import { respond, type RouteResult } from "./integrations/response.js";

export type { ImageRoute, RouteResult } from "./integrations/response.js";

/** What of Hono's context is used. */
interface Context {
  req: { raw: Request };
}

/** A handler that responds with the image that make describes: `app.get("/og/:slug", image((c) => ({ html })))`. */
export function image<C extends Context>(make: (context: C) => RouteResult | Promise<RouteResult>): (context: C) => Promise<Response> {
  return async (context) => respond(await make(context), context.req.raw);
}
