import type { FileSource } from "../local/files.js";

export type FontWeight = 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;
export type FontStyle = "normal" | "italic";

/** A font file: TTF, OTF, WOFF or WOFF2. */
export interface Font {
  name: string;
  data: ArrayBuffer | Uint8Array;
  weight?: FontWeight;
  style?: FontStyle;
  lang?: string;
}

const scheme = "platen-font:";

/** The style sheet that declares fonts, and a source that has their files. */
export function fontSheet(fonts: readonly Font[], next: FileSource | undefined): { css: string; source: FileSource } {
  const families = [...new Set(fonts.map((font) => font.name)), "Noto Sans"].map((name) => JSON.stringify(name));
  const faces = fonts.map(({ name, weight = 400, style = "normal" }, i) =>
    `@font-face{font-family:${JSON.stringify(name)};font-weight:${Number(weight)};font-style:${style === "italic" ? "italic" : "normal"};src:url("${scheme}${i}")}`);
  return {
    css: `${faces.join("")}@layer tw-base{html{font-family:${families.join(",")},sans-serif}}`,
    source: (url, signal) => {
      const font = url.startsWith(scheme) ? fonts[Number(url.slice(scheme.length))] : undefined;
      if (font) return font.data instanceof Uint8Array ? font.data : new Uint8Array(font.data);
      return next?.(url, signal);
    },
  };
}
