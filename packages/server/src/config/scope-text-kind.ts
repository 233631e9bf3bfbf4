import { explain, read, type ScopeTexts, scopeTexts } from "@latchkey/api";
import { err, ok } from "../result.ts";
import type { Kind } from "./kinds.ts";

/** What users read of scopes: an object, or JSON as text. */
export const scopeTextMap: Kind<ScopeTexts> = {
  name: "an object of texts by scope and language",
  parse: (value) => {
    const parsed = read(scopeTexts, typeof value === "string" ? parseJson(value) : plain(value));
    if (parsed.ok) return ok(parsed.value);
    return err(
      `must be an object such as {photos.read: {en: {title: See your photos}}}. ${explain(parsed.error)}`,
    );
  },
};

/** Settings files give maps, programs give objects. */
function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
