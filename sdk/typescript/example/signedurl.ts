// Mints the URL of a page's image without calling the service, and prints the page's tags:
//   node signedurl.js KEY http://127.0.0.1:8080
import { Platen, signInlineUrl } from "@platenhq/platen";

const [token = "", baseUrl = ""] = process.argv.slice(2);
const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

// Once: make a key, and keep its secret where the pages are made.
const { kid, secret = "" } = await new Platen({ token, baseUrl }).signingKeys.createSigningKey({});

// For every page: no call, the image is rendered when it is first fetched.
const image = await signInlineUrl({ baseUrl, kid, secret }, { html: `<h1 style="font-size:80px">${escape("Käse & Brot")}</h1>` });
console.log(`<meta property="og:image" content="${escape(image)}">`);
console.log(`<meta name="twitter:card" content="summary_large_image">`);
