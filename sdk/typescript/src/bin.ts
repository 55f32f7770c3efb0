#!/usr/bin/env node
// Runs the platen program of this platform, so that `npx platen` works where the package is installed.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { binaryPath } from "./local/binary.js";

function start(): void {
  let program: string;
  try {
    program = binaryPath();
  } catch (error) {
    console.error(`platen: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
    return;
  }
  const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
  // The terminal signals the child itself; this process waits for it, and passes on what only it receives.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
  child.on("error", (error) => {
    console.error(`platen: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
    process.exit();
  });
}

start();
