// What the tests of bundles share: tarballs, folders of applications and what they should print.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const platform = `${process.platform}-${process.arch}`;

/** The environment without what helps to find the program: only its package is left. */
export function bare() {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1" };
  delete env.PLATEN_BINARY;
  return env;
}

export function run(cwd, command, args, env = bare()) {
  return execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], timeout: 600_000 });
}

/** The program that PLATEN_BINARY names, which the tarball carries. */
export function program() {
  const file = process.env.PLATEN_BINARY;
  assert.ok(file && existsSync(file), "set PLATEN_BINARY to the platen program: task test:sdk builds it");
  return file;
}

/** The tarballs for this platform; they are made again when the program or the sources changed. */
export function tarballs(out) {
  run(root, process.execPath, ["scripts/package.mjs", "--out", out, "--only", platform, "--binary", `${platform}=${program()}`]);
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const file = (suffix) => join(out, `${name.replace("@", "").replace("/", "-")}${suffix}-${version}.tgz`);
  return { main: file(""), binary: file(`-${platform}`) };
}

/** Writes the files of an application. */
export function write(dir, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
}

/** Installs an application's packages and the tarballs. The packages stay installed while the manifest is the same. */
export function install(dir, manifest, { main, binary }) {
  const text = JSON.stringify(manifest, null, 2);
  const stamp = join(dir, ".installed");
  mkdirSync(dir, { recursive: true });
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== text) {
    rmSync(dir, { recursive: true, force: true });
    write(dir, { "package.json": text });
    run(dir, "npm", ["install", "--include=dev", "--no-audit", "--no-fund", "--silent", "--prefer-offline"]);
    writeFileSync(stamp, text);
  }
  run(dir, "npm", ["install", "--include=dev", "--no-save", "--no-audit", "--no-fund", "--silent", "--prefer-offline", main, binary]);
}

/** The document that every application renders. */
export const html = '<body style="margin:0;font:64px Inter;padding:80px;background:#0f172a;color:#fff">Launch day 🎉</body>';

/** The hash of the image as the command line renders it. */
export function expected() {
  const image = execFileSync(program(), ["render", "-", "-o", "-"], { input: html });
  return createHash("sha256").update(image).digest("hex");
}

/** A program that renders the document and prints the hash. */
export const print = `
const image = await render({ html: ${JSON.stringify(html)}, seed: 0 });
console.log(createHash("sha256").update(image.bytes).digest("hex"));
`;

export { assert, copyFileSync, createHash, dirname, join };
