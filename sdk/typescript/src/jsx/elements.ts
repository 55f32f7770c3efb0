import type { Child, ClassValue } from "./element.js";
import type { Style } from "./style.js";

type Text = string | number;
type Flag = boolean | "yes" | "no";
type Strings = string | readonly string[];

/** What every element takes. */
export interface CommonAttributes {
  /** Overrides and assertions name a node by it. */
  id?: string | undefined;
  class?: ClassValue;
  className?: ClassValue;
  style?: Style;
  children?: Child;
  key?: string | number | undefined;
  lang?: string | undefined;
  dir?: "ltr" | "rtl" | "auto" | undefined;
  title?: string | undefined;
  role?: string | undefined;
  hidden?: boolean | undefined;
  [data: `data-${string}`]: Text | boolean | undefined;
  [aria: `aria-${string}`]: Text | boolean | undefined;
}

type With<A> = CommonAttributes & { [K in keyof A]?: A[K] | undefined };

/** Elements of the generators have a size of their own, which these change. */
interface Sized {
  width: Text;
  height: Text;
  size: Text;
}

/** A chart's numbers: `"1,2;3,4"`, one series, several, or values with names. */
export type ChartValues =
  | string
  | readonly number[]
  | readonly (readonly number[])[]
  | readonly { label: string; value: number }[]
  | readonly (number | null)[]
  | readonly (readonly (number | null)[])[]
  | readonly { name: string; values: readonly (number | null)[] }[];

/** A task of a Gantt chart: without an end it is a milestone. */
export interface ChartTask {
  label: string;
  start: string;
  end?: string;
  progress?: number;
  group?: string;
  color?: string;
}

/** A line at a value, or at a label, or a band between two values. */
export interface ChartReference {
  value?: number;
  from?: number;
  to?: number;
  at?: string;
  label?: string;
  color?: string;
  axis?: "x" | "y" | "second";
}

interface Numbers {
  format: "auto" | "number" | "compact" | "percent" | "currency" | `currency:${string}`;
  currency: string;
  decimals: Text;
  locale: string;
  prefix: string;
  suffix: string;
}

interface Chart extends Sized, Numbers {
  values: ChartValues;
  labels: Strings;
  colors: Strings;
  alt: string;
}

interface AxisChart extends Chart {
  series: Strings;
  min: Text;
  max: Text;
  axis: Flag;
  grid: Flag;
  legend: Flag | "top" | "bottom";
  dates: "auto" | "no" | "year" | "month" | "day" | "weekday" | "time";
  reference: string | readonly ChartReference[];
  "x-title": string;
  "y-title": string;
  "label-angle": "auto" | "0" | "45" | "90";
}

interface BarChart extends AxisChart {
  gap: Text;
  radius: Text;
  stacked: Flag | "100%";
  "show-values": Flag | "total" | "fit";
}

interface LineChart extends AxisChart {
  stroke: Text;
  smooth: Flag;
  points: Flag;
  connect: Flag;
  spacing: "auto" | "even" | "time";
}

interface PieChart extends Chart {
  max: Text;
  legend: Flag;
  gap: Text;
}

/** The elements beyond HTML. */
export interface GeneratorElements {
  "qr-code": With<Sized & { value: Text; level: "L" | "M" | "Q" | "H"; margin: Text; shape: "square" | "dot" | "rounded" }>;
  "bar-code": With<Sized & { value: Text; format: "code128" | "ean13" | "ean8" | "upca" | "code39" | "itf"; text: Flag; "text-size": Text; margin: Text }>;
  "chart-bar": With<BarChart & { direction: "vertical" | "horizontal" }>;
  "chart-combo": With<
    BarChart & {
      types: Strings; secondary: Strings; stroke: Text; smooth: Flag; points: Flag;
      "second-title": string; "second-prefix": string; "second-suffix": string; "second-format": "auto" | "number" | "compact" | "percent";
    }
  >;
  "chart-line": With<LineChart>;
  "chart-area": With<LineChart & { stacked: Flag | "100%" }>;
  "chart-scatter": With<
    Omit<AxisChart, "values"> & {
      values: string | readonly (readonly number[])[] | readonly { x: number; y: number; size?: number; label?: string; series?: string }[];
      trend: Flag; radius: Text; "max-radius": Text; "x-min": Text; "x-max": Text; "x-prefix": string; "x-suffix": string;
    }
  >;
  "chart-heatmap": With<AxisChart & { gap: Text; radius: Text; "show-values": Flag }>;
  "chart-radar": With<AxisChart & { shape: "polygon" | "circle"; stroke: Text; fill: Flag; points: Flag; numbers: Flag }>;
  "chart-gauge": With<
    Sized & Numbers & {
      value: Text; min: Text; max: Text; shape: "arc" | "half" | "ring"; ranges: Strings; colors: Strings; thickness: Text; label: Text; sublabel: Text; axis: Flag;
      reference: string | readonly ChartReference[]; alt: string;
    }
  >;
  "chart-gantt": With<Omit<AxisChart, "values"> & { values: string | readonly ChartTask[]; today: string; radius: Text }>;
  "chart-candlestick": With<
    Omit<AxisChart, "values"> & {
      values: string | readonly (readonly number[])[] | readonly { date?: string; label?: string; open: number; high: number; low: number; close: number }[];
    }
  >;
  "chart-sparklines": With<Chart & { series: Strings; min: Text; max: Text; stroke: Text; smooth: Flag; dot: Flag; fill: Flag; columns: Text; gap: Text; shared: Flag; change: Flag }>;
  "chart-map": With<
    Sized & Numbers & {
      values: string | Readonly<Record<string, number>> | readonly { label: string; value: number }[];
      region: "world" | "europe" | "africa" | "asia" | "north-america" | "south-america" | "oceania";
      colors: Strings; min: Text; max: Text; legend: Flag; land: string; border: string; stroke: Text; alt: string;
    }
  >;
  "chart-pie": With<PieChart>;
  "chart-donut": With<PieChart & { thickness: Text; label: Text; sublabel: Text }>;
  "chart-sparkline": With<Chart & { min: Text; max: Text; stroke: Text; smooth: Flag; dot: Flag; fill: Flag }>;
  /** An icon of the Lucide set: `name="lucide:rocket"`. */
  icon: With<Sized & { name: string; "stroke-width": Text; "absolute-stroke": Flag }>;
  rating: With<Sized & { value: Text; max: Text; icon: "star" | "heart" | "circle"; color: string; track: string; gap: Text }>;
  progress: With<Sized & { value: Text; max: Text; shape: "bar" | "ring"; color: string; track: string; radius: Text; thickness: Text; text: Flag }>;
  "mesh-gradient": With<Sized & { colors: Strings; seed: Text; points: Text; grain: Text }>;
}

type HtmlName =
  | "abbr" | "address" | "article" | "aside" | "b" | "bdi" | "bdo" | "big" | "blockquote" | "body" | "br" | "caption" | "center" | "cite" | "code" | "dd" | "del"
  | "dfn" | "div" | "dl" | "dt" | "em" | "figcaption" | "figure" | "footer" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header" | "hgroup" | "hr" | "html" | "i"
  | "ins" | "kbd" | "main" | "mark" | "menu" | "nav" | "p" | "picture" | "pre" | "q" | "rp" | "rt" | "ruby" | "s" | "samp" | "section" | "small" | "span"
  | "strike" | "strong" | "style" | "sub" | "summary" | "sup" | "table" | "tbody" | "tfoot" | "thead" | "tr" | "tt" | "u" | "ul" | "var" | "wbr";

/** Elements of SVG take any attribute, in SVG's spelling or in camelCase. */
type SvgAttributes = CommonAttributes & { [name: string]: unknown };

type SvgName =
  | "svg" | "g" | "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" | "text" | "tspan" | "textPath" | "defs" | "use" | "symbol" | "image"
  | "linearGradient" | "radialGradient" | "stop" | "clipPath" | "mask" | "pattern" | "marker" | "filter" | "foreignObject"
  | "feBlend" | "feColorMatrix" | "feComponentTransfer" | "feComposite" | "feConvolveMatrix" | "feDropShadow" | "feFlood" | "feFuncA" | "feFuncB" | "feFuncG"
  | "feFuncR" | "feGaussianBlur" | "feImage" | "feMerge" | "feMergeNode" | "feMorphology" | "feOffset" | "feTile" | "feTurbulence";

/** Every element that JSX may name, with its attributes. */
export type Elements =
  & { [N in HtmlName]: CommonAttributes }
  & { [N in SvgName]: SvgAttributes }
  & GeneratorElements
  & {
    a: With<{ href: string }>;
    img: With<{ src: string; alt: string; width: Text; height: Text; srcset: string; srcSet: string; sizes: string; integrity: string }>;
    source: With<{ src: string; srcset: string; srcSet: string; sizes: string; media: string; type: string }>;
    ol: With<{ start: Text; reversed: boolean; type: "1" | "a" | "A" | "i" | "I" }>;
    li: With<{ value: Text }>;
    td: With<{ colspan: Text; colSpan: Text; rowspan: Text; rowSpan: Text; width: Text; height: Text; align: string; valign: string }>;
    th: With<{ colspan: Text; colSpan: Text; rowspan: Text; rowSpan: Text; width: Text; height: Text; align: string; valign: string; scope: string }>;
    col: With<{ span: Text; width: Text }>;
    colgroup: With<{ span: Text; width: Text }>;
    time: With<{ datetime: string; dateTime: string }>;
    data: With<{ value: Text }>;
    meter: With<{ value: Text; min: Text; max: Text; low: Text; high: Text; optimum: Text }>;
    font: With<{ color: string; face: string; size: Text }>;
  };
