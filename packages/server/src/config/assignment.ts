/** The value of one setting, and its source. */
export interface Assignment {
  readonly key: string;
  readonly value: unknown;
  readonly source: string;
  /** The name that Ory Hydra has for it, where that is another one. */
  readonly written_as?: string;
}
