import { useState } from "react";

/** What a form was opened with, although it may be read again meanwhile: the server compares it when the form is saved. */
export function useOpened<T>(resource: T): T {
  const [opened] = useState(resource);
  return opened;
}
