import { defineEventHandler } from "h3";
import { render } from "@platenhq/platen/local";
import { card } from "../card.mjs";

export default defineEventHandler(async () => {
  const image = await render({ html: card, seed: 0 });
  return new Response(image.bytes, { headers: { "Content-Type": image.contentType } });
});
