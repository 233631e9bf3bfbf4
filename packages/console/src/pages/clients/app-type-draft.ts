import type { OAuth2ClientInput } from "@latchkey/api";

/** The draft for another type of app: what was entered stays, and what one type proposed becomes what the other does. */
export function withDefaults(
  draft: OAuth2ClientInput,
  before: OAuth2ClientInput,
  after: OAuth2ClientInput,
): OAuth2ClientInput {
  const proposed = new Map<string, unknown>(Object.entries(before));
  const entered = Object.entries(draft).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(proposed.get(name)),
  );
  return { ...after, ...Object.fromEntries(entered) };
}
