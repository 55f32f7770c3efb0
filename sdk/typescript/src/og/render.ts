import { sharedRenderer } from "../local.js";
import { fileSource, type FileOptions } from "../local/files.js";
import { isReactElement, type ReactElementLike } from "../jsx/react.js";
import { ogDocument } from "./document.js";
import { fontSheet, type Font } from "./fonts.js";

/** How elements are drawn with the defaults of satori. */
export interface ElementOptions extends FileOptions {
  width?: number | undefined;
  height?: number | undefined;
  fonts?: readonly Font[] | undefined;
  /** Outlines every element. */
  debug?: boolean | undefined;
  format?: "png" | "jpeg" | "webp" | undefined;
  /** Device pixels per CSS pixel, 1 to 3. */
  scale?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Draws React elements with the defaults of satori. An image that cannot be had leaves its place empty. */
export async function renderElement(element: ReactElementLike, options: ElementOptions): Promise<Uint8Array> {
  const { width = 1200, height = 630, fonts = [], debug = false, format = "png", scale, files, fetch, signal } = options;
  if (!isReactElement(element)) throw new TypeError("ImageResponse needs a React element");
  const { css, source } = fontSheet(fonts, fileSource({ files, fetch }));
  const request = {
    document: await ogDocument(element),
    css: `${css}${debug ? "*{outline:1px solid rgb(255 0 0 / .6)}" : ""}`,
    outputs: [{ width, height, format, ...(scale !== undefined && { scale }) }],
    on_missing: { image: "placeholder" },
  };
  const [output] = await sharedRenderer().render(request, { source, signal });
  return output!.bytes;
}
