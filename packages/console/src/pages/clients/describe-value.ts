import type { OAuth2ClientInput } from "@latchkey/api";
import { type FormField, valueOf } from "./client-form.ts";

/** The value of a field in a few words. */
export function describeValue(draft: OAuth2ClientInput, formed: FormField): string {
  const value = valueOf(draft, formed);
  if (typeof value === "boolean") return value ? "yes" : "no";
  const texts = Array.isArray(value) ? value.map(String) : [typeof value === "string" ? value : ""];
  const [first = "", ...more] = formed.form.options === undefined ? texts : [texts.join(" ")];
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}
