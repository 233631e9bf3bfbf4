import type { Profile } from "../accounts.ts";

/** Identifies the account to its user: name and email address if known, otherwise the subject. */
export function displayName(profile: Profile | undefined, subject: string): string {
  const name = profile?.name ?? profile?.preferred_username;
  if (name !== undefined && profile?.email !== undefined) return `${name} (${profile.email})`;
  return name ?? profile?.email ?? subject;
}
