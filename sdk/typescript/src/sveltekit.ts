/**
 * Image endpoints for SvelteKit on Node.
 *
 * @packageDocumentation
 */
import { respond, type RouteResult } from "./integrations/response.js";

export type { ImageRoute, RouteResult } from "./integrations/response.js";

/** What of SvelteKit's event is used. */
interface Event {
  request: Request;
}

/** The GET of a `+server.ts` that responds with the image that make describes: `export const GET = image(({ params }) => ({ html }))`. */
export function image<E extends Event>(make: (event: E) => RouteResult | Promise<RouteResult>): (event: E) => Promise<Response> {
  return async (event) => respond(await make(event), event.request);
}
