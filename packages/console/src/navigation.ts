/** What navigation uses of the browser's window. */
export interface NavigationWindow {
  readonly location: Pick<Location, "pathname" | "search">;
  readonly history: Pick<History, "state" | "pushState" | "replaceState" | "go">;
  readonly addEventListener: (type: "popstate", listener: () => void) => void;
}

/** Which page of the console is shown, and whether it may be left. */
export interface Navigation {
  /** The path and query of the page that is shown. */
  readonly address: () => string;
  /** Shows another page, without asking. `replace` adds no entry to the history. */
  readonly navigate: (address: string, options?: { readonly replace?: boolean }) => void;
  /** Adds a question to be asked before the page is left by a link or by the history. Returns what removes it. */
  readonly guard: (mayLeave: () => boolean) => () => void;
  /** Asks every guard, until one refuses. */
  readonly mayLeave: () => boolean;
  /** Calls back when another page is shown. */
  readonly subscribe: (onChange: () => void) => () => void;
}

/**
 * Creates the navigation of a window. The browser changes the address before it reports a step in the history, so a step that
 * is refused is taken back: each entry of the history has its position in its state, which says how far. Until that lands the
 * browser is at another entry, so a page that is to be shown meanwhile, such as a record that was just saved, waits for it.
 */
export function createNavigation(window: NavigationWindow): Navigation {
  const { location, history } = window;
  const guards = new Set<() => boolean>();
  const listeners = new Set<() => void>();
  const current = (): string => location.pathname + location.search;
  let shown = current();
  let position = positionOf(history.state) ?? mark(0);
  /** While a step is taken back: what is to be shown then. */
  let waiting: (() => void)[] | undefined;

  const mayLeave = (): boolean => [...guards].every((agrees) => agrees());
  window.addEventListener("popstate", () => {
    // Entries that the browser made itself have no position: links to a fragment add one.
    const reached = positionOf(history.state) ?? mark(position + 1);
    if (current() !== shown && !mayLeave()) {
      waiting ??= [];
      history.go(position - reached);
      return;
    }
    position = reached;
    show();
    const landed = waiting ?? [];
    waiting = undefined;
    for (const showNext of landed) showNext();
  });

  function navigate(address: string, { replace = false } = {}): void {
    if (waiting !== undefined) {
      waiting.push(() => navigate(address, { replace }));
      return;
    }
    if (replace) history.replaceState({ position }, "", address);
    else history.pushState({ position: position + 1 }, "", address);
    position = positionOf(history.state) ?? position;
    show();
  }

  return {
    address: () => shown,
    navigate,
    guard(agrees) {
      guards.add(agrees);
      return () => void guards.delete(agrees);
    },
    mayLeave,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };

  function mark(at: number): number {
    history.replaceState({ position: at }, "");
    return at;
  }

  function show(): void {
    if (current() === shown) return;
    shown = current();
    for (const onChange of listeners) onChange();
  }
}

function positionOf(state: unknown): number | undefined {
  if (typeof state !== "object" || state === null || !("position" in state)) return undefined;
  return typeof state.position === "number" ? state.position : undefined;
}
