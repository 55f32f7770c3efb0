// Installs the tarballs in an empty folder and renders: as they are, in esbuild's bundles, in a folder as Lambda unpacks
// it, and where the program is missing. Run by `npm run test:tarballs`.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { assert, bare, expected, install, join, platform, print, root, run, tarballs, write } from "./app.mjs";

const dir = mkdtempSync(join(tmpdir(), "platen-tarballs-"));
const esbuild = join(root, "node_modules", ".bin", "esbuild");
const node = (cwd, file, env) => run(cwd, process.execPath, [file], env).trim();

try {
  const want = expected();
  const packed = tarballs(join(dir, "tarballs"));
  const app = join(dir, "app");
  install(app, { private: true, type: "module" }, packed);
  const use = `import { createHash } from "node:crypto";\nimport { render } from "@platenhq/platen/local";\n${print}`;
  const og = `import { ImageResponse } from "@platenhq/platen/og";
const response = new ImageResponse({ type: "div", props: { style: { fontSize: 64 }, children: "Launch day" } });
console.log((await response.arrayBuffer()).byteLength > 5000 ? "drawn" : "empty");\n`;
  write(app, { "use.mjs": use, "og.mjs": og, "main.cjs": `(async () => { const { createHash } = require("node:crypto"); const { render } = await import("@platenhq/platen/local"); ${print} })();` });
  assert.equal(node(app, "use.mjs"), want, "as installed");
  assert.equal(node(app, "main.cjs"), want, "from CommonJS");
  assert.equal(node(app, "og.mjs"), "drawn");
  assert.match(run(app, "npx", ["--no-install", "platen", "--version"]), /^platen version /);
  assert.equal(spawnSync("npx", ["--no-install", "platen", "rendr"], { cwd: app, env: bare() }).status, 2, "the program's exit code");
  // The package's root has no file of the platform: npm put it beside.
  const manifest = JSON.parse(readFileSync(join(app, "node_modules", "@platenhq", "platen", "package.json"), "utf8"));
  assert.deepEqual(manifest.optionalDependencies, { [`@platenhq/platen-${platform}`]: manifest.version });

  for (const format of ["esm", "cjs"]) {
    const file = `bundle.${format === "esm" ? "mjs" : "cjs"}`;
    const entry = format === "esm" ? use : use.replace("const image", "(async () => { const image").concat("})();");
    write(app, { "entry.mjs": entry });
    run(app, esbuild, ["entry.mjs", "--bundle", "--platform=node", "--minify", `--format=${format}`, `--outfile=dist/${file}`, "--log-level=error"]);
    assert.equal(node(app, join("dist", file)), want, `esbuild, ${format}`);

    // A function's folder: the bundle and the platform's package, run from elsewhere.
    const lambda = join(dir, `task-${format}`);
    mkdirSync(join(lambda, "node_modules", "@platenhq"), { recursive: true });
    cpSync(join(app, "dist", file), join(lambda, file));
    const missing = spawnSync(process.execPath, [file], { cwd: lambda, encoding: "utf8", env: { ...bare(), PATH: "/nowhere" } });
    assert.notEqual(missing.status, 0);
    assert.match(missing.stderr, new RegExp(`BINARY_NOT_FOUND.*npm install @platenhq/platen-${platform}.*set PLATEN_BINARY`));
    cpSync(join(app, "node_modules", "@platenhq", `platen-${platform}`), join(lambda, "node_modules", "@platenhq", `platen-${platform}`), { recursive: true });
    assert.equal(run("/", process.execPath, [join(lambda, file)]).trim(), want, `as on Lambda, ${format}`);
  }
  console.log(`the tarballs render ${want.slice(0, 12)}… as installed, bundled by esbuild and in a function's folder`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
