// Packs the package, installs the tarball in a project of its own and type-checks and runs what a user would write there.
// It needs the registry's or npm's cached copy of the dependencies. Run by `npm run test:package`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dir = mkdtempSync(join(tmpdir(), "platen-package-"));
const run = (cwd, command, ...args) => execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

try {
  const [packed] = JSON.parse(run(root, "npm", "pack", "--json", "--silent", "--pack-destination", dir));
  const files = packed.files.map((f) => f.path);
  for (const file of files) assert.match(file, /^(dist\/.+\.(js|d\.ts)|README\.md|LICENSE|package\.json)$/, "a file that users do not need");
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const target of Object.values(exports).flatMap((e) => (typeof e === "string" ? [e] : Object.values(e)))) {
    assert.ok(files.includes(target.slice(2)), `${target} is exported and not in the package`);
  }

  writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, type: "module" }));
  run(dir, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--silent", join(dir, packed.filename));
  writeFileSync(join(dir, "use.tsx"), `
import { applyFixes, create, GenerateRequestSchema, Platen, Preset, signInlineUrl, verifyWebhook, type PlatenError, type Job } from "@platenhq/platen";
import type { Child } from "@platenhq/platen/jsx-runtime";
import { render, type LocalImage, type LocalOptions } from "@platenhq/platen/local";
import { ImageResponse } from "@platenhq/platen/og";
import { image as hono } from "@platenhq/platen/hono";
import { image as sveltekit } from "@platenhq/platen/sveltekit";
import astro, { image as astroImage } from "@platenhq/platen/astro";
import { withPlaten } from "@platenhq/platen/next";
import nitro from "@platenhq/platen/nitro";
import eleventy from "@platenhq/platen/eleventy";

const Card = ({ children }: { children?: Child }) => <div style={{ fontSize: 20 }}>{children}</div>;
const tree = <Card><qr-code value="x" />hello</Card>;
export const url: Promise<string> = signInlineUrl({ baseUrl: "https://img.example.com", kid: "k", secret: "ssk_x" }, { document: tree });
export const wait = (p: Platen): Promise<Job> => p.waitForJob("job_1", { onProgress: (job) => job.progress?.completed });
export const mend = (e: PlatenError) => applyFixes(e, GenerateRequestSchema, create(GenerateRequestSchema, { outputs: [{ preset: Preset.OG }] }));
export const check = verifyWebhook;
export const local = (options: LocalOptions): Promise<LocalImage> => render({ ...options, jsx: tree });
export const og = (): Response => new ImageResponse({ type: "div", props: { children: "x" } }, { width: 600, headers: { "X-A": "b" } });
export const adapters = [hono, sveltekit, astro, astroImage, withPlaten<{ output?: string }>, nitro, eleventy];
// @ts-expect-error a client needs a token
export const none = () => new Platen({});
declare const console: { log(text: string): void };
console.log(JSON.stringify([tree, (await url).startsWith("https://img.example.com/i/k/"), typeof new Platen({ token: "t" }).renderJobs]));
`);
  const options = ["--strict", "--skipLibCheck", "false", "--target", "ES2022", "--lib", "ES2022,DOM,DOM.Iterable,DOM.AsyncIterable,ESNext.Disposable", "--jsx", "react-jsx", "--jsxImportSource", "@platenhq/platen"];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  run(dir, process.execPath, tsc, ...options, "--module", "ESNext", "--moduleResolution", "Bundler", "--noEmit", "use.tsx");
  run(dir, process.execPath, tsc, ...options, "--module", "NodeNext", "use.tsx");
  const said = JSON.parse(run(dir, process.execPath, "use.js"));
  assert.deepEqual(said, [{ tag: "div", style: { "font-size": "20px" }, children: [{ tag: "qr-code", attrs: { value: "x" } }, { text: "hello" }] }, true, "function"]);

  // A route in React's JSX, as it is with @vercel/og: the types of React have no tw.
  run(dir, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--silent", "@types/react@19");
  writeFileSync(join(dir, "route.tsx"), `
import { ImageResponse } from "@platenhq/platen/og";

export function GET(request: Request): Response {
  const title = new URL(request.url).searchParams.get("title")?.slice(0, 100);
  return new ImageResponse(
    <div tw="flex h-full w-full" style={{ fontSize: 80, whiteSpace: "pre-wrap" }}>{title}<svg tw="m-4" /><img width="256" height="256" src="https://example.com/a.png" /></div>,
    { width: 1200, height: 630, fonts: [{ name: "Inter", data: new ArrayBuffer(8), style: "normal", weight: 400 }], emoji: "twemoji", debug: true, headers: { a: "b" }, status: 201 },
  );
}
`);
  const react = options.map((option) => (option === "@platenhq/platen" ? "react" : option));
  run(dir, process.execPath, tsc, ...react, "--exactOptionalPropertyTypes", "--module", "ESNext", "--moduleResolution", "Bundler", "--noEmit", "route.tsx");
  console.log(`${packed.filename}: ${files.length} files, installed, type-checked and run`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
