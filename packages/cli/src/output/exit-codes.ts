/** Exit codes. Scripts rely on them, so they are never renumbered. */
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

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Descriptions for help and reference. */
export const exitCodeMeanings: { readonly [Name in keyof typeof exitCodes]: string } = {
  done: "Success.",
  failed: "The command failed.",
  misused: "Invalid usage: an unknown command, flag or argument.",
  misconfigured: "Invalid settings.",
  unreachable: "No server responded, or the response was not from a Latchkey server.",
  denied: "An API key or client credentials are missing, wrong or insufficient.",
  missing: "The resource does not exist.",
  taken: "The resource already exists.",
  refused: "The server rejected the request.",
  unhealthy: "latchkey doctor found problems.",
};
