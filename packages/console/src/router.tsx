import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react";

/** The current page of the console. */
export interface Route {
  /** The path below `/console`, split at its slashes and decoded: `["clients", "photos"]`. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

const BASE = "/console";
const NAVIGATED = "latchkey:navigated";

/** The route that the address bar names. Components that use it render again when it changes. */
export function useRoute(): Route {
  const address = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  const [path = "", search = ""] = address.split(/\?(.*)/s);
  const segments = path.slice(BASE.length).split("/").filter(Boolean).map(decode);
  return { segments, query: new URLSearchParams(search) };
}

/** The path of a page: `to("clients", "photos")`. */
export function to(...segments: readonly string[]): string {
  return [BASE, ...segments.map(encodeURIComponent)].join("/");
}

/** Opens a page of the console. `replace` keeps the history as it is. */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  dispatchEvent(new Event(NAVIGATED));
}

const guards = new Set<() => boolean>();

/** Links of the console are followed only where every guard agrees. Returns what removes the guard. */
export function guardLinks(mayLeave: () => boolean): () => void {
  guards.add(mayLeave);
  return () => void guards.delete(mayLeave);
}

/** A link within the console. Clicks with a modifier key are left to the browser, which opens a new tab. */
export function Link({
  href,
  onClick,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || event.button !== 0 || !isPlain) return;
    event.preventDefault();
    if (![...guards].every((mayLeave) => mayLeave())) return;
    navigate(href);
    scrollTo(0, 0);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

function subscribe(onChange: () => void): () => void {
  addEventListener("popstate", onChange);
  addEventListener(NAVIGATED, onChange);
  return () => {
    removeEventListener("popstate", onChange);
    removeEventListener(NAVIGATED, onChange);
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
