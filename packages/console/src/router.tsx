import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react";

/** Where in the console we are. */
export interface Place {
  /** The path below `/console`, cut at its slashes and decoded: `["clients", "photos"]`. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

const BASE = "/console";
const MOVED = "latchkey:moved";

/** The place the address bar names; follows it. */
export function usePlace(): Place {
  const address = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  const [path = "", search = ""] = address.split(/\?(.*)/s);
  const segments = path.slice(BASE.length).split("/").filter(Boolean).map(decode);
  return { segments, query: new URLSearchParams(search) };
}

/** The address of a place: `to("clients", "photos")`. */
export function to(...segments: readonly string[]): string {
  return [BASE, ...segments.map(encodeURIComponent)].join("/");
}

/** Goes to a place of the console. */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  dispatchEvent(new Event(MOVED));
}

/** A link within the console, which opens in a new tab where that is asked for. */
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
    navigate(href);
    scrollTo(0, 0);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

function subscribe(moved: () => void): () => void {
  addEventListener("popstate", moved);
  addEventListener(MOVED, moved);
  return () => {
    removeEventListener("popstate", moved);
    removeEventListener(MOVED, moved);
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
