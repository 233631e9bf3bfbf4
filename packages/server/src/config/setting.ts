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
  /**
   * Whether a running server takes a new value without a restart. Only where everything that reads the setting reads it from
   * the context of a request or of a job, each time, or is built anew with the handlers.
   */
  readonly reloadable?: true;
}

/** What else a row may say. */
type RowOptions = Pick<Setting<unknown>, "env" | "reloadable">;

/** Marks a setting that a running server takes a new value of. */
export const reloadable = { reloadable: true } as const;

/** Rows of the table of settings, by key. */
export type SettingRows = Readonly<Record<string, Setting<unknown>>>;

/** The parsed values of these settings. */
export type ConfigOf<Rows extends SettingRows> = {
  readonly [Key in keyof Rows]: Rows[Key] extends Setting<infer Value> ? Value : never;
};

/** Whether a configuration has these settings: whether the server has the feature that they belong to. */
export function hasSettings<Rows extends SettingRows>(
  config: object,
  rows: Rows,
): config is ConfigOf<Rows> {
  return Object.keys(rows).every((key) => Object.hasOwn(config, key));
}

/** The value of a setting that is a text, by its key; undefined where it is not set, or belongs to no feature of the server. */
export function textSetting(config: object, key: string): string | undefined {
  const value: unknown = Reflect.get(config, key);
  return typeof value === "string" ? value : undefined;
}

/** A setting with a default. */
export function setting<T>(
  kind: Kind<T>,
  written: Exclude<Written, undefined>,
  summary: string,
  options: RowOptions = {},
): Setting<T> {
  return { kind, default: written, summary, ...options };
}

/** A setting without a default. */
export function unset<T>(
  kind: Kind<T>,
  summary: string,
  options: RowOptions = {},
): Setting<T | undefined> {
  return { kind: optional(kind), default: undefined, summary, ...options };
}
