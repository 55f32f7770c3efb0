/**
 * The renderer that the Nuxt module gives to Nuxt OG Image.
 *
 * @packageDocumentation
 */
import type { ReactElementLike } from "../jsx/react.js";
import type { Font } from "../og/fonts.js";
import { renderElement } from "../og/render.js";

/** What of Nuxt OG Image's context of a request is read. */
export interface OgImageContext {
  extension: string;
  options: {
    width?: number | string;
    height?: number | string;
    component?: string;
    fonts?: unknown[];
    emojis?: string | false;
    props?: { fontFamily?: string };
    takumi?: { devicePixelRatio?: number };
  };
}

/** A font that Nuxt OG Image loaded. */
interface LoadedFont {
  family: string;
  weight: Font["weight"];
  style: Font["style"];
  data: ArrayBuffer | Uint8Array;
}

/** An element of a component, with its style as an object. */
interface VNode extends ReactElementLike {
  props: { style?: Record<string, unknown>; children?: unknown };
}

/** Nuxt OG Image's own functions. */
export interface OgImageParts {
  createVNodes(ctx: OgImageContext): Promise<VNode>;
  loadFontsForRenderer(ctx: OgImageContext, options: object): Promise<LoadedFont[]>;
  getDefaultFontFamily(options: object): { fontFamilyOverride?: string; defaultFont?: string };
  extractCodepoints(node: VNode): Set<number>;
  /** Families that were split by what characters they have, and the names of their parts. */
  buildSubsetFamilyChain(fonts: LoadedFont[]): Map<string, string[]>;
  resolveSubsetChain(family: string, chains: Map<string, string[]>): string[] | undefined;
}

/** A renderer as Nuxt OG Image has them. */
export interface OgImageRenderer {
  name: string;
  supportedFormats: string[];
  createImage(ctx: OgImageContext): Promise<Uint8Array>;
  debug(ctx: OgImageContext): Promise<object>;
}

const formats = { png: "png", jpg: "jpeg", jpeg: "jpeg", webp: "webp" } as const;

/** Makes the renderer of Nuxt OG Image's functions. */
export function ogImageRenderer(parts: OgImageParts): OgImageRenderer {
  return {
    name: "takumi",
    supportedFormats: [...Object.keys(formats), "json"],
    async createImage(ctx) {
      const { options } = ctx;
      const element = await parts.createVNodes(withoutEmoji(ctx));
      const { fontFamilyOverride, defaultFont } = parts.getDefaultFontFamily(options);
      const loaded = await parts.loadFontsForRenderer(ctx, {
        supportedFormats: new Set(["ttf", "otf", "woff", "woff2"]),
        component: options.component,
        fontFamilyOverride: fontFamilyOverride ?? defaultFont,
        codepoints: parts.extractCodepoints(element),
        fontDefs: options.fonts,
      });
      const chains = parts.buildSubsetFamilyChain(loaded);
      const families = (list: string) =>
        list.split(",").map((family) => family.trim().replace(/^["']|["']$/g, "")).flatMap((family) => parts.resolveSubsetChain(family, chains) ?? [family]);
      nameFamilies(element, (list) => families(list).map((family) => (/^[\w-]+$/.test(family) ? family : JSON.stringify(family))).join(", "));
      const first = fontFamilyOverride === undefined ? [] : families(fontFamilyOverride);
      const fonts = loaded.map(({ family, weight, style, data }) => ({ name: family, weight, style, data }));
      fonts.sort((a, b) => Number(first.includes(b.name)) - Number(first.includes(a.name)));
      return Buffer.from(await renderElement(element, {
        width: Number(options.width ?? 1200),
        height: Number(options.height ?? 630),
        format: formats[ctx.extension as keyof typeof formats] ?? "png",
        // Its images are in the elements by now: it downloads them by its own rules.
        fetch: false,
        ...(options.takumi?.devicePixelRatio !== undefined && { scale: Math.min(3, Math.max(1, options.takumi.devicePixelRatio)) }),
        fonts: fonts as Font[],
      }));
    },
    debug: async (ctx) => ({ vnodes: await parts.createVNodes(withoutEmoji(ctx)) }),
  };
}

/** Leaves emoji to the bundled font: Nuxt OG Image downloads an SVG of each. */
function withoutEmoji(ctx: OgImageContext): OgImageContext {
  return { ...ctx, options: { ...ctx.options, emojis: false } };
}

/** Rewrites the families of fonts in the styles of elements. */
function nameFamilies(node: VNode, rewrite: (list: string) => string): void {
  const style = node.props.style;
  if (typeof style?.["fontFamily"] === "string") style["fontFamily"] = rewrite(style["fontFamily"]);
  for (const child of Array.isArray(node.props.children) ? (node.props.children as unknown[]) : []) {
    if (typeof child === "object" && child !== null && "props" in child) nameFamilies(child as VNode, rewrite);
  }
}
