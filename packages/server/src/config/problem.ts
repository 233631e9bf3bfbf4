/** What is wrong with the settings. The message continues the key's name, and says what to do. */
export interface Problem {
  readonly key?: string;
  /** Where it was said: a file, an environment variable or a flag. */
  readonly source?: string;
  readonly message: string;
}

/** A problem as one sentence: `ttl.id_token must be a duration … (said by latchkey.yml).` */
export function describeProblem({ key, source, message }: Problem): string {
  const subject = key ?? source ?? "The configuration";
  const origin = key === undefined || source === undefined ? "" : ` (said by ${source})`;
  return `${subject} ${message}${origin}.`;
}
