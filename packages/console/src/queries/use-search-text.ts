import { useEffect, useRef, useState } from "react";
import { navigate, useRoute } from "../router.tsx";
import { searchAddress } from "./search-address.ts";

const TYPING_PAUSE_MS = 200;

/** The text of a search field, and the search it stands for. */
export interface SearchText {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** What to search for: the text as it was when typing last paused. */
  readonly search: string;
}

/** Keeps the search of a list in the query parameter `search`, so that links, reloads and the back button find it again. */
export function useSearchText(): SearchText {
  const { query } = useRoute();
  const search = query.get("search") ?? "";
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address can change without typing: by the back button, or a link to the list.
  useEffect(() => setText((typed) => (typed.trim() === search ? typed : search)), [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    text,
    search,
    setText: (typed) => {
      setText(typed);
      clearTimeout(timer.current);
      const pause = typed === "" ? 0 : TYPING_PAUSE_MS;
      timer.current = setTimeout(
        () => navigate(searchAddress(location, typed.trim()), { replace: true }),
        pause,
      );
    },
  };
}
