/** A problem with the settings. The message continues a sentence that begins with the key, and says what to do. */
export interface Problem {
  readonly key?: string;
  /** The file, environment variable or flag that set it. */
  readonly source?: string;
  readonly message: string;
}

/** A problem as one sentence: `ttl.id_token must be a duration … (set by latchkey.yml).` */
export function describeProblem({ key, source, message }: Problem): string {
  const subject = key ?? source ?? "The configuration";
  const origin = key === undefined || source === undefined ? "" : ` (set by ${source})`;
  return `${subject} ${message}${origin}.`;
}
