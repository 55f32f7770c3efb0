// Where the paths of warnings and errors stand in the text that was typed.

/** A place: the tab and the line, counted from 1. */
export interface Spot { tab: string; line: number }

const voids = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const lineAt = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

interface Found { tag: string; at: number; inner: number; index: number; parent: Found | undefined; counts: Map<string, number> }

/** Every element of a markup, with where it begins. Good enough for lines: it forgives what a browser forgives. */
function* elements(text: string): Generator<Found> {
  const root: Found = { tag: "", at: 0, inner: 0, index: 1, parent: undefined, counts: new Map() };
  let open = root;
  const form = /<!--[\s\S]*?-->|<\/([a-zA-Z][\w-]*)\s*>|<([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g;
  for (let m = form.exec(text); m; m = form.exec(text)) {
    const [whole, closed, opened, attributes] = m;
    if (closed) {
      for (let e: Found | undefined = open; e?.parent; e = e.parent) if (e.tag === closed.toLowerCase()) { open = e.parent; break; }
    } else if (opened) {
      const tag = opened.toLowerCase();
      const index = (open.counts.get(tag) ?? 0) + 1;
      open.counts.set(tag, index);
      const found: Found = { tag, at: m.index, inner: m.index + whole.length, index, parent: open, counts: new Map() };
      yield found;
      if (tag === "style" || tag === "script") {
        const end = text.toLowerCase().indexOf(`</${tag}`, found.inner);
        form.lastIndex = end < 0 ? text.length : end;
        continue;
      }
      if (!voids.has(tag) && !attributes?.endsWith("/")) open = found;
    }
  }
}

/** Where `html/body[1]/h1[1]` stands; html, head and body may be missing from the text. */
function element(text: string, path: string): Found | undefined {
  const steps = path.split("/").map((s) => /^([\w-]+)(?:\[(\d+)\])?/.exec(s)).filter((m) => m !== null)
    .map((m) => ({ tag: m[1]!, index: Number(m[2] ?? 1) })).filter((s) => !["html", "head", "body"].includes(s.tag));
  for (const e of elements(text)) {
    const chain: Found[] = [];
    for (let up: Found | undefined = e; up?.parent; up = up.parent) if (!["html", "head", "body"].includes(up.tag)) chain.unshift(up);
    if (chain.length === steps.length && chain.every((c, i) => c.tag === steps[i]!.tag && c.index === steps[i]!.index)) return e;
  }
  return undefined;
}

/** Where a JSON Pointer leads in a JSON text. */
export function pointer(text: string, path: string): number {
  let at = 0;
  for (const token of path.split("/").slice(1).map((t) => t.replaceAll("~1", "/").replaceAll("~0", "~"))) {
    const inner = step(text, at, token);
    if (inner === undefined) break;
    at = inner;
  }
  return lineAt(text, at);
}

/** The offset of a member or item of the value that begins at or after an offset. */
function step(text: string, from: number, token: string): number | undefined {
  let depth = 0, index = 0, key = "";
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === '"') {
      const end = /"(?:[^"\\]|\\.)*"/y;
      end.lastIndex = i;
      const found = end.exec(text)?.[0] ?? '"';
      if (depth === 1) key = found.slice(1, -1);
      const colon = /\s*:/y;
      colon.lastIndex = i + found.length;
      const follows = colon.exec(text);
      if (depth === 1 && follows && key === token) return i;
      i += found.length - 1;
    } else if (c === "{" || c === "[") {
      if (depth === 1 && String(index) === token && isItem(text, from)) return i;
      depth++;
    } else if (c === "}" || c === "]") {
      if (--depth <= 0) return undefined;
    } else if (c === "," && depth === 1) index++;
  }
  return undefined;
}

const isItem = (text: string, from: number) => /^(?:"(?:[^"\\]|\\.)*"\s*:)?\s*\[/.test(text.slice(from));

/** The position of a path of the response, undefined when it names none in the texts. */
export function spot(path: string, texts: { html: string; css: string; tree: string; data: string }): Spot | undefined {
  const position = / (\d+):\d+$/.exec(path);
  const line = Number(position?.[1] ?? 1);
  if (path.startsWith("/css")) return { tab: "css", line };
  if (path.startsWith("/document")) return { tab: "tree", line: pointer(texts.tree, path.slice("/document".length).replace(/ .*/, "")) };
  if (path.startsWith("/data")) return { tab: "data", line: pointer(texts.data, path.slice("/data".length)) };
  if (path.startsWith("/html")) return { tab: "html", line };
  if (path.startsWith("html")) {
    const found = element(texts.html, path.replace(/ .*/, ""));
    if (!found) return { tab: "html", line: 1 };
    return { tab: "html", line: position ? lineAt(texts.html, found.inner) + line - 1 : lineAt(texts.html, found.at) };
  }
  return undefined;
}
