// The examples of the documentation of @vercel/og (vercel.com/docs/og-image-generation/examples), as a compiler of JSX
// writes them for React.
export const h = (type, props, ...children) => ({
  type, key: null, props: { ...props, ...(children.length > 0 && { children: children.length === 1 ? children[0] : children }) },
});

const centered = {
  color: "black", background: "white", width: "100%", height: "100%", padding: "50px 200px",
  textAlign: "center", justifyContent: "center", alignItems: "center",
};

const logo = "data:image/svg+xml,%3Csvg width='116' height='100' fill='white' xmlns='http://www.w3.org/2000/svg'%3E%3Cpath d='M57.5 0L115 100H0L57.5 0z' /%3E%3C/svg%3E";

const avatar = `data:image/svg+xml,${encodeURIComponent(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8' fill='#0369a1'/><circle cx='4' cy='3' r='2' fill='#fff'/><rect y='6' width='8' height='2' fill='#fff'/></svg>",
)}`;

const wordmark = "M141.68 16.25c-11.04 0-19 7.2-19 18s8.96 18 20 18c6.67 0 12.55-2.64 16.19-7.09l-7.65-4.42c-2.02 2.21-5.09 3.5-8.54 3.5-4.79 0-8.86-2.5-10.37-6.5h28.02c.22-1.12.35-2.28.35-3.5 0-10.79-7.96-17.99-19-17.99zm-9.46 14.5c1.25-3.99 4.67-6.5 9.45-6.5 4.79 0 8.21 2.51 9.45 6.5h-18.9zM57.5 0L115 100H0L57.5 0z";

const button = "flex items-center justify-center rounded-md border border-transparent px-5 py-3 text-base font-medium";

/** Each example: its element and its options. */
export const examples = {
  hello: [h("div", { style: { fontSize: 40, ...centered } }, "👋 Hello")],
  title: [
    h("div", {
      style: {
        backgroundColor: "black", backgroundSize: "150px 150px", height: "100%", width: "100%", display: "flex", textAlign: "center",
        alignItems: "center", justifyContent: "center", flexDirection: "column", flexWrap: "nowrap",
      },
    },
      h("div", { style: { display: "flex", alignItems: "center", justifyContent: "center", justifyItems: "center" } },
        h("img", { alt: "Vercel", height: 200, src: logo, style: { margin: "0 30px" }, width: 232 })),
      h("div", {
        style: { fontSize: 60, fontStyle: "normal", letterSpacing: "-0.025em", color: "white", marginTop: 30, padding: "0 120px", lineHeight: 1.4, whiteSpace: "pre-wrap" },
      }, "My default title")),
    { width: 1200, height: 630 },
  ],
  image: [
    h("div", {
      style: {
        fontSize: 60, color: "black", background: "#f6f6f6", width: "100%", height: "100%", paddingTop: 50, display: "flex",
        flexDirection: "column", justifyContent: "center", alignItems: "center",
      },
    },
      h("img", { width: "256", height: "256", src: avatar, style: { borderRadius: 128 } }),
      h("p", null, "github.com/", "vercel")),
    { width: 1200, height: 630 },
  ],
  emoji: [h("div", { style: { fontSize: 100, ...centered } }, "👋, 🌎"), { width: 1200, height: 630, emoji: "twemoji" }],
  svg: [
    h("div", { style: { fontSize: 40, ...centered } },
      h("svg", { fill: "#000000", viewBox: "0 0 284 100" }, h("path", { d: wordmark }))),
    { width: 1200, height: 630 },
  ],
  tailwind: [
    h("div", { style: { height: "100%", width: "100%", display: "flex", flexDirection: "column", alignItems: "center", justifyContent: "center", backgroundColor: "white" } },
      h("div", { tw: "bg-gray-50 flex w-full" },
        h("div", { tw: "flex flex-col md:flex-row w-full py-12 px-4 md:items-center justify-between p-8" },
          h("h2", { tw: "flex flex-col text-3xl sm:text-4xl font-bold tracking-tight text-gray-900 text-left" },
            h("span", null, "Ready to dive in?"),
            h("span", { tw: "text-indigo-600" }, "Start your free trial today.")),
          h("div", { tw: "mt-8 flex md:mt-0" },
            h("div", { tw: "flex rounded-md shadow" }, h("a", { href: "#", tw: `${button} bg-indigo-600 text-white` }, "Get started")),
            h("div", { tw: "ml-3 flex rounded-md shadow" }, h("a", { href: "#", tw: `${button} bg-white text-indigo-600` }, "Learn more")))))),
  ],
  languages: [
    h("div", { style: { fontSize: 40, ...centered } }, "👋 Hello 你好 नमस्ते こんにちは สวัสดีค่ะ 안녕 добрий день Hallá"),
    { width: 1200, height: 630 },
  ],
};
