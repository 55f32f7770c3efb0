/**
 * The JSX runtime: cards as components, with `"jsx": "react-jsx"` and `"jsxImportSource": "@platenhq/platen"`. An
 * expression is a plain document tree; nothing is drawn here.
 *
 * @packageDocumentation
 */
import { element, Fragment, type Child, type Component, type DocumentNode } from "./jsx/element.js";
import type { Elements } from "./jsx/elements.js";

export { Fragment };
export type { Child, ClassValue, Component, DocumentNode } from "./jsx/element.js";
export type { ChartValues, CommonAttributes, Elements, GeneratorElements } from "./jsx/elements.js";
export type { Style, StyleObject, StyleValue } from "./jsx/style.js";

/** Makes an element; compilers call it. */
export function jsx(type: string | Component<never>, props: Record<string, unknown>, _key?: string): DocumentNode {
  return element(type, props);
}

/** Makes an element with several children; compilers call it. */
export const jsxs = jsx;

/** What the type checker knows of JSX. */
export namespace JSX {
  /** What may stand where a tag's name stands. */
  export type ElementType = keyof Elements | ((props: never) => Child);
  /** What an expression is. */
  export type Element = DocumentNode;
  /** The property that holds what is between the tags. */
  export interface ElementChildrenAttribute {
    children: unknown;
  }
  /** What components take beside their own properties. */
  export interface IntrinsicAttributes {
    key?: string | number | undefined;
  }
  /** The elements. */
  export type IntrinsicElements = Elements;
}
