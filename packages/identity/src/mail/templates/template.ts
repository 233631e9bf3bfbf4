import type { Locale } from "@latchkey/sign-in";
import type { MailContent } from "../render-mail.ts";

/** What every template is given, beside its values. */
export interface Wording {
  /** What the server is called. */
  readonly product: string;
  /** A duration in words: "30 minutes". */
  readonly duration: (seconds: number) => string;
}

/** What a mail says, in every language. */
export type Template<Values> = {
  readonly [Language in Locale]: (values: Values, wording: Wording) => MailContent;
};

/** A link that is valid for some seconds. */
export interface LinkValues {
  readonly url: string;
  readonly valid_for: number;
}

/** The words of a language. */
export function wordingOf(locale: Locale, product: string): Wording {
  return { product, duration: (seconds) => durationIn(locale, seconds) };
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** In the largest unit of which it is a whole number, two or more: "24 hours", "30 minutes". */
function durationIn(locale: Locale, seconds: number): string {
  const [unit, size] = UNITS.find(
    ([, length]) => seconds % length === 0 && seconds / length > 1,
  ) ?? ["minute", 60];
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.max(1, Math.floor(seconds / size)));
}
