/** RFC 8693: a subject that a client names in a token exchange without a token of the subject. */

import type { JsonObject } from "@latchkey/api";
import type { TokenSource } from "./access-token.ts";

/** The actor token of such a request. It is valid. */
export interface NamingActor {
  /** `foreign` is one of another issuer; with `named`, there is none. */
  readonly kind: "access_token" | "id_token" | "foreign" | "named";
  readonly subject: string;
  /** The client that it was issued to; undefined for a foreign one. */
  readonly client_id: string | undefined;
  readonly act?: JsonObject | undefined;
  readonly sources?: readonly TokenSource[];
}

/** A user with a role on this server. */
export interface RoleHolder {
  readonly name: string;
  /** Whether they may act for users who have no role. */
  readonly acts_for_users: boolean;
}
