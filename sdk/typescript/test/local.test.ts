import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { binaryPath, LocalRenderError, platformPackage, render, Renderer } from "../src/local.js";

const dir = mkdtempSync(join(tmpdir(), "platen-local-"));
const renderer = new Renderer();
const red = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==", "base64");
let server: Server;
let origin: string;

before(async () => {
  server = createServer((request, response) => {
    if (request.url === "/red.png") response.end(red);
    else if (request.url !== "/never") response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(() => {
  renderer.close();
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

/** A program in place of platen. */
function fakeProgram(name: string, script: string): string {
  const file = join(dir, name);
  writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Replies to line after line of a fake program. */
const replies = `
const { createInterface } = require("node:readline");
const frame = (reply, file = Buffer.alloc(0)) => {
  const json = Buffer.from(JSON.stringify(reply)), head = Buffer.alloc(9);
  head[0] = 2; head.writeUInt32BE(4 + json.length + file.length, 1); head.writeUInt32BE(json.length, 5);
  process.stdout.write(Buffer.concat([head, json, file]));
};
const ok = (id, text) => frame({ id, outputs: [{ name: "default", format: "png", width: 1, height: 1, bytes: text.length, sha256: "", warnings: [] }] }, Buffer.from(text));
createInterface({ input: process.stdin }).on("line", (text) => line(JSON.parse(text)));
`;

async function code(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(() => undefined, (e: unknown) => e);
  assert.ok(error instanceof LocalRenderError, String(error));
  return error.code;
}

test("the bytes are the command line's", async () => {
  const cases: [string, string[], Parameters<typeof render>[0]][] = [
    ["<h1>Launch day</h1>", [], { html: "<h1>Launch day</h1>", seed: 0 }],
    ["<p>Käse مرحبا 🎉</p>", ["--preset", "twitter", "--format", "webp", "--scale", "2"], { html: "<p>Käse مرحبا 🎉</p>", seed: 0, preset: "twitter", format: "webp", scale: 2 }],
    ["<p>Page</p>", ["--page-size", "a4", "--format", "pdf"], { html: "<p>Page</p>", seed: 0, page: { size: "a4" }, format: "pdf" }],
    ['{"tag":"h1","text":"Tree"}', ["--width", "300", "--height", "200"], { document: { tag: "h1", text: "Tree" }, seed: 0, width: 300, height: 200 }],
  ];
  for (const [input, args, options] of cases) {
    const want = execFileSync(binaryPath(), ["render", "-", "-o", "-", ...args], { input });
    const image = await render(options, renderer);
    assert.ok(want.equals(image.bytes), input);
    assert.match(image.sha256, /^[0-9a-f]{64}$/);
  }
  const data = { quote: "Less, but better.", author: "Dieter Rams" };
  const want = execFileSync(binaryPath(), ["render", "template:quote", "--data", "-", "-o", "-"], { input: JSON.stringify(data) });
  assert.ok(want.equals((await render({ template: "quote", data, seed: 0 }, renderer)).bytes));
});

test("many requests at a time keep their results apart", async () => {
  const sizes = Array.from({ length: 120 }, (_, i) => 20 + i);
  const images = await Promise.all(sizes.map((width) => render({ html: `<p>${width}</p>`, width, height: 20 }, renderer)));
  assert.deepEqual(images.map((image) => image.width), sizes);
  assert.ok(images.every((image) => Buffer.from(image.bytes).readUInt32BE(16) === image.width));
});

test("errors name what is invalid, warnings what was ignored", async () => {
  const error = await render({ html: "<p>x", width: 8000, height: 8000 }, renderer).then(() => undefined, (e: unknown) => e);
  assert.ok(error instanceof LocalRenderError);
  assert.equal(error.code, "VALIDATION_FAILED");
  assert.equal(error.details[0]?.path, "/outputs/0/width");
  await assert.rejects(render({}, renderer), TypeError);
  await assert.rejects(render({ html: "<p>", template: "quote" }, renderer), TypeError);
  await assert.rejects(render({ html: "<p>", widht: 3, also: undefined } as object, renderer), /^TypeError: render has no option widht; its options are html, jsx/);
  assert.equal(await code(render({ html: "x".repeat(16 << 20) }, renderer)), "INVALID_REQUEST");
  const { warnings } = await render({ html: '<p style="colour:red">x' }, renderer);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!.message, /colour/);
});

test("files come from a folder, a function or the network", async () => {
  const folder = join(dir, "site");
  mkdirSync(folder);
  writeFileSync(join(folder, "red dot.png"), red);
  writeFileSync(join(dir, "outside.png"), red);
  symlinkSync(join(dir, "outside.png"), join(folder, "link.png"));
  const size = { width: 20, height: 20 };
  const plain = await render({ html: "<p>", ...size }, renderer);
  const shown = async (src: string, options: object) => {
    const image = await render({ html: `<style>body{margin:0}</style><img src="${src}" width="20" height="20">`, onMissing: { image: "placeholder" }, ...size, ...options }, renderer);
    const found = image.warnings.length === 0;
    if (found) assert.notDeepEqual(image.bytes, plain.bytes);
    return found;
  };
  for (const name of ["100%.png", "a#b.png"]) writeFileSync(join(folder, name), red);
  for (const name of ["100%.png", "a#b.png", "100%25.png", "red dot.png#x"]) assert.equal(await shown(name, { files: folder }), true, name);
  assert.equal(await shown("/red%20dot.png", { files: folder }), true);
  assert.equal(await shown("red%20dot.png?v=1", { files: folder }), true);
  assert.equal(await shown("../outside.png", { files: folder }), false);
  assert.equal(await shown("link.png", { files: folder }), false);
  assert.equal(await shown(`file://${dir}/outside.png`, { files: folder }), false);
  assert.equal(await shown("my:dot", { files: (url: string) => (url === "my:dot" ? red : undefined) }), true);
  assert.equal(await shown(`${origin}/red.png`, { fetch: true }), true);
  assert.equal(await shown(`${origin}/red.png`, {}), false);
  assert.equal(await shown(`${origin}/none.png`, { fetch: true }), false);
  assert.equal(await code(render({ html: '<img src="none.png">' }, renderer)), "VALIDATION_FAILED");
});

test("signals and timeouts end a request, not the process", async () => {
  await render({ html: "<p>warm" }, renderer);
  const { pid } = renderer;
  const stop = new AbortController();
  const pending = render({ html: `<img src="${origin}/never">`, fetch: (() => (stop.abort(new Error("enough")), new Promise<Response>(() => {}))) as typeof fetch, signal: stop.signal }, renderer);
  await assert.rejects(pending, /enough/);
  await assert.rejects(render({ html: "<p>", signal: AbortSignal.abort(new Error("before")) }, renderer), /before/);
  assert.equal(await code(render({ html: `<img src="${origin}/never">`, fetch: true, timeout: 50 }, renderer)), "TIMEOUT");
  await render({ html: "<p>after" }, renderer);
  assert.equal(renderer.pid, pid);
});

test("a process that dies is started again, and its requests are sent again", async () => {
  const before = renderer.pid!;
  const pending = Promise.all(Array.from({ length: 20 }, (_, i) => render({ html: `<p>${i}` }, renderer)));
  process.kill(before, "SIGKILL");
  const images = await pending;
  assert.equal(images.length, 20);
  assert.notEqual(renderer.pid, before);
});

test("a request that ends its process fails alone", async () => {
  const binary = fakeProgram("poisoned", `${replies}
    function line(l) { if (l.request.html === "poison") { process.stderr.write("out of memory"); process.exit(7); } setTimeout(() => ok(l.id, l.request.html), 20); }`);
  const fragile = new Renderer({ binary, concurrency: 8 });
  const all = await Promise.allSettled(["a", "b", "poison", "c", "d"].map((html) => render({ html }, fragile)));
  assert.deepEqual(all.map((r) => (r.status === "fulfilled" ? Buffer.from(r.value.bytes).toString() : (r.reason as LocalRenderError).code)), ["a", "b", "RENDERER_DIED", "c", "d"]);
  assert.match(String((all[2] as PromiseRejectedResult).reason), /code 7: out of memory/);
  fragile.close();
});

test("requests beyond the queue are refused, and those at the program are bounded", async () => {
  const binary = fakeProgram("slow", `${replies}
    let open = 0; function line(l) { open++; const most = open; setTimeout(() => { open--; ok(l.id, String(most)); }, 10); }`);
  const small = new Renderer({ binary, concurrency: 2, queue: 3 });
  const all = await Promise.allSettled(Array.from({ length: 7 }, () => render({ html: "x" }, small)));
  assert.deepEqual(all.map((r) => (r.status === "fulfilled" ? "ok" : (r.reason as LocalRenderError).code)), ["ok", "ok", "ok", "ok", "ok", "QUEUE_FULL", "QUEUE_FULL"]);
  assert.ok(all.every((r) => r.status === "rejected" || Number(Buffer.from(r.value.bytes)) <= 2));
  small.close();
});

test("a program that is not platen, an older one and none are distinguished", async () => {
  assert.equal(await code(render({ html: "x" }, new Renderer({ binary: join(dir, "nothing") }))), "BINARY_FAILED");
  const older = fakeProgram("older", `process.stdin.on("data", () => process.stdout.write(Buffer.from([1, 0, 0, 0, 1, 120])));`);
  const error = await render({ html: "x" }, new Renderer({ binary: older })).then(() => undefined, (e: unknown) => e);
  assert.match(String(error), /older than this package/);
  const closed = new Renderer();
  closed.close();
  assert.equal(await code(render({ html: "x" }, closed)), "CLOSED");
});

test("the program is found by PLATEN_BINARY, its package, then PATH; what is missing is named", () => {
  const own = fakeProgram("platen", "");
  assert.equal(binaryPath({ PLATEN_BINARY: own }), own);
  assert.equal(binaryPath({ PATH: `/nowhere:${dir}` }), own);
  assert.throws(() => binaryPath({ PLATEN_BINARY: "/nowhere/platen" }), /PLATEN_BINARY is \/nowhere\/platen, which does not exist/);
  assert.throws(() => binaryPath({ PATH: "/nowhere" }), new RegExp(`npm install ${platformPackage()}.*set PLATEN_BINARY`));
  assert.equal(platformPackage("sunos", "x64"), undefined);
  const home = join(dir, "app");
  const file = join(home, "node_modules", ...platformPackage()!.split("/"), "bin", "platen");
  mkdirSync(join(file, ".."), { recursive: true });
  symlinkSync(own, file);
  const module = new URL("../src/local.js", import.meta.url).href;
  const found = execFileSync(process.execPath, ["--input-type=module", "-e", `import { binaryPath } from "${module}"; console.log(binaryPath({}))`], { cwd: join(home), encoding: "utf8" });
  assert.equal(found.trim().replace("/private", ""), file);
});

test("the process ends with this one, and does not keep it alive", async () => {
  const module = new URL("../src/local.js", import.meta.url).href;
  const script = `import { render, sharedRenderer } from "${module}"; await render({ html: "<p>x", width: 20, height: 20 }); console.log(sharedRenderer().pid);`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", timeout: 60_000 });
  await ended(Number(out));
  // Killed without a chance to clean up: the child sees the end of its input.
  const victim = spawn(process.execPath, ["--input-type=module", "-e", `${script} setInterval(() => {}, 1000);`], { stdio: ["ignore", "pipe", "inherit"] });
  const pid = Number(await new Promise<Buffer>((resolve) => victim.stdout.once("data", resolve)));
  victim.kill("SIGKILL");
  await ended(pid);
});

/** Waits until a process has ended; a zombie has. */
async function ended(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
      if (process.platform === "linux" && readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]![0] === "Z") return;
    } catch {
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
