/**
 * Renders images in this process's machine, without a service: through one warm child process of the platen program.
 *
 * @packageDocumentation
 */
import { fileSource } from "./local/files.js";
import { toRequest, type LocalOptions } from "./local/options.js";
import { Renderer, type RenderCall, type RenderedOutput } from "./local/renderer.js";

export { binaryPath, platformPackage } from "./local/binary.js";
export { LocalRenderError, type LocalErrorDetail } from "./local/errors.js";
export type { FileOptions, FileSource } from "./local/files.js";
export type { LocalFormat, LocalOptions, LocalSource } from "./local/options.js";
export { Renderer, type RenderCall, type RenderedOutput, type RendererOptions } from "./local/renderer.js";

/** A rendered image. */
export interface LocalImage extends RenderedOutput {
  contentType: string;
}

const types: Record<string, string> = {
  png: "image/png", jpeg: "image/jpeg", webp: "image/webp", avif: "image/avif", gif: "image/gif", apng: "image/apng",
  webm: "video/webm", mp4: "video/mp4", svg: "image/svg+xml", pdf: "application/pdf",
};

/** The media type of a format. */
export function contentTypeOf(format: string): string {
  return types[format] ?? "application/octet-stream";
}

// On the global object: bundles and reloads of development servers may load this module several times.
const shared = Symbol.for("@platenhq/platen/local");

/** The renderer that render uses; it is made when it is first needed. */
export function sharedRenderer(): Renderer {
  const holder = globalThis as { [shared]?: Renderer };
  return (holder[shared] ??= new Renderer());
}

/**
 * Renders one image. The document, the options, the warnings and the bytes are the service's. Throws a LocalRenderError
 * that names every invalid place, or the signal's reason.
 */
export async function render(options: LocalOptions, renderer: Renderer = sharedRenderer()): Promise<LocalImage> {
  const call: RenderCall = { signal: options.signal, timeout: options.timeout, kit: options.kit, source: fileSource(options) };
  const [output] = await renderer.render(await toRequest(options), call);
  if (!output) throw new TypeError("the renderer returned no output");
  return { ...output, contentType: contentTypeOf(output.format) };
}

/** Ends the shared renderer's process. The next render starts another. It ends with this process in any case. */
export function close(): void {
  const holder = globalThis as { [shared]?: Renderer };
  holder[shared]?.close();
  delete holder[shared];
}
