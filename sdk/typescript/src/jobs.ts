import { create } from "@bufbuild/protobuf";
import { PlatenError } from "./errors.js";
import { ErrorSchema } from "./gen/platen/api/v1/error_pb.js";
import { JobEventKind, RenderStatus, type RenderJob, type RenderJobEvent } from "./gen/platen/rendering/v1/render_pb.js";

/** A job, with its sequence as a number. */
export type Job = Omit<RenderJob, "sequence"> & { sequence: number };

/** An event of a job, with its sequence as a number. */
export type JobEvent = Omit<RenderJobEvent, "sequence" | "job"> & { sequence: number; job?: Job };

/** Opens the stream of a job after a sequence. */
type Open = (after: number | undefined) => AsyncIterable<RenderJobEvent>;

/** A message with its sequence as a number: they rise by one with every change of a job. */
export function toJob(job: RenderJob): Job {
  return { ...job, sequence: Number(job.sequence) };
}

function toEvent({ job, ...event }: RenderJobEvent): JobEvent {
  return { ...event, sequence: Number(event.sequence), ...(job && { job: toJob(job) }) };
}

/** Yields the events of a job; a stream that is cut is opened again where it stopped while each brings something new. */
export async function* follow(open: Open, signal?: AbortSignal, from?: number): AsyncGenerator<JobEvent> {
  for (let after = from; ; ) {
    let news = false;
    try {
      for await (const message of open(after)) {
        const event = toEvent(message);
        news = true;
        after = event.sequence;
        yield event;
        if (event.kind === JobEventKind.DONE) return;
      }
    } catch (error) {
      if (!news || signal?.aborted || !worthPolling(error)) throw error;
    }
    if (!news) throw new StreamEnded();
  }
}

/** Yields a job as it is and after its changes, by its stream or else by polls, and ends after the job has. */
export async function* changes(open: Open, poll: () => Promise<RenderJob>, signal?: AbortSignal): AsyncGenerator<Job> {
  try {
    for await (const { job } of follow(open, signal)) {
      if (!job) continue;
      yield job;
      if (ended(job)) return;
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!worthPolling(error)) throw error;
  }
  for (;;) {
    signal?.throwIfAborted();
    const job = toJob(await poll());
    yield job;
    if (ended(job)) return;
  }
}

/** Why a job failed. */
export function jobError(job: Job): PlatenError {
  return new PlatenError(job.error ?? create(ErrorSchema));
}

/** A stream that ended before its job and had brought nothing new. */
class StreamEnded extends Error {
  override readonly name = "StreamEnded";
  constructor() {
    super("the job's stream ended before the job did");
  }
}

function ended({ status }: Job): boolean {
  return status === RenderStatus.COMPLETED || status === RenderStatus.CANCELED || status === RenderStatus.FAILED;
}

const pollable = new Set(["CONNECTION_LOST", "HTTP_ERROR", "INVALID_RESPONSE", "TIMEOUT", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR"]);

/** Whether a poll may succeed where a stream failed: not when the service said that there is no such job to see. */
function worthPolling(error: unknown): boolean {
  return !(error instanceof PlatenError) || pollable.has(error.code);
}
