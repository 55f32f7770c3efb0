/**
 * The configuration of Next.js that keeps the renderer out of the bundle and its program in standalone output.
 *
 * @packageDocumentation
 */
import { relative, sep } from "node:path";
import { binaryPath } from "./local/binary.js";

/** What of Next's configuration is read and written. */
interface NextConfig {
  serverExternalPackages?: string[];
  outputFileTracingIncludes?: Record<string, string[]>;
}

/** `export default withPlaten(config)` in next.config.mjs. Routes need the Node.js runtime, which is the default. */
export function withPlaten<C extends object>(config: C = {} as C): C {
  const { serverExternalPackages = [], outputFileTracingIncludes = {} } = config as NextConfig;
  // Globs have slashes on every system, and are relative to the project.
  const binary = relative(process.cwd(), binaryPath()).split(sep).join("/");
  return {
    ...config,
    serverExternalPackages: [...new Set([...serverExternalPackages, "@platenhq/platen"])],
    outputFileTracingIncludes: { ...outputFileTracingIncludes, "/**": [...(outputFileTracingIncludes["/**"] ?? []), binary] },
  };
}
