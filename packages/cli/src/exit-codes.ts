/** What the command tells the shell. Scripts rely on these: they are never renumbered. */
export const exitCodes = {
  /** It worked. */
  done: 0,
  /** It was understood, and did not work. */
  failed: 1,
  /** It was not understood: an unknown command, flag or argument. */
  misused: 2,
  /** The settings do not allow it. */
  misconfigured: 3,
} as const;

/** One of the numbers above. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
