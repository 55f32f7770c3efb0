import { image } from "@platenhq/platen/astro";
import { card } from "../../../card.mjs";

export function getStaticPaths() {
  return [{ params: { slug: "launch-day" }, props: { html: card } }];
}

export const GET = image(({ props }) => ({ html: props.html, seed: 0 }));
