import { declarations, type Style } from "./style.js";

/**
 * A document tree, as requests take it: an element, or text when there is no tag. What JSX expressions are. The same
 * tree is `source: { case: "document", value }` of a request and `document` of signInlineUrl.
 */
export type DocumentNode = {
  tag?: string;
  id?: string;
  class?: string;
  style?: Record<string, string>;
  attrs?: Record<string, string>;
  text?: string;
  children?: DocumentNode[];
};

/** What may stand between tags: nodes, text, numbers, lists of them, and nothing. */
export type Child = DocumentNode | string | number | bigint | boolean | null | undefined | readonly Child[];

/** What `class` and `className` take: names, lists of them, and objects whose true members count. */
export type ClassValue = string | false | null | undefined | { readonly [name: string]: unknown } | readonly ClassValue[];

/** A component: a function from properties to what it shows. It may not be async: get data before. */
export type Component<P = object> = (props: P) => Child;

/** Marks a node that stands for its children when it is inside another. */
const fragment = Symbol("fragment");

type Group = DocumentNode & { [fragment]?: true };

/** Groups children without an element of its own. As the root of a document it is a `div`. */
export function Fragment({ children }: { children?: Child }): DocumentNode {
  return group(children);
}

function group(children: Child): Group {
  const node: Group = { tag: "div", children: nodes(children) };
  Object.defineProperty(node, fragment, { value: true });
  return node;
}

/** Attributes with their own names in JSX. */
const renamed: Record<string, string> = {
  htmlFor: "for", srcSet: "srcset", colSpan: "colspan", rowSpan: "rowspan", dateTime: "datetime", crossOrigin: "crossorigin", tabIndex: "tabindex",
  xlinkHref: "xlink:href", xmlSpace: "xml:space",
};

/** Attributes of SVG that are camelCase in SVG itself; of all other camelCase names the CSS form is meant. */
const kept = /^(viewBox|preserveAspectRatio|gradientUnits|gradientTransform|spreadMethod|patternUnits|patternContentUnits|patternTransform|clipPathUnits|mask(Content)?Units|marker(Width|Height|Units)|ref[XY]|pathLength|textLength|lengthAdjust|startOffset|stdDeviation|baseFrequency|numOctaves|tableValues|(kernelMatrix|kernelUnitLength)|surfaceScale|specular(Constant|Exponent)|diffuseConstant|[xy]ChannelSelector|filterUnits|primitiveUnits|attributeName|repeatCount|keyTimes|keySplines|calcMode|limitingConeAngle|pointsAt[XYZ]|edgeMode|targetX|targetY|stitchTiles)$/;

/** Makes what a JSX expression is. `key` is ignored. */
export function element(type: string | Component<never>, props: Record<string, unknown>): DocumentNode {
  if (typeof type === "function") {
    const made: unknown = (type as Component<Record<string, unknown>>)(props);
    if (isThenable(made)) throw new TypeError(`the component ${type.name} is async; get its data before`);
    return isNode(made) ? made : group(made as Child);
  }
  if (typeof type !== "string" || type === "") throw new TypeError(`${String(type)} is no element`);
  const node: DocumentNode = { tag: type };
  const attrs: Record<string, string> = {};
  let classes = "";
  for (const [name, value] of Object.entries(props)) {
    if (name === "children" || name === "key" || value === undefined || value === null) continue;
    switch (name) {
      case "id":
        node.id = String(value);
        break;
      case "class":
      case "className":
        classes = `${classes} ${classNames(value as ClassValue)}`.trim();
        break;
      case "style": {
        const style = declarations(value as Style);
        if (Object.keys(style).length > 0) node.style = style;
        break;
      }
      default: {
        const text = attribute(type, name, value);
        if (text !== undefined) attrs[attributeName(name)] = text;
      }
    }
  }
  if (classes !== "") node.class = classes;
  if (Object.keys(attrs).length > 0) node.attrs = attrs;
  const children = nodes(props["children"] as Child);
  const [only] = children;
  if (children.length === 1 && only!.tag === undefined) node.text = only!.text!;
  else if (children.length > 0) node.children = children;
  return node;
}

function attributeName(name: string): string {
  const own = renamed[name];
  if (own !== undefined) return own;
  return kept.test(name) ? name : name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
}

/** An attribute's text; undefined leaves it out. Lists and objects, such as a chart's values, are written as JSON. */
function attribute(tag: string, name: string, value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new RangeError(`${name} of ${tag} is ${value}`);
      return String(value);
    case "bigint":
      return String(value);
    case "boolean":
      if (/^(aria|data)-/.test(name)) return String(value);
      // The generators' elements draw most parts unless told not to.
      return value ? "" : /^(qr-code|bar-code|icon|rating|progress|mesh-gradient|chart-.*)$/.test(tag) ? "no" : undefined;
    case "object":
      return JSON.stringify(value);
    default:
      throw new TypeError(`${name} of ${tag} is a ${typeof value}: an image has no behaviour`);
  }
}

function classNames(value: ClassValue): string {
  if (!value) return "";
  if (typeof value === "string") return value.trim();
  if (isClassList(value)) return value.map(classNames).filter((name) => name !== "").join(" ");
  return Object.keys(value).filter((name) => value[name]).join(" ");
}

function isClassList(value: ClassValue): value is readonly ClassValue[] {
  return Array.isArray(value);
}

/** Children as nodes: lists and fragments laid flat, neighbouring texts joined, nothing left out. */
function nodes(children: Child): DocumentNode[] {
  const out: DocumentNode[] = [];
  const add = (child: Child): void => {
    if (child === null || child === undefined || typeof child === "boolean") return;
    if (typeof child === "object") {
      if (isList(child)) return child.forEach(add);
      if (isThenable(child)) throw new TypeError("a child is a promise; await it before");
      if ((child as Group)[fragment]) return child.children?.forEach(add);
      if (!isNode(child)) throw new TypeError(`${JSON.stringify(child)} is no node`);
      if (child.tag !== undefined) {
        out.push(child);
        return;
      }
      child = child.text;
    }
    const text = String(child);
    const before = out.at(-1);
    if (text === "") return;
    if (before && before.tag === undefined) out[out.length - 1] = { text: before.text + text };
    else out.push({ text });
  };
  add(children);
  return out;
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child);
}

function isNode(value: unknown): value is DocumentNode {
  return typeof value === "object" && value !== null && !Array.isArray(value) && ("tag" in value || "text" in value);
}

function isThenable(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
