/**
 * Image endpoints for Astro, static and on Node, and the integration that keeps the renderer out of the bundle.
 *
 * @packageDocumentation
 */
import { respond, type RouteResult } from "./integrations/response.js";

export type { ImageRoute, RouteResult } from "./integrations/response.js";

/** What of Astro's context is used. */
interface Context {
  request: Request;
}

/** The GET of an endpoint such as `src/pages/og/[slug].png.ts`: `export const GET = image(({ props }) => ({ html }))`. */
export function image<C extends Context>(make: (context: C) => RouteResult | Promise<RouteResult>): (context: C) => Promise<Response> {
  // A static build has requests without headers that could name an ETag.
  return async (context) => respond(await make(context), context.request);
}

/** The integration: `integrations: [platen()]` in astro.config.mjs. */
export default function platen(): { name: string; hooks: { "astro:config:setup": (options: { updateConfig(config: object): unknown }) => void } } {
  return {
    name: "@platenhq/platen",
    hooks: {
      "astro:config:setup": ({ updateConfig }) => void updateConfig({ vite: { ssr: { external: ["@platenhq/platen"] } } }),
    },
  };
}
