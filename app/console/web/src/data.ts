import { useEffect, useRef, useState } from "preact/hooks";

interface PageOf<T> { data: T[]; page?: { hasMore: boolean; nextCursor?: string } }

/** A list that grows by pages. */
export interface List<T> {
  items: T[];
  loading: boolean;
  error: unknown;
  more: (() => void) | undefined;
  reload: () => void;
  /** Puts an item in the place of another, or first. */
  put: (item: T, same: (other: T) => boolean) => void;
}

/** Loads a list page by page; it begins again when one of deps changes. */
export function useList<T>(fetch: (cursor: string | undefined) => Promise<PageOf<T>>, deps: unknown[] = []): List<T> {
  const [items, setItems] = useState<T[]>([]);
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>();
  const [next, setNext] = useState<string>();
  const turn = useRef(0);
  const load = async (cursor: string | undefined) => {
    const mine = ++turn.current;
    setLoading(true);
    setError(undefined);
    try {
      const { data, page } = await fetch(cursor);
      if (mine !== turn.current) return;
      setItems((old) => (cursor === undefined ? data : [...old, ...data]));
      setNext(page?.hasMore ? page.nextCursor : undefined);
    } catch (e) {
      if (mine === turn.current) setError(e);
    }
    if (mine === turn.current) setLoading(false);
  };
  useEffect(() => { setItems([]); void load(undefined); }, deps);
  return {
    items, loading, error,
    more: next === undefined ? undefined : () => void load(next),
    reload: () => void load(undefined),
    put: (item, same) => setItems((old) => (old.some(same) ? old.map((o) => (same(o) ? item : o)) : [item, ...old])),
  };
}

/** One thing loaded. */
export interface Loaded<T> { value: T | undefined; loading: boolean; error: unknown; reload: () => void; set: (value: T) => void }

/** Loads one thing; again when one of deps changes. */
export function useLoaded<T>(fetch: () => Promise<T>, deps: unknown[] = []): Loaded<T> {
  const [value, set] = useState<T>();
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>();
  const turn = useRef(0);
  const reload = async () => {
    const mine = ++turn.current;
    setLoading(true);
    setError(undefined);
    try {
      const got = await fetch();
      if (mine === turn.current) set(got);
    } catch (e) {
      if (mine === turn.current) setError(e);
    }
    if (mine === turn.current) setLoading(false);
  };
  useEffect(() => { void reload(); }, deps);
  return { value, loading, error, reload: () => void reload(), set };
}

/** Runs one action at a time and keeps what it failed with. */
export function useAction(): { busy: boolean; error: unknown; clear: () => void; run: (act: () => Promise<unknown>) => Promise<boolean> } {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  return {
    busy, error, clear: () => setError(undefined),
    run: async (act) => {
      setBusy(true);
      setError(undefined);
      try {
        await act();
        return true;
      } catch (e) {
        setError(e);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
