import { optional, type Kind } from "./kinds.ts";

/** A default, as an operator would write it. */
type Written = string | number | boolean | readonly string[] | undefined;

/** One entry in the table of settings. */
export interface Setting<T> {
  readonly kind: Kind<T>;
  readonly default: Written;
  readonly summary: string;
  /** The environment variable, if not the default one: where that is too common a word, or where there is a standard name. */
  readonly env?: string;
}

/** A setting with a default. */
export function setting<T>(
  kind: Kind<T>,
  written: Exclude<Written, undefined>,
  summary: string,
  options: { readonly env?: string } = {},
): Setting<T> {
  return { kind, default: written, summary, ...options };
}

/** A setting without a default. */
export function unset<T>(
  kind: Kind<T>,
  summary: string,
  options: { readonly env?: string } = {},
): Setting<T | undefined> {
  return { kind: optional(kind), default: undefined, summary, ...options };
}
