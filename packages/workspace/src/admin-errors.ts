import type { OAuthError } from "@latchkey/server/feature/rules";

/** Errors of the administration of workspaces. */
export const notFound = (noun: string): OAuthError => ({
  error: "not_found",
  error_description: `No such ${noun} exists.`,
});

/** For an id that is taken. */
export const conflict = (noun: string): OAuthError => ({
  error: "conflict",
  error_description: `Such a ${noun} exists already.`,
});
