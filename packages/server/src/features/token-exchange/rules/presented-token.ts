/** RFC 8693 §2.1: the subject token and the actor token, verified. */

import type { JsonObject } from "@latchkey/api";
import type { TokenSource } from "../../../oauth/access-token.ts";
import type { ForeignTokenRejection } from "../../../oauth/foreign-token.ts";

/** A token that is valid now. */
export interface PresentedToken {
  /** `foreign` is one of another issuer; with `named`, there is none, and a feature accepted the name of the subject. */
  readonly kind: "access_token" | "id_token" | "foreign" | "named";
  readonly issuer: string;
  /** Of a foreign one: the id of the record by which it is accepted. */
  readonly trusted_issuer?: string;
  readonly subject: string;
  /** Of an actor token: the `sub` by which the client may know the subject (OpenID Connect Core §8.1). */
  readonly client_subject?: string;
  /** The client that it was issued to, or that names the subject; undefined for a foreign one. */
  readonly client_id: string | undefined;
  /** The scopes that it has, or that its issuer is trusted with, or the client that names the subject. */
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  /** Unix seconds. */
  readonly expires_at: number;
  readonly act?: JsonObject | undefined;
  readonly may_act?: JsonObject | undefined;
  /** What ends all tokens that it is exchanged for; undefined where nothing does. */
  readonly sources?: readonly TokenSource[];
  /** The claims of an ID token. */
  readonly claims?: JsonObject;
}

/** The tokens of a request. With an actor token, the client acts as its subject. */
export interface PresentedTokens {
  readonly subject: PresentedToken;
  readonly actor: PresentedToken | undefined;
}

/** Why a presented token is not accepted. */
export type PresentedTokenRejection =
  | ForeignTokenRejection
  | { readonly reason: "token_not_ours" }
  | { readonly reason: "token_not_active" };
