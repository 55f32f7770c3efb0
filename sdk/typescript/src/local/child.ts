import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { FrameReader } from "./frames.js";
import type { Reply } from "./reply.js";

/** How much of the program's standard error an error quotes. */
const quoted = 2000;

/** The events of a child process. */
export interface ChildEvents {
  reply(reply: Reply, files: Buffer): void;
  /** Called once; nothing follows. */
  gone(reason: string): void;
}

/** One process of `platen render --pipe`. It keeps this process alive only while it is held. */
export class Child {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #events: ChildEvents;
  readonly #kill: () => void;
  #stderr = "";
  #ended = false;
  #full = false;
  #backlog: string[] = [];

  constructor(binary: string, events: ChildEvents) {
    this.#events = events;
    const child = spawn(binary, ["render", "--pipe"], { stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    this.#process = child;
    this.#kill = () => void child.kill("SIGKILL");
    process.once("exit", this.#kill);
    const frames = new FrameReader();
    child.stdout.on("data", (chunk: Buffer) => {
      try {
        frames.push(chunk, (reply, files) => events.reply(reply, files));
      } catch (error) {
        this.end(String(error instanceof Error ? error.message : error));
      }
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#stderr = (this.#stderr + text).slice(-quoted)));
    // EPIPE says less than the exit that follows.
    child.stdin.on("error", () => {});
    child.stdin.on("drain", () => this.#drain());
    child.on("error", (error) => this.end(`${binary} could not be started: ${error.message}`));
    child.on("close", (code, signal) => {
      const why = signal ? `the renderer was ended by ${signal}` : `the renderer exited with code ${code}`;
      this.end(this.#stderr.trim() ? `${why}: ${this.#stderr.trim()}` : why);
    });
    this.hold(false);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Sends a line; lines wait here while the pipe is full. */
  send(line: string): void {
    this.#backlog.push(`${line}\n`);
    if (!this.#full) this.#drain();
  }

  #drain(): void {
    this.#full = false;
    while (!this.#full && this.#backlog.length > 0) this.#full = !this.#process.stdin.write(this.#backlog.shift()!);
  }

  /** Sets whether replies are pending, which keeps the event loop alive. */
  hold(on: boolean): void {
    const { stdin, stdout, stderr } = this.#process;
    for (const one of [this.#process, stdin, stdout, stderr] as { ref?(): void; unref?(): void }[]) on ? one.ref?.() : one.unref?.();
  }

  /** Ends the process; calls that await a reply fail with the reason. */
  end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    process.removeListener("exit", this.#kill);
    this.#kill();
    this.#process.stdin.destroy();
    this.#process.stdout.destroy();
    this.#process.stderr.destroy();
    this.#events.gone(reason);
  }
}
