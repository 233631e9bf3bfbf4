import { useEffect } from "react";
import { guardLinks } from "../../router.tsx";

/** Asks before unsaved changes are lost: by a link of the console, by reloading, or by closing the tab. */
export function useUnsavedChanges(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    const release = guardLinks(() => confirm("Discard the changes that you have not saved?"));
    return () => {
      removeEventListener("beforeunload", ask);
      release();
    };
  }, [hasChanges]);
}
