import type { Reply } from "./reply.js";

/** The status byte of messages. */
const message = 2;

/** Reads the frames of `platen render --pipe` from its output, in chunks of any size. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #wanted = 5;
  #status: number | undefined;

  /** Calls each for every message that chunk completes; files are the bytes after its JSON. */
  push(chunk: Buffer, each: (reply: Reply, files: Buffer) => void): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#size >= this.#wanted) {
      const part = this.#take(this.#wanted);
      if (this.#status === undefined) {
        this.#status = part[0]!;
        this.#wanted = part.readUInt32BE(1);
        continue;
      }
      const status = this.#status;
      this.#status = undefined;
      this.#wanted = 5;
      if (status !== message) throw new Error("the platen program is older than this package: it does not know sessions");
      const end = 4 + part.readUInt32BE(0);
      each(JSON.parse(part.toString("utf8", 4, end)) as Reply, part.subarray(end));
    }
  }

  #take(size: number): Buffer {
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#size);
    const rest = all.subarray(size);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    return all.subarray(0, size);
  }
}
