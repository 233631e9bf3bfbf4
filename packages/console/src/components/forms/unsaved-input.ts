import { useEffect, useState } from "react";
import { guardPage } from "../../router.tsx";

/** Asks before the page is left: by a link of the console, by the history, by reloading, or by closing the tab. */
export function useLeaveQuestion(question: string | undefined): void {
  useEffect(() => {
    if (question === undefined) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    const release = guardPage(() => confirm(question));
    return () => {
      removeEventListener("beforeunload", ask);
      release();
    };
  }, [question]);
}

const QUESTION = "Discard what you have entered? It is not saved.";

/** What was entered in a form and not sent. */
export interface UnsavedInput {
  readonly onInput: () => void;
  readonly onSaved: () => void;
  /** Asks where something would be lost; true where it may be. */
  readonly mayDiscard: () => boolean;
}

/** Observes a form. Where `isKept`, the page is left only after a question while there is unsaved input. */
export function useUnsavedInput(isKept: boolean): UnsavedInput {
  const [hasInput, setHasInput] = useState(false);
  const isUnsaved = isKept && hasInput;
  useLeaveQuestion(isUnsaved ? QUESTION : undefined);
  return {
    onInput: () => setHasInput(true),
    onSaved: () => setHasInput(false),
    mayDiscard: () => !isUnsaved || confirm(QUESTION),
  };
}
