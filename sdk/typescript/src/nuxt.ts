/**
 * The Nuxt module that makes Platen the renderer of Nuxt OG Image, listed before it:
 * `modules: ["@platenhq/platen/nuxt", "nuxt-og-image"]`.
 *
 * @packageDocumentation
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import nitroModule from "./nitro.js";

/** What of Nitro's configuration is read and written. */
interface NitroConfig {
  alias?: Record<string, string>;
  virtual?: Record<string, string | (() => string | Promise<string>)>;
}

/** What of a Nitro instance is used. */
interface Nitro {
  options: NitroConfig & Parameters<typeof nitroModule.setup>[0]["options"];
  hooks: { hook(name: string, handler: (config: NitroConfig) => void): unknown };
}

/** What of Nuxt is used. */
interface Nuxt {
  options: { alias: Record<string, string> };
  hook(name: "modules:done", handler: () => void): unknown;
  hook(name: "nitro:config", handler: (config: NitroConfig) => void): unknown;
  hook(name: "nitro:init", handler: (nitro: Nitro) => void): unknown;
}

const renderer = fileURLToPath(new URL("./nuxt/renderer.js", import.meta.url));
const alias = "#og-image/renderers/takumi";
const virtual = "#platen/og-image";

/** Nuxt OG Image's own modules that find out what a component renders; they read Nuxt's virtual modules and are bundled. */
const parts = { vnodes: "core/vnodes.js", fonts: "fonts.js" };

/** Puts Platen in the place of Nuxt OG Image's renderer of `*.takumi.vue` components, which is its default. */
function replace(config: NitroConfig): void {
  const given = config.alias?.[alias];
  if (given === undefined || given === virtual) return;
  // In a project without components for this renderer, Nuxt OG Image writes its replacement into another folder.
  const folder = dirname(dirname(given));
  if (!/[\\/]og-image$/.test(folder)) return;
  for (const part of Object.values(parts)) {
    if (!existsSync(join(folder, part))) throw new Error(`@platenhq/platen/nuxt works with nuxt-og-image 6; the installed one has no ${part}`);
  }
  const from = (path: string) => JSON.stringify(path.replaceAll("\\", "/"));
  (config.virtual ??= {})[virtual] = `import { createVNodes } from ${from(join(folder, parts.vnodes))};
import * as fonts from ${from(join(folder, parts.fonts))};
import { ogImageRenderer } from "@platenhq/platen/nuxt/renderer";
export default ogImageRenderer({ createVNodes, ...fonts });
`;
  config.alias![alias] = virtual;
}

export default function platen(_options: unknown, nuxt: Nuxt): void {
  // Nuxt OG Image looks for the package of its renderer by this name, and installs it in development where it is missing.
  nuxt.options.alias["@takumi-rs/core"] ??= renderer;
  // Its own hooks are registered by now: these come after them.
  nuxt.hook("modules:done", () => {
    nuxt.hook("nitro:config", replace);
    nuxt.hook("nitro:init", (nitro) => {
      replace(nitro.options);
      nitro.hooks.hook("prerender:config", replace);
      nitroModule.setup(nitro);
    });
  });
}
