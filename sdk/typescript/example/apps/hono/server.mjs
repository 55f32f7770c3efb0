import { serve } from "@hono/node-server";
import { image } from "@platenhq/platen/hono";
import { Hono } from "hono";
import { card } from "./card.mjs";

const app = new Hono();
app.get("/og", image(() => ({ html: card, seed: 0 })));
app.get("/posts/:slug/og", image((c) => (c.req.param("slug") === "launch-day" ? { html: card, seed: 0, headers: { "Cache-Control": "no-store" } } : c.notFound())));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });
