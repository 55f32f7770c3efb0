import { fromReact, type ReactNodeLike } from "../jsx/react.js";
import type { DocumentNode } from "../jsx/element.js";
import type { FileOptions } from "./files.js";

/** The file formats. mp4 needs ffmpeg on PATH. */
export type LocalFormat = "png" | "jpeg" | "webp" | "avif" | "gif" | "apng" | "webm" | "mp4" | "svg" | "pdf";

/** What is rendered: exactly one of the four. */
export interface LocalSource {
  /** Markup. */
  html?: string | undefined;
  /** React elements, or what the package's own JSX runtime makes. */
  jsx?: ReactNodeLike;
  /** A document tree. */
  document?: DocumentNode | undefined;
  /** The slug of a built-in template, such as `quote`. */
  template?: string | undefined;
}

/** What render may be called with; members mean what the service's do. */
export interface LocalOptions extends LocalSource, FileOptions {
  css?: string | undefined;
  /** Values for the template's variables, or for {{ placeholders }} in html and document. */
  data?: Record<string, unknown> | undefined;
  /** A brand kit: the `kit` of a version. */
  kit?: object | undefined;
  /** Such as `og`; without it and a size the image is 1200 × 630. */
  preset?: string | undefined;
  width?: number | undefined;
  /** `auto` is as tall as the document. */
  height?: number | "auto" | undefined;
  /** The default is png. */
  format?: LocalFormat | undefined;
  /** Device pixels per CSS pixel, 1 to 3. */
  scale?: number | undefined;
  quality?: number | undefined;
  lossless?: boolean | undefined;
  palette?: boolean | undefined;
  /** `best` makes the smallest PNG that about ten times the CPU time finds. */
  effort?: "normal" | "best" | undefined;
  /** How the text of an SVG is written: `text` can be selected and searched. The default is `outlines`. */
  svgText?: "outlines" | "text" | undefined;
  /** Cuts a still image to what is painted. */
  trim?: boolean | undefined;
  /** A CSS colour below the document, such as `#FFF`; `transparent` is allowed. */
  background?: string | undefined;
  maxBytes?: number | undefined;
  /** The paper of a PDF. */
  page?: { size?: string; margin?: string } | undefined;
  animation?: { fps?: number; duration?: number; loops?: number } | undefined;
  locale?: string | undefined;
  direction?: "ltr" | "rtl" | "auto" | undefined;
  timezone?: string | undefined;
  seed?: number | undefined;
  /** What a missing image, glyph or variable does. A missing image is an error by default. */
  onMissing?: { image?: "error" | "placeholder"; glyph?: "error" | "fallback"; variable?: "error" | "empty" } | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds; the default is the renderer's 30000. */
  timeout?: number | undefined;
}

// The compiler checks that it names every option.
const known: Record<keyof LocalOptions, true> = {
  html: true, jsx: true, document: true, template: true, css: true, data: true, kit: true, preset: true, width: true, height: true, format: true, scale: true, quality: true, lossless: true,
  palette: true, effort: true, svgText: true, trim: true, background: true, maxBytes: true, page: true, animation: true, locale: true, direction: true, timezone: true, seed: true, onMissing: true,
  files: true, fetch: true, signal: true, timeout: true,
};

/** The request of the service that options stand for. Unknown options are errors, as unknown fields of the service's requests. */
export async function toRequest(o: LocalOptions): Promise<Record<string, unknown>> {
  const unknown = Object.entries(o).filter(([name, value]) => value !== undefined && !Object.hasOwn(known, name)).map(([name]) => name);
  if (unknown.length > 0) throw new TypeError(`render has no option ${unknown.join(", ")}; its options are ${Object.keys(known).join(", ")}`);
  const sources = [o.html, o.jsx, o.document, o.template].filter((source) => source !== undefined && source !== null);
  if (sources.length !== 1) throw new TypeError(`render needs exactly one of html, jsx, document and template; it has ${sources.length}`);
  const sized = o.preset !== undefined || o.page?.size !== undefined;
  return defined({
    html: o.html,
    document: o.jsx === undefined || o.jsx === null ? o.document : await fromReact(o.jsx),
    template: o.template === undefined ? undefined : { id: o.template },
    css: o.css,
    data: o.data,
    outputs: [
      defined({
        preset: o.preset,
        width: o.width ?? (sized ? undefined : 1200),
        height: o.height === "auto" ? undefined : (o.height ?? (sized ? undefined : 630)),
        auto_height: o.height === "auto" ? true : undefined,
        format: o.format,
        scale: o.scale,
        quality: o.quality,
        lossless: o.lossless,
        palette: o.palette,
        effort: o.effort,
        trim: o.trim,
        background: o.background,
        max_bytes: o.maxBytes,
        svg: o.svgText === undefined ? undefined : { text: o.svgText },
        page: o.page,
        animation: o.animation,
      }),
    ],
    locale: o.locale,
    direction: o.direction,
    timezone: o.timezone,
    seed: o.seed,
    on_missing: o.onMissing,
  });
}

function defined(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
