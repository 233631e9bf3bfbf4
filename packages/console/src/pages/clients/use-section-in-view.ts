import { useEffect, useState } from "react";

/** The part of the window in which a section counts as being read: below what stays at the top, in the upper third. */
const READING_AREA = "-130px 0px -60% 0px";

/** The id of the first element in view of several. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string | undefined>(ids[0]);
  useEffect(() => {
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        setCurrent((before) => ids.find((id) => inView.has(id)) ?? before);
      },
      { rootMargin: READING_AREA },
    );
    for (const id of ids) {
      const element = document.getElementById(id);
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
