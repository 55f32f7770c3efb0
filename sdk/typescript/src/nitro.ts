/**
 * The Nitro module that puts the renderer's program into the output: `modules: ["@platenhq/platen/nitro"]`.
 *
 * @packageDocumentation
 */
import { dirname, join } from "node:path";
import { binaryPath } from "./local/binary.js";

/** What of Nitro is used. */
interface Nitro {
  options: { externals?: { traceInclude?: string[]; inline?: unknown[] } };
}

export default {
  name: "@platenhq/platen",
  setup(nitro: Nitro): void {
    const binary = binaryPath();
    const externals = (nitro.options.externals ??= {});
    // The manifest makes it a package of the output, whose folder is copied.
    (externals.traceInclude ??= []).push(binary, join(dirname(dirname(binary)), "package.json"));
  },
};
