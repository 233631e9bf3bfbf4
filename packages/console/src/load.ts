import { useCallback, useEffect, useState } from "react";

/** Something asked of the server. What was there stays while it is asked for again. */
export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/**
 * Asks once, and again when `key` changes or somebody reloads. Where `version` changes it is the same question anew, and
 * the old answer stands until the new one is there.
 */
export function useLoaded<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  version = "",
): Loaded<Value> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ key: string; value?: Value; error?: unknown }>({ key: "" });
  const reload = useCallback(() => setRound((count) => count + 1), []);

  useEffect(() => {
    const controller = new AbortController();
    const settle = (outcome: { value: Value } | { error: unknown }): void => {
      if (!controller.signal.aborted) setState({ key, ...outcome });
    };
    load(controller.signal).then(
      (value) => settle({ value }),
      (error: unknown) => settle({ error }),
    );
    return () => controller.abort();
    // `load` is a new function each time; `key` says when it is a new question.
  }, [key, round, version]);

  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    error: isCurrent ? state.error : undefined,
    isLoading: !isCurrent,
    reload,
  };
}

/** Something being done to the server. */
export interface Action<Input extends readonly unknown[]> {
  /** True when it was done; what went wrong is in `error`. */
  readonly run: (...input: Input) => Promise<boolean>;
  readonly isBusy: boolean;
  readonly error: unknown;
}

/** Does something, and remembers whether it is under way and what went wrong. */
export function useAction<Input extends readonly unknown[]>(
  act: (...input: Input) => Promise<unknown>,
): Action<Input> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const run = async (...input: Input): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      await act(...input);
      return true;
    } catch (caught) {
      setError(caught);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, error };
}
