import { type Page, type Reply, unwrap } from "@latchkey/client";
import { useEffect, useState } from "react";

/** Which part of a list is asked for. */
export type Wanted = Page & { readonly search?: string };

/** A list that the server searches and returns page by page. */
export interface PagedList<Item> {
  /** What is typed into the search. The answer may not have caught up with it yet. */
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** The search that `items` and `total` answer; empty where all are listed. */
  readonly search: string;
  /** The first pages of the answer. Undefined until there is one. */
  readonly items: readonly Item[] | undefined;
  /** How many there are on the server, shown or not. */
  readonly total: number;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Loads one more page. Absent where everything is shown. */
  readonly showMore?: () => void;
  readonly reload: () => void;
}

/** As many as are shown at first, and as many more with each press. */
const PAGE = 50;
/** As many as the server returns at once. */
const MOST_AT_ONCE = 500;
const PAUSE_MS = 200;

/** Loads a list. The server is asked when typing pauses; until it has answered, the last answer stays. */
export function usePagedList<Item>(
  list: (wanted: Wanted, options: { signal: AbortSignal }) => Promise<Reply<readonly Item[]>>,
): PagedList<Item> {
  const [words, setWords] = useState("");
  const [count, setCount] = useState(PAGE);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State<Item>>({ isLoading: true });
  const search = usePaused(words.trim());

  useEffect(() => {
    const controller = new AbortController();
    const settle = (next: State<Item>): void => {
      if (!controller.signal.aborted) setState((last) => ({ ...last, ...next }));
    };
    settle({ isLoading: true });
    loadFirst(list, search, count, controller.signal).then(
      (answer) => settle({ answer, error: undefined, isLoading: false }),
      (error: unknown) => settle({ error, isLoading: false }),
    );
    return () => controller.abort();
    // `list` is a new function each time, and means the same list.
  }, [search, count, round]);

  const { answer, error, isLoading } = state;
  const hasMore = answer !== undefined && answer.items.length < answer.total;
  return {
    words,
    setWords: (typed) => {
      setWords(typed);
      setCount(PAGE);
    },
    search: answer?.search ?? "",
    items: answer?.items,
    total: answer?.total ?? 0,
    error,
    isLoading,
    reload: () => setRound((number) => number + 1),
    ...(hasMore && { showMore: () => setCount((shown) => shown + PAGE) }),
  };
}

interface State<Item> {
  readonly answer?: Answer<Item>;
  readonly error?: unknown;
  readonly isLoading: boolean;
}

interface Answer<Item> {
  readonly search: string;
  readonly items: readonly Item[];
  readonly total: number;
}

async function loadFirst<Item>(
  list: (wanted: Wanted, options: { signal: AbortSignal }) => Promise<Reply<readonly Item[]>>,
  search: string,
  count: number,
  signal: AbortSignal,
): Promise<Answer<Item>> {
  const items: Item[] = [];
  for (;;) {
    const limit = Math.min(count - items.length, MOST_AT_ONCE);
    const wanted = { limit, offset: items.length, ...(search !== "" && { search }) };
    const reply = await list(wanted, { signal });
    const page = unwrap(reply);
    items.push(...page);
    const total = Number(reply.headers.get("x-total-count") ?? items.length);
    if (items.length >= Math.min(count, total) || page.length === 0)
      return { search, items, total };
  }
}

/** A text as it was when typing last paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
