import type { Profile } from "../accounts.ts";

/** OpenID Connect Core §5.4: the claims that the granted scopes release to the client. */
export function claimsFor(
  profile: Profile | undefined,
  grant_scope: readonly string[],
): Readonly<Record<string, unknown>> {
  if (profile === undefined) return {};
  const names = grant_scope.flatMap((scope) => scopeClaims.get(scope) ?? []);
  const claims = names.map((name) => [name, profile[name]] as const);
  return Object.fromEntries(claims.filter(([, value]) => value !== undefined));
}

/** Claims by scope: OpenID Connect Core §5.4. */
export const scopeClaims: ReadonlyMap<string, readonly (keyof Profile)[]> = new Map([
  [
    "profile",
    [
      "name",
      "family_name",
      "given_name",
      "middle_name",
      "nickname",
      "preferred_username",
      "profile",
      "picture",
      "website",
      "gender",
      "birthdate",
      "zoneinfo",
      "locale",
      "updated_at",
    ],
  ],
  ["email", ["email", "email_verified"]],
  ["address", ["address"]],
  ["phone", ["phone_number", "phone_number_verified"]],
]);
