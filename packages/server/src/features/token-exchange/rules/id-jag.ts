/** draft-ietf-oauth-identity-assertion-authz-grant: an ID token is exchanged for an assertion that another authorization server accepts. */

import type { JsonObject } from "@latchkey/api";
import type { AuthenticatedClient } from "../../../oauth/client.ts";
import { quote } from "../../../oauth/oauth-error.ts";
import type { RejectionOf, Rejections } from "../../../oauth/rejection.ts";
import { err, ok, type Result } from "../../../result.ts";
import { parseScope, scopeMatches, scopeRejections } from "../../../oauth/scope.ts";
import type { PresentedTokens } from "./presented-token.ts";
import type { TokenExchangeOptions, TokenExchangeRequest } from "./token-exchange-grant.ts";

/** What the assertion says beside its issuer, id and times. */
export interface IdJag {
  readonly claims: JsonObject & { readonly sub: string; readonly aud: string };
  readonly scope: readonly string[];
  /** Unix seconds: it ends with the ID token. */
  readonly expires_at: number;
}

/** Why no assertion is issued. */
export type IdJagRejection = RejectionOf<typeof idJagRejections>;

/** Decides what the client gets for the ID token of a user: an assertion for a server that its registration names. */
export function decideIdJag(
  client: AuthenticatedClient,
  { subject, actor }: PresentedTokens,
  request: TokenExchangeRequest,
  { scope_strategy }: Pick<TokenExchangeOptions, "scope_strategy">,
): Result<IdJag, IdJagRejection> {
  if (actor !== undefined) return err({ reason: "id_jag_with_actor" });
  const { kind, client_id, claims = {}, expires_at } = subject;
  if (kind !== "id_token" || client_id !== client.client_id)
    return err({ reason: "id_jag_without_id_token" });

  const { resource } = request.targets;
  const [audience = "", ...more] = request.targets.audience;
  if (audience === "" || more.length > 0) return err({ reason: "id_jag_audience_not_single" });
  const target = client.id_jag_targets.find((known) => known.audience === audience);
  if (target === undefined) return err({ reason: "id_jag_target_unknown", target: audience });

  const foreign = resource.find((name) => target.resources?.includes(name) !== true);
  if (foreign !== undefined) return err({ reason: "id_jag_target_unknown", target: foreign });

  const scope = parseScope(request.scope ?? "");
  if (!scope.ok) return scope;
  const allowed = target.scope ?? [];
  const excess = scope.value.find((name) => !scopeMatches(scope_strategy, allowed, name));
  if (excess !== undefined) return err({ reason: "id_jag_scope_not_allowed", scope: excess });
  return ok({
    claims: {
      ...loginOf(claims),
      sub: subject.subject,
      aud: audience,
      client_id: target.client_id ?? client.client_id,
      ...(resource.length > 0 && { resource: oneOrAll(resource) }),
      ...(scope.value.length > 0 && { scope: scope.value.join(" ") }),
    },
    scope: scope.value,
    expires_at,
  });
}

/** How the user authenticated. */
function loginOf({ auth_time, acr, amr }: JsonObject): JsonObject {
  return {
    ...(auth_time !== undefined && { auth_time }),
    ...(acr !== undefined && { acr }),
    ...(amr !== undefined && { amr }),
  };
}

function oneOrAll(names: readonly string[]): string | readonly string[] {
  return names.length === 1 ? (names[0] ?? "") : names;
}

/** RFC 8693 §2.2.2. */
export const idJagRejections = {
  ...scopeRejections,
  id_jag_with_actor: {
    error: "invalid_request",
    description: "An identity assertion is issued without an actor_token.",
    reference: "RFC 8693 §2.2.2",
    fix: "Leave out the actor_token.",
  },
  id_jag_without_id_token: {
    error: "invalid_request",
    description:
      "The subject_token of an identity assertion must be an ID token that was issued to the client.",
    reference: "RFC 8693 §2.2.2",
    fix: "Present an ID token that was issued to this client.",
  },
  id_jag_audience_not_single: {
    error: "invalid_target",
    description:
      "Send exactly one audience: the issuer of the authorization server that the identity assertion is for.",
    reference: "RFC 8693 §2.2.2",
    fix: "Send the issuer of the other authorization server as audience.",
  },
  id_jag_target_unknown: {
    error: "invalid_target",
    description: ({ target }: { target: string }) =>
      `The client may not get an identity assertion for ${quote(target)}. Add it to the client's id_jag_targets.`,
    reference: "RFC 8693 §2.2.2",
    fix: "Add the authorization server and its resources to the client's id_jag_targets.",
  },
  id_jag_scope_not_allowed: {
    error: "invalid_scope",
    description: ({ scope }: { scope: string }) =>
      `The client may not request the scope ${quote(scope)} there. Add it to the client's id_jag_targets.`,
    reference: "RFC 8693 §2.2.2",
    fix: "Add the scope to the entry of that server in the client's id_jag_targets.",
  },
} satisfies Rejections;
