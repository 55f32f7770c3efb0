import platen from "@platenhq/platen/astro";
import { defineConfig } from "astro/config";

export default defineConfig({ site: "https://example.com", integrations: [platen()] });
