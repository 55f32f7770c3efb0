// Builds the examples of example/apps with their tools, moves what they built away from their node_modules where the tool
// means that to work, runs it and compares the image with the command line's. Run by `npm run test:bundles [APP…]`.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { assert, bare, createHash, expected, html, install, join, platform, root, run, tarballs, write } from "./app.mjs";

const cache = join(root, "..", "..", ".cache", "bundles");
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
const want = expected();
const scratch = mkdtempSync(join(tmpdir(), "platen-bundles-"));

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a server with Node alone, calls it with its address and ends it. */
async function served(cwd, args, use, env = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, args, { cwd, env: { ...bare(), ...env, PORT: String(port), HOST: "127.0.0.1", HOSTNAME: "127.0.0.1" }, stdio: ["ignore", "inherit", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const base = `http://127.0.0.1:${port}`;
    for (const until = Date.now() + 60_000; ; ) {
      const up = await fetch(base).then((r) => (r.body?.cancel(), true), () => false);
      if (up) break;
      assert.ok(child.exitCode === null && Date.now() < until, "the server did not start");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await use(base);
  } finally {
    child.kill();
    await ended;
  }
}

async function same(url, init) {
  const response = await fetch(url, init);
  assert.equal(response.status, 200, `${url}: ${response.status}`);
  assert.equal(response.headers.get("content-type"), "image/png");
  assert.equal(hash(Buffer.from(await response.arrayBuffer())), want, url);
  return response;
}

/** A program of an application's packages. */
const bin = (dir, name) => join(dir, "node_modules", ".bin", name);

/** Moves a folder away from the node_modules that built it. */
function moved(folder, name) {
  const to = join(scratch, name);
  cpSync(folder, to, { recursive: true, verbatimSymlinks: true });
  return to;
}

/** An address with an image of the adapters: it knows its ETag. */
async function adapter(url) {
  const { headers } = await same(url);
  const again = await fetch(url, { headers: { "If-None-Match": headers.get("etag") } });
  assert.equal(again.status, 304);
}

const apps = {
  async next(dir) {
    run(dir, bin(dir, "next"), ["build"]);
    const app = moved(join(dir, ".next", "standalone"), "next");
    const main = existsSync(join(app, "server.js")) ? app : join(app, readdirSync(app, { recursive: true }).find((f) => f.endsWith("server.js") && !f.includes("node_modules")), "..");
    await served(main, ["server.js"], async (base) => {
      await same(`${base}/card`);
      const og = await fetch(`${base}/og?title=Hello`);
      assert.equal(og.headers.get("content-type"), "image/png");
      assert.equal(Buffer.from(await og.arrayBuffer()).readUInt32BE(16), 1200);
    });
  },
  async vite(dir) {
    run(dir, bin(dir, "vite"), ["build", "--logLevel", "warn"]);
    const app = moved(join(dir, "dist"), "vite");
    const modules = join(app, "node_modules", "@platenhq");
    mkdirSync(modules, { recursive: true });
    cpSync(join(dir, "node_modules", "@platenhq", `platen-${platform}`), join(modules, `platen-${platform}`), { recursive: true });
    await served(app, [existsSync(join(app, "server.mjs")) ? "server.mjs" : "server.js"], (base) => same(base));
  },
  async nitro(dir) {
    run(dir, bin(dir, "nitropack"), ["build"]);
    const app = moved(join(dir, ".output"), "nitro");
    await served(app, ["server/index.mjs"], (base) => same(`${base}/card`));
  },
  async nuxt(dir) {
    run(dir, bin(dir, "nuxt"), ["build", "--logLevel", "silent"]);
    const app = moved(join(dir, ".output"), "nuxt");
    // The component's elements as Nuxt OG Image wraps them, with its fonts. No other renderer is installed.
    write(dir, { "expected.mjs": `import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { ImageResponse } from "@platenhq/platen/og";
const h = (type, style, children) => ({ type, props: { style, children } });
const size = { width: 1200, height: 600 };
const card = { width: "100%", height: "100%", padding: "80px", background: "#0f172a", color: "#fff", fontSize: "64px", fontFamily: "Inter" };
const element = h("div", { ...size, position: "relative", display: "flex", margin: "0 auto", overflow: "hidden" }, [h("div", card, [h("span", {}, ["Launch day 🎉"])])]);
const fonts = [400, 700].map((weight) => ({ name: "Inter", weight, data: readFileSync(\`.output/public/_og-static-fonts/inter-\${weight}-latin.ttf\`) }));
console.log(createHash("sha256").update(Buffer.from(await new ImageResponse(element, { ...size, fonts }).arrayBuffer())).digest("hex"));` });
    const card = run(dir, process.execPath, ["expected.mjs"]).trim();
    const named = (page) => /property="og:image" content="https:\/\/example\.com([^"]+)"/.exec(page)[1];
    const prerendered = named(readFileSync(join(app, "public", "prerendered", "index.html"), "utf8"));
    assert.equal(readFileSync(join(app, "public", prerendered)).toString("latin1", 8, 12), "WEBP", "prerendered");
    await served(app, ["server/index.mjs"], async (base) => {
      const address = named(await (await fetch(base)).text());
      const image = await fetch(`${base}${address}`);
      assert.equal(image.headers.get("content-type"), "image/png");
      assert.equal(hash(Buffer.from(await image.arrayBuffer())), card, address);
    });
  },
  async astro(dir) {
    run(dir, bin(dir, "astro"), ["build", "--silent"]);
    assert.equal(hash(readFileSync(join(dir, "dist", "og", "launch-day.png"))), want);
  },
  async sveltekit(dir) {
    run(dir, bin(dir, "vite"), ["build", "--logLevel", "warn"]);
    // adapter-node leaves dependencies to node_modules beside it.
    await served(dir, ["build/index.js"], (base) => adapter(`${base}/og`));
  },
  async hono(dir) {
    await served(dir, ["server.mjs"], async (base) => {
      await adapter(`${base}/og`);
      const { headers } = await same(`${base}/posts/launch-day/og`);
      assert.equal(headers.get("cache-control"), "no-store");
      assert.equal((await fetch(`${base}/posts/other/og`)).status, 404);
    });
  },
  async eleventy(dir) {
    run(dir, bin(dir, "eleventy"), ["--quiet"]);
    const [, address] = /property="og:image" content="https:\/\/example\.com([^"]+)"/.exec(readFileSync(join(dir, "_site", "index.html"), "utf8"));
    assert.equal(hash(readFileSync(join(dir, "_site", address))), want);
    run(dir, bin(dir, "eleventy"), ["--quiet"]);
    assert.deepEqual(readdirSync(join(dir, "_site", "og")).length, 1, "the image is named by what it is made of");
  },
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(apps);
for (const name of names) assert.ok(name in apps, `${name} is not an example; use ${Object.keys(apps).join(", ")}`);
try {
  const packed = tarballs(join(scratch, "tarballs"));
  for (const name of names) {
    const source = join(root, "example", "apps", name);
    const dir = join(cache, name);
    install(dir, JSON.parse(readFileSync(join(source, "package.json"), "utf8")), packed);
    for (const made of [".next", ".output", ".nitro", ".nuxt", "dist", "build", "_site", ".svelte-kit", ".astro"]) rmSync(join(dir, made), { recursive: true, force: true });
    for (const entry of readdirSync(source)) if (entry !== "package.json") cpSync(join(source, entry), join(dir, entry), { recursive: true });
    write(dir, { "card.mjs": `export const card = ${JSON.stringify(html)};\n` });
    const from = Date.now();
    await apps[name](dir);
    console.log(`${name}: the image is the command line's (${((Date.now() - from) / 1000).toFixed(0)} s)`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
