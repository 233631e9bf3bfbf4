/** RFC 8693 §2.1, RFC 8707 §2: the services that a token is to be for. */

import { audienceMatches } from "../audience.ts";
import type { Client } from "../client.ts";
import { type OAuthError, quote } from "../oauth-error.ts";
import { err, ok, type Result } from "../result.ts";

/** The parameters `audience` and `resource`, each perhaps several times. */
export interface RequestedTarget {
  readonly audience: readonly string[];
  readonly resource: readonly string[];
}

/** Why a token cannot be for a target. */
export type TargetRejection =
  | { readonly reason: "resource_malformed"; readonly target: string }
  | { readonly reason: "target_not_allowed"; readonly target: string };

/** The targets, each once, if all are well-formed. */
export function readTargets({
  audience,
  resource,
}: RequestedTarget): Result<readonly string[], TargetRejection> {
  const malformed = resource.find((uri) => !isResource(uri));
  if (malformed !== undefined) return err({ reason: "resource_malformed", target: malformed });
  return ok([...new Set([...audience, ...resource])]);
}

/** Checks the targets against the client's `audience`. */
export function verifyTargets(
  client: Client,
  targets: readonly string[],
): Result<readonly string[], TargetRejection> {
  const target = targets.find((name) => !audienceMatches(client.audience, name));
  return target === undefined ? ok(targets) : err({ reason: "target_not_allowed", target });
}

/** RFC 8707 §2: an absolute URI without a fragment. */
function isResource(uri: string): boolean {
  return URL.canParse(uri) && !uri.includes("#");
}

/** RFC 8707 §2: the error response. */
export function describeTargetRejection(rejection: TargetRejection): OAuthError {
  const { reason, target } = rejection;
  const error_description =
    reason === "resource_malformed"
      ? `The resource ${quote(target)} must be an absolute URI without a fragment.`
      : `The client may not get a token for ${quote(target)}. Add it to the client's audience.`;
  return { error: "invalid_target", error_description, reason };
}
