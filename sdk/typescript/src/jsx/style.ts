import type { PropertyName } from "./properties.js";

type Camel<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

/** `font-size` as `fontSize`; `-webkit-mask` as `WebkitMask` and `-svc-text-fit` as `SvcTextFit`. */
type StyleKey<S extends string> = S extends `-${infer Rest}` ? Capitalize<Camel<Rest>> : Camel<S>;

/** A value of a style: a number is px, but for properties whose numbers have no unit; nothing leaves the property out. */
export type StyleValue = string | number | null | undefined | false;

/** CSS declarations in camelCase or by their CSS names, and custom properties. */
export type StyleObject =
  & { [P in PropertyName as StyleKey<P>]?: StyleValue }
  & { [P in PropertyName]?: StyleValue }
  & { [custom: `--${string}`]: StyleValue };

/** What `style` takes: declarations as an object, as CSS text, or several of them, of which later ones win. */
export type Style = StyleObject | string | false | null | undefined | readonly Style[];

/** Properties whose numbers are not lengths. */
const unitless = new Set([
  "animation-iteration-count", "aspect-ratio", "border-image-slice", "border-image-width", "column-count", "columns", "fill-opacity",
  "flex", "flex-grow", "flex-shrink", "flood-opacity", "font-size-adjust", "font-weight", "grid-area", "grid-column", "grid-column-end", "grid-column-start",
  "grid-row", "grid-row-end", "grid-row-start", "initial-letter", "line-height", "mask-border-slice", "max-lines", "opacity", "order", "orphans",
  "scale", "stop-opacity", "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit", "stroke-opacity", "tab-size", "widows", "z-index", "zoom",
  "-moz-tab-size", "-webkit-box-flex", "-webkit-flex", "-webkit-flex-grow", "-webkit-flex-shrink", "-webkit-line-clamp", "-webkit-order",
  "counter-increment", "counter-reset", "counter-set", "line-clamp",
]);

/** The declarations of a style by their CSS names. */
export function declarations(style: Style): Record<string, string> {
  const out: Record<string, string> = {};
  collect(style, out);
  return out;
}

function collect(style: Style, out: Record<string, string>): void {
  if (!style) return;
  if (typeof style === "string") {
    for (const [name, value] of parse(style)) put(out, name, value);
  } else if (isList(style)) {
    for (const one of style) collect(one, out);
  } else {
    for (const [key, value] of Object.entries(style) as [string, StyleValue][]) {
      if (value === null || value === undefined || value === false || value === "") continue;
      const name = cssName(key);
      if (typeof value === "number") {
        if (!Number.isFinite(value)) throw new RangeError(`the style ${key} is ${value}`);
        put(out, name, value === 0 || name.startsWith("--") || unitless.has(name) ? String(value) : `${value}px`);
      } else if (typeof value === "string") {
        put(out, name, value);
      } else {
        throw new TypeError(`the style ${key} is neither text nor a number`);
      }
    }
  }
}

function isList(style: Style): style is readonly Style[] {
  return Array.isArray(style);
}

/** Sets a declaration; a later one takes its place at the end, as in CSS. */
function put(out: Record<string, string>, name: string, value: string): void {
  delete out[name];
  out[name] = value;
}

/** `fontSize` and `WebkitMask` as CSS writes them; names with a hyphen are CSS names already. */
export function cssName(key: string): string {
  if (key.includes("-")) return key.startsWith("--") ? key : key.toLowerCase();
  if (key === "cssFloat") return "float";
  const name = key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
  return /^(webkit|svc|moz)-/.test(name) ? `-${name}` : name;
}

/** The declarations of CSS text: semicolons separate them outside quotes and brackets. */
function parse(text: string): [string, string][] {
  const out: [string, string][] = [];
  const plain = text.replace(/\/\*[^]*?\*\//g, " ");
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let i = 0; i <= plain.length; i++) {
    const c = plain[i] ?? ";";
    if (c === "\\") i++;
    else if (quote) quote = c === quote && i < plain.length ? "" : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth = Math.max(0, depth - 1);
    if (i < plain.length && (c !== ";" || depth > 0 || quote)) continue;
    const declaration = plain.slice(from, i).trim();
    from = i + 1;
    if (declaration === "") continue;
    const colon = declaration.indexOf(":");
    if (colon < 1) throw new SyntaxError(`"${declaration}" is no declaration`);
    out.push([cssName(declaration.slice(0, colon).trim().replace(/^(?!--).*/, (n) => n.toLowerCase())), declaration.slice(colon + 1).trim()]);
  }
  return out;
}
