import { element, Fragment, type Child, type ClassValue, type DocumentNode } from "./element.js";

/** A React element, or an object of the same shape that another library made. */
export interface ReactElementLike {
  type: unknown;
  props: unknown;
  key?: unknown;
}

/** What React renders: elements, text, lists of them, and nothing; or promises of these. */
export type ReactNodeLike =
  | ReactElementLike | DocumentNode | string | number | bigint | boolean | null | undefined | Iterable<ReactNodeLike> | PromiseLike<ReactNodeLike>;

/** Reports whether a value is an element as React makes it. */
export function isReactElement(value: unknown): value is ReactElementLike {
  return typeof value === "object" && value !== null && "type" in value && "props" in value;
}

/**
 * Turns React elements into a document tree. Components are called once, without React: they may be async, and hooks of
 * state and effects are not available. `tw` adds classes; `ref`, `key` and event handlers are left out.
 */
export async function fromReact(node: ReactNodeLike): Promise<DocumentNode> {
  const child = await resolved(node);
  return isDocument(child) ? child : Fragment({ children: child });
}

/** Reports whether a value is a node of a document tree. */
export function isDocument(value: unknown): value is DocumentNode {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isReactElement(value) && ("tag" in value || "text" in value);
}

async function resolved(node: ReactNodeLike): Promise<Child> {
  if (node === null || node === undefined || typeof node !== "object") return node;
  if (isThenable(node)) return (node as PromiseLike<unknown>).then((value) => resolved(value as ReactNodeLike)) as Promise<Child>;
  if (isReactElement(node)) return made(node);
  if (Symbol.iterator in node) return Promise.all(Array.from(node, resolved));
  if (isDocument(node)) return node;
  throw new TypeError(`${Object.prototype.toString.call(node)} is not a valid child; render text, elements or lists of them`);
}

async function made({ type, props }: ReactElementLike): Promise<Child> {
  const given = (props ?? {}) as Record<string, unknown>;
  if (typeof type === "function") {
    const isClass = (type as { prototype?: { isReactComponent?: unknown } }).prototype?.isReactComponent;
    const result: unknown = isClass
      ? new (type as new (p: unknown) => { render(): unknown })(given).render()
      : (type as (p: unknown) => unknown)(given);
    return resolved(result as ReactNodeLike);
  }
  if (typeof type === "object" && type !== null) {
    const wrapped = type as { type?: unknown; render?: (props: unknown, ref: null) => unknown };
    if (typeof wrapped.render === "function") return resolved(wrapped.render(given, null) as ReactNodeLike); // forwardRef
    if (wrapped.type !== undefined) return made({ type: wrapped.type, props: given }); // memo
  }
  // Fragments, and what only groups: Suspense, StrictMode, context providers.
  if (typeof type !== "string") return resolved(given["children"] as ReactNodeLike);
  if (given["dangerouslySetInnerHTML"]) throw new TypeError("dangerouslySetInnerHTML is not supported; render the markup as `html`");
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name === "ref" || name === "tw" || name === "children" || typeof value === "function") continue;
    own[name] = value;
  }
  if (typeof given["tw"] === "string") {
    own["class"] = [given["class"] as ClassValue, given["className"] as ClassValue, given["tw"]];
    delete own["className"];
  }
  own["children"] = await resolved(given["children"] as ReactNodeLike);
  return element(type, own);
}

function isThenable(value: object): value is PromiseLike<ReactNodeLike> {
  return typeof (value as { then?: unknown }).then === "function";
}
