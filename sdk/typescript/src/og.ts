/**
 * ImageResponse with the constructor of @vercel/og, rendered by Platen: a route changes one import.
 *
 * @packageDocumentation
 */
import type { ReactElementLike } from "./jsx/react.js";
import type { Font } from "./og/fonts.js";
import { renderElement } from "./og/render.js";
import type { FileOptions } from "./local/files.js";
import { LocalRenderError } from "./local/errors.js";

export type { Font, FontStyle, FontWeight } from "./og/fonts.js";
export { LocalRenderError } from "./local/errors.js";

// Elements take Tailwind classes in tw, as with @vercel/og. React's types are not a dependency: without them the declaration
// has no effect, and its error is ignored, also in the declarations of the package.
/** @ts-ignore */
declare module "react" {
  interface HTMLAttributes<T> {
    tw?: string | undefined;
  }
  interface SVGProps<T> {
    tw?: string | undefined;
  }
}

/** Emoji sets of @vercel/og. All of them are drawn with the bundled Noto Color Emoji. */
export type EmojiType = "twemoji" | "blobmoji" | "noto" | "openmoji" | "fluent" | "fluentFlat";

/** The options of an image. */
export interface ImageOptions {
  /** CSS pixels; the default is 1200. */
  width?: number;
  /** CSS pixels; the default is 630. */
  height?: number;
  /** Fonts beside the bundled ones; the first is the default font. */
  fonts?: Font[];
  /** Accepted for compatibility; emoji are bundled and need no network. */
  emoji?: EmojiType;
  /** Outlines every element. */
  debug?: boolean;
}

/** What ImageResponse may be made with. */
export interface ImageResponseOptions extends ImageOptions, Pick<FileOptions, "files" | "fetch"> {
  status?: number;
  statusText?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  /** Ends the render, such as the request's signal. */
  signal?: AbortSignal;
}

/** Renders a PNG of React elements and their options. Remote images are downloaded unless `fetch` is false. */
export function renderPng(element: ReactElementLike, options: ImageResponseOptions = {}): Promise<Uint8Array> {
  return renderElement(element, { ...options, fetch: options.fetch ?? true, format: "png", scale: undefined });
}

/** A Response with an image of React elements. A failed render errors the body, as with @vercel/og. */
export class ImageResponse extends Response {
  static displayName = "ImageResponse";

  constructor(element: ReactElementLike, options: ImageResponseOptions = {}) {
    const { status = 200, statusText, headers } = options;
    const stop = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(await renderPng(element, { ...options, signal }));
        controller.close();
      },
      cancel: (reason) => stop.abort(reason),
    });
    const all = new Headers({
      "Content-Type": "image/png",
      "Cache-Control": process.env["NODE_ENV"] === "development" ? "no-cache, no-store" : "public, immutable, no-transform, max-age=31536000",
    });
    new Headers(headers).forEach((value, name) => all.set(name, value));
    super(body, { headers: all, status, ...(statusText !== undefined && { statusText }) });
  }
}

/** Reports whether an error is of the renderer, such as a missing program. */
export function isLocalRenderError(error: unknown): error is LocalRenderError {
  return error instanceof LocalRenderError;
}
