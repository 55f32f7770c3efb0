// Assembles the npm tarballs: the package, and one for every platform with the platen program, as optional dependencies.
//
//	node scripts/package.mjs --out DIR [--version 1.2.3] [--only linux-x64,…] [--binary linux-x64=FILE …]
//
// A platform's program is cross-compiled unless --binary names one. The tarballs and their SHA256SUMS are written to DIR.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const source = fileURLToPath(new URL("..", import.meta.url));
const repository = join(source, "..", "..");

/** The platforms by Node's names, with Go's. */
const platforms = {
  "linux-x64": ["linux", "amd64"],
  "linux-arm64": ["linux", "arm64"],
  "darwin-x64": ["darwin", "amd64"],
  "darwin-arm64": ["darwin", "arm64"],
  "win32-x64": ["windows", "amd64"],
  "win32-arm64": ["windows", "arm64"],
};

const { values } = parseArgs({
  options: { out: { type: "string" }, version: { type: "string" }, only: { type: "string" }, binary: { type: "string", multiple: true } },
});
if (!values.out) throw new Error("--out names the folder of the tarballs");
const out = resolve(values.out);
const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
const version = values.version ?? manifest.version;
const given = Object.fromEntries((values.binary ?? []).map((pair) => pair.split(/=(.*)/s, 2)));
const wanted = values.only ? values.only.split(",") : Object.keys(platforms);
for (const name of [...wanted, ...Object.keys(given)]) {
  if (!(name in platforms)) throw new Error(`${name} is not a platform; there are ${Object.keys(platforms).join(", ")}`);
}

const work = mkdtempSync(join(tmpdir(), "platen-npm-"));
const tarballs = [];

function pack(folder) {
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--silent", "--ignore-scripts", "--pack-destination", out], { cwd: folder, encoding: "utf8" }));
  tarballs.push(packed.filename);
  console.log(`${packed.filename}\t${packed.size} bytes`);
}

function program(name, file) {
  if (given[name]) return copyFileSync(given[name], file);
  const [GOOS, GOARCH] = platforms[name];
  const flags = `-s -w -buildid= -X github.com/platenhq/platen/app.Version=${version}`;
  execFileSync("go", ["build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", file, "./app/cmd/platen"], {
    cwd: repository, stdio: "inherit", env: { ...process.env, CGO_ENABLED: "0", GOFLAGS: "", GOOS, GOARCH },
  });
}

try {
  mkdirSync(out, { recursive: true });
  for (const name of wanted) {
    const folder = join(work, name);
    const [os, cpu] = name.split("-");
    mkdirSync(join(folder, "bin"), { recursive: true });
    program(name, join(folder, "bin", os === "win32" ? "platen.exe" : "platen"));
    execFileSync("chmod", ["755", join(folder, "bin", os === "win32" ? "platen.exe" : "platen")]);
    for (const file of ["LICENSE", "NOTICE"]) copyFileSync(join(repository, file), join(folder, file));
    writeFileSync(join(folder, "README.md"), `# ${manifest.name}-${name}\n\nThe platen program for ${name}. Install \`${manifest.name}\`, which depends on it.\n`);
    const fields = {
      name: `${manifest.name}-${name}`, version, description: `The platen program for ${name}`, license: manifest.license,
      // Yarn's archives cannot hold what is run.
      preferUnplugged: true, os: [os], cpu: [cpu], files: ["bin", "NOTICE"],
    };
    writeFileSync(join(folder, "package.json"), JSON.stringify(fields, null, 2));
    pack(folder);
  }
  const folder = join(work, "main");
  mkdirSync(folder);
  execFileSync("npm", ["run", "build", "--silent"], { cwd: source, stdio: "inherit" });
  for (const name of ["dist", "README.md", "LICENSE"]) cpSync(join(source, name), join(folder, name), { recursive: true });
  const { devDependencies: _, scripts: __, ...published } = manifest;
  const optionalDependencies = Object.fromEntries(wanted.map((name) => [`${manifest.name}-${name}`, version]));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...published, version, optionalDependencies }, null, 2));
  pack(folder);
  const sums = tarballs.map((file) => `${createHash("sha256").update(readFileSync(join(out, file))).digest("hex")}  ${file}\n`);
  writeFileSync(join(out, "SHA256SUMS"), sums.join(""));
} finally {
  rmSync(work, { recursive: true, force: true });
}
