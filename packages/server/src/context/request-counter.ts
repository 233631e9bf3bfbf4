import type { Flow } from "../interaction/flow.ts";
import type { AuthenticatedClient, Client } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import type { GrantTypeRequirements } from "../oauth/grant-type.ts";
import type { EarlierPermissions } from "../oauth/request/permissions.ts";

/** What counts the requests of clients that were granted. It is called on the way of each of them, so it only counts. */
export interface RequestCounter {
  /** A sign-in: an authorization request, and the redemption of its code. */
  signIn(client: Client, flow: Pick<Flow, "request" | "pushed_request_id">): void;
  /** Any other token request. `earlier` is what was requested before it, where the grant type goes by that. */
  token(
    client: AuthenticatedClient,
    grant_type: GrantTypeRequirements,
    form: FormFields,
    earlier: EarlierPermissions | undefined,
    evidence: GrantEvidence | undefined,
  ): void;
}

/** What a token request is decided by beside its client and its parameters. */
export interface GrantEvidence {
  /** Whether the grant authenticated the client: then the request does not depend on how the client does. */
  readonly by_grant: boolean;
  /** The APIs that the grant names where the request names none. */
  readonly resource: readonly string[];
  /** What accepts the grant, by keys that a `ChangeJudge` knows: all that would, the one that is used first. */
  readonly accepted_by: readonly string[];
}

/** Counts nothing. */
export const noRequestCounter: RequestCounter = { signIn: () => {}, token: () => {} };
