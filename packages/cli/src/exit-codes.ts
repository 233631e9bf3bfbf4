/** What the command tells the shell. Scripts rely on these: they are never renumbered. */
export const exitCodes = {
  done: 0,
  failed: 1,
  misused: 2,
  misconfigured: 3,
  unreachable: 4,
  denied: 5,
  missing: 6,
  taken: 7,
  refused: 8,
  unhealthy: 9,
} as const;

/** One of the numbers above. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What each of them means, in a sentence. */
export const exitCodeMeanings: { readonly [Name in keyof typeof exitCodes]: string } = {
  done: "It worked.",
  failed: "It was understood, and did not work.",
  misused: "It was not understood: an unknown command, flag or argument.",
  misconfigured: "The settings do not allow it.",
  unreachable: "No server answered, or something answered that is none.",
  denied: "The server wants an API key, another one, or the right credentials of a client.",
  missing: "What was named is not there.",
  taken: "What was to be created is there already.",
  refused: "The server did not accept what it was sent.",
  unhealthy: "The deployment that was examined needs attention.",
};
