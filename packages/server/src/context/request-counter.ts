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
    grant_type: CountedGrantType,
    form: FormFields,
    earlier: EarlierPermissions | undefined,
  ): void;
}

/** What a counter needs to know of a grant type. */
interface CountedGrantType extends GrantTypeRequirements {
  /** Whether the grant may authenticate the client: then its requests do not depend on how the client does. */
  readonly identifyClient?: unknown;
}

/** Counts nothing. */
export const noRequestCounter: RequestCounter = { signIn: () => {}, token: () => {} };
