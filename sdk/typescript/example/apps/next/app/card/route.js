import { render } from "@platenhq/platen/local";
import { card } from "../../card.mjs";

export const dynamic = "force-dynamic";

export async function GET() {
  const image = await render({ html: card, seed: 0 });
  return new Response(image.bytes, { headers: { "Content-Type": image.contentType } });
}
