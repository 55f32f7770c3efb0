import { defineConfig } from "vite";

// Everything is bundled, the client too: the program is found when it runs.
export default defineConfig({ build: { ssr: "src/server.mjs", outDir: "dist" }, ssr: { noExternal: true } });
