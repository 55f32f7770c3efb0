import platen from "@platenhq/platen/eleventy";
import { card } from "./card.mjs";

export default function (config) {
  config.addPlugin(platen, { image: ({ title }) => ({ html: card.replace("Launch day", title), seed: 0 }), base: "https://example.com" });
}
