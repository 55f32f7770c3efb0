/**
 * Images for Eleventy: a shortcode that renders one into the output folder and returns its address.
 *
 * @packageDocumentation
 */
import { createHash } from "node:crypto";
import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { close, render, type LocalOptions } from "./local.js";

/** What of Eleventy's configuration is used. */
interface EleventyConfig {
  addAsyncShortcode(name: string, shortcode: (...values: never[]) => Promise<string>): void;
  on(event: string, listener: () => void): void;
  directories?: { output?: string };
  dir?: { output?: string };
}

/** How the plugin works. */
export interface PlatenPluginOptions {
  /** The image of a page from what the shortcode is called with. */
  image: (data: Record<string, unknown>) => LocalOptions | Promise<LocalOptions>;
  /** The shortcode's name; the default is `ogImage`. */
  name?: string;
  /** The folder of the images in the output and in addresses; the default is `og`. */
  folder?: string;
  /** Comes before the address, such as the site's origin: crawlers want absolute addresses. */
  base?: string;
}

/**
 * Adds the shortcode: `{% ogImage { title: title } %}` in Nunjucks, `{% ogImage page %}` in Liquid. Images are named by a
 * hash of their inputs; one that exists is not rendered again.
 */
export default function platen(config: EleventyConfig, { image, name = "ogImage", folder = "og", base = "" }: PlatenPluginOptions): void {
  config.addAsyncShortcode(name, async (data: Record<string, unknown> = {}) => {
    const options = await image(data);
    const key = createHash("sha256").update(JSON.stringify(options)).digest("hex").slice(0, 20);
    const file = `${key}.${options.format ?? "png"}`;
    const out = join(config.directories?.output ?? config.dir?.output ?? "_site", folder);
    const there = await access(join(out, file)).then(() => true, () => false);
    if (!there) {
      const { bytes } = await render(options);
      await mkdir(out, { recursive: true });
      await writeFile(join(out, file), bytes);
    }
    return `${base}/${folder}/${file}`;
  });
  config.on("eleventy.after", close);
}
