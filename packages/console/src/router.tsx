import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react";
import { createNavigation, type Navigation } from "./navigation.ts";

/** The current page of the console. */
export interface Route {
  /** The path below `/console`, split at its slashes and decoded: `["clients", "photos"]`. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

const BASE = "/console";

let created: Navigation | undefined;

/** That of the browser's window; components are also rendered without one, in tests. */
function navigation(): Navigation {
  created ??= createNavigation(window);
  return created;
}

/** The route of the page that is shown. Components that use it render again when it changes. */
export function useRoute(): Route {
  const { subscribe, address } = navigation();
  const [path = "", search = ""] = useSyncExternalStore(subscribe, address).split(/\?(.*)/s);
  const segments = path.slice(BASE.length).split("/").filter(Boolean).map(decode);
  return { segments, query: new URLSearchParams(search) };
}

/** The path of a page: `to("clients", "photos")`. */
export function to(...segments: readonly string[]): string {
  return [BASE, ...segments.map(encodeURIComponent)].join("/");
}

/** Opens a page of the console, without asking. `replace` adds no entry to the history. */
export function navigate(address: string, options?: { readonly replace?: boolean }): void {
  navigation().navigate(address, options);
}

/** The page is left by a link, or by the history, only where every guard agrees. Returns what removes the guard. */
export function guardPage(mayLeave: () => boolean): () => void {
  return navigation().guard(mayLeave);
}

/** Asks whether the page may be left: true where nothing would be lost. */
export function mayLeavePage(): boolean {
  return navigation().mayLeave();
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
    if (!mayLeavePage()) return;
    navigate(href);
    scrollTo(0, 0);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
