import type { Profile } from "./accounts.ts";

/** What to call a person so that they know which of their accounts is meant. */
export function personName(profile: Profile | undefined, subject: string): string {
  const name = profile?.name ?? profile?.preferred_username;
  if (name !== undefined && profile?.email !== undefined) return `${name} (${profile.email})`;
  return name ?? profile?.email ?? subject;
}
