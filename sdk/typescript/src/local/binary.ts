import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { LocalRenderError } from "./errors.js";

/** The name of the program's file. */
const program = process.platform === "win32" ? "platen.exe" : "platen";

/** The packages that carry the program, by platform and processor. */
export const platforms = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"] as const;

/** The package with this machine's program; undefined where there is none. */
export function platformPackage(platform: string = process.platform, arch: string = process.arch): string | undefined {
  const name = `${platform}-${arch}`;
  return (platforms as readonly string[]).includes(name) ? `@platenhq/platen-${name}` : undefined;
}

/**
 * Returns the path of the platen program: PLATEN_BINARY, else the package of this platform, else the one on PATH. Paths
 * are looked up when it is called, with the file system alone, so a bundler can neither rewrite nor lose them.
 */
export function binaryPath(env: Record<string, string | undefined> = process.env): string {
  const set = env["PLATEN_BINARY"];
  if (set) {
    const problem = unusable(set);
    if (problem) throw new LocalRenderError("BINARY_NOT_FOUND", `PLATEN_BINARY is ${set}, ${problem}; set it to the platen program`);
    return set;
  }
  const wanted = platformPackage();
  const searched: string[] = [];
  if (wanted) {
    for (const folder of packageFolders()) {
      const file = join(folder, ...wanted.split("/"), "bin", program);
      searched.push(file);
      if (!unusable(file)) return file;
    }
  }
  for (const folder of (env["PATH"] ?? env["Path"] ?? "").split(delimiter)) {
    // npm links this package's own starter there, which looks for the program in turn.
    if (!folder || folder.replaceAll("\\", "/").endsWith("node_modules/.bin")) continue;
    const file = join(folder, program);
    if (!unusable(file)) return file;
  }
  throw new LocalRenderError("BINARY_NOT_FOUND", missing(wanted, searched));
}

function missing(wanted: string | undefined, searched: string[]): string {
  const lines = [`the platen program is not installed for ${process.platform}-${process.arch}`];
  lines.push("PLATEN_BINARY is not set");
  if (wanted) {
    lines.push(`the package ${wanted} is not in ${[...new Set(searched.map((file) => dirname(dirname(dirname(dirname(file))))))].join(", ")}`);
  } else {
    lines.push(`no package carries it for this platform; there are ${platforms.join(", ")}`);
  }
  lines.push("PATH has none");
  const advice = wanted
    ? `Install it: npm install ${wanted} (npm leaves it out with --omit=optional). When an application was bundled or copied without its node_modules, ` +
      `copy that package too, or set PLATEN_BINARY to the program's path.`
    : "Build it with Go and set PLATEN_BINARY to its path.";
  return `${lines.join("; ")}. ${advice}`;
}

/** The node_modules folders that may have the package: above this file, the main script and the working directory. */
function* packageFolders(): Generator<string> {
  const seen = new Set<string>();
  for (const start of starts()) {
    for (let dir = start; ; dir = dirname(dir)) {
      const modules = join(dir, "node_modules");
      for (const folder of [modules, beside(modules), join(modules, ".pnpm", "node_modules")]) {
        if (folder && !seen.has(folder)) {
          seen.add(folder);
          yield folder;
        }
      }
      if (dirname(dir) === dir) break;
    }
  }
}

/** The folder where a linked @platenhq/platen has its own dependencies, as pnpm lays them out. */
function beside(modules: string): string | undefined {
  try {
    return dirname(dirname(realpathSync(join(modules, "@platenhq", "platen"))));
  } catch {
    return undefined;
  }
}

function starts(): string[] {
  const out: string[] = [];
  // In a CommonJS bundle import.meta.url is undefined or a placeholder.
  const here: unknown = import.meta.url;
  if (typeof here === "string" && here.startsWith("file:")) {
    const dir = dirname(fileURLToPath(here));
    out.push(dir);
    try {
      out.push(dirname(realpathSync(fileURLToPath(here))));
    } catch {
      // bundled under a name that is no file
    }
  }
  if (process.argv[1]) out.push(dirname(resolve(process.argv[1])));
  out.push(process.cwd());
  return out;
}

/** Why a file cannot be run; undefined when it can. */
function unusable(file: string): string | undefined {
  try {
    if (!statSync(file).isFile()) return "which is no file";
  } catch {
    return "which does not exist";
  }
  try {
    accessSync(file, process.platform === "win32" ? constants.R_OK : constants.X_OK);
  } catch {
    return "which may not be executed";
  }
  return undefined;
}
