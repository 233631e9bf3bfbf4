/** The flag of commands that add keys. */
export const signNowOption = {
  type: "boolean",
  summary:
    "In a set that the server signs with, let the key sign at once, without being announced: when the key that signs is compromised.",
} as const;
