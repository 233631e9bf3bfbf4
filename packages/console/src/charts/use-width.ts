import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The width of an element in pixels, updated when it is resized. */
export function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(480);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = (): void => setWidth(Math.max(200, element.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
