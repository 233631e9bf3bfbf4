import type { OAuthError } from "../../oauth/oauth-error.ts";

/** What administrators are told. */
export const notThere = (noun: string): OAuthError => ({
  error: "not_found",
  error_description: `There is no such ${noun}.`,
});

/** The same, where a name is taken. */
export const taken = (noun: string): OAuthError => ({
  error: "conflict",
  error_description: `There is such a ${noun} already.`,
});
