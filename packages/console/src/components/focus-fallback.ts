import { type RefObject, useEffect } from "react";

/**
 * Gives the focus to the page where the element that has it is removed, as by a link that opens another page or a button that
 * replaces itself by a form: the next press of Tab would begin at the top of the window.
 */
export function useFocusFallback(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let focused: Element | null = null;
    let frame = 0;
    const remember = (): void => {
      focused = document.activeElement;
    };
    const recover = (): void => {
      if (focused === null || focused.isConnected || document.activeElement !== document.body)
        return;
      focused = null;
      page.current?.focus({ preventScroll: true });
    };
    // Two frames later: a dialog that closes restores the focus itself within one.
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(recover);
      });
    });
    addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener("focusin", remember);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [page]);
}
