import { fromReact, type ReactElementLike } from "../jsx/react.js";
import type { DocumentNode } from "../jsx/element.js";

/**
 * The defaults of satori, which @vercel/og draws with: every element is a flex container and the containing block of those
 * in it, sizes include padding, and headings and paragraphs have a browser's margins. They are in the layer of the reset of
 * the utility classes, so that `tw` wins over them; `style` wins over both.
 */
const sheet = `@layer tw-base{
html,body{margin:0;height:100%;line-height:normal;font-size:16px;color:#000}
body{display:block}
body :not(svg,svg *,style,script,br){display:flex;position:relative;box-sizing:border-box;min-width:0;min-height:0}
img{max-width:none;height:auto}
p{margin:1em 0}
blockquote{margin:1em 40px}
center{text-align:center}
hr{margin:.5em auto;border:1px inset;width:100%}
h1{font-size:2em;margin:.67em 0;font-weight:700}
h2{font-size:1.5em;margin:.83em 0;font-weight:700}
h3{font-size:1.17em;margin:1em 0;font-weight:700}
h4{margin:1.33em 0;font-weight:700}
h5{font-size:.83em;margin:1.67em 0;font-weight:700}
h6{font-size:.67em;margin:2.33em 0;font-weight:700}
b,strong{font-weight:700}
i,em{font-style:italic}
u{text-decoration:underline}
s,del{text-decoration:line-through}
code,kbd,pre{font-family:"JetBrains Mono",monospace}
mark{background:#ff0;color:#000}
big{font-size:larger}
small{font-size:smaller}
body>.tw{flex-direction:row;align-items:flex-start;width:100%;height:100%;overflow:hidden}
}`;

/** The document that ImageResponse draws of an element. */
export async function ogDocument(element: ReactElementLike): Promise<DocumentNode> {
  const content = await fromReact(element);
  return { tag: "body", children: [{ tag: "style", text: sheet }, { tag: "div", class: "tw", children: [content] }] };
}
