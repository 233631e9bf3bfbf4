import { optional, type Kind } from "./kinds.ts";

/** A default, written as an operator would write it. */
type Written = string | number | boolean | readonly string[] | undefined;

/** One line of the table of settings. */
export interface Setting<T> {
  readonly kind: Kind<T>;
  readonly default: Written;
  readonly summary: string;
  /** The environment variable, where the key's own name would be too common a word, or where the world has one for it. */
  readonly env?: string;
}

/** A setting that always has a value. */
export function setting<T>(
  kind: Kind<T>,
  written: Exclude<Written, undefined>,
  summary: string,
  options: { readonly env?: string } = {},
): Setting<T> {
  return { kind, default: written, summary, ...options };
}

/** A setting that has no value until an operator gives it one. */
export function unset<T>(
  kind: Kind<T>,
  summary: string,
  options: { readonly env?: string } = {},
): Setting<T | undefined> {
  return { kind: optional(kind), default: undefined, summary, ...options };
}
