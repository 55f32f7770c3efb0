/**
 * The JSX runtime as development builds ask for it.
 *
 * @packageDocumentation
 */
import { jsx, type Component, type DocumentNode } from "./jsx-runtime.js";

export { Fragment, type JSX } from "./jsx-runtime.js";

/** Makes an element; compilers call it. */
export function jsxDEV(type: string | Component<never>, props: Record<string, unknown>, key?: string): DocumentNode {
  return jsx(type, props, key);
}
