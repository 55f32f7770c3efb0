import type { Page } from "./gen/platen/api/v1/page_pb.js";

/** Yields the items of every page from the filter's own cursor on, fetching pages as the loop goes on. */
export async function* pages<F extends object, T>(
  filter: F,
  fetch: (request: F) => Promise<{ data: T[]; page?: Page }>,
): AsyncGenerator<T> {
  for (let request = filter; ; ) {
    const { data, page } = await fetch(request);
    yield* data;
    if (!page?.hasMore || page.nextCursor === undefined) return;
    request = { ...request, cursor: page.nextCursor };
  }
}
