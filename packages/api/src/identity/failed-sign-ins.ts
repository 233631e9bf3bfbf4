/** Sign-ins that failed, for operators. */

import * as v from "valibot";
import { named, optional, required, type ValueOf } from "../objects.ts";
import { adminOperation } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";
import { integer, list, oneOf, timestamp } from "../values.ts";

const string = v.string();

/** What failed, and what it is called. */
export const failedSignInMethods = {
  password: "Password",
  passkey: "Passkey",
  email_code: "Code by mail",
  provider: "Identity provider",
  authenticator_app: "Authenticator app",
  recovery_code: "Recovery code",
  second_factor_passkey: "Passkey as second factor",
} as const;

export type FailedSignInMethod = keyof typeof failedSignInMethods;

/** Why sign-ins fail that have nothing to do with a provider. */
const ownReasons = {
  unknown_name: "No account has the name that was typed.",
  wrong_password: "The password is wrong.",
  wrong_credentials:
    "The name or the password is wrong: so many sign-ins failed at once that it was not looked up which.",
  wrong_passkey: "The passkey is not known, or its response is not valid.",
  wrong_code: "The code is wrong, or was used before.",
  code_expired: "The code has expired, or was tried too often.",
  account_disabled: "The account is disabled, or was deleted meanwhile.",
  no_usable_factor: "A second factor is needed, and the account has none that can be used here.",
  level_not_reached: "The app asks for an authentication level that the server does not have.",
  throttled: "Too many sign-ins failed before, so this one has to wait.",
  busy: "Too many passwords were being checked at once.",
} as const;

/** Why sign-ins with an identity provider fail. */
const providerReasons = {
  provider_unreachable: "The identity provider did not respond.",
  provider_address_refused:
    "The server may not send requests to the address of the identity provider.",
  provider_failed: "The identity provider reported that it cannot respond at the moment.",
  provider_secret_missing: "The identity provider has no client secret here.",
  provider_metadata_invalid:
    "What the identity provider publishes of itself cannot be used, or is that of another issuer.",
  provider_cancelled: "The user did not sign in at the identity provider.",
  provider_error: "The identity provider returned the user with an error.",
  provider_client_refused:
    "The identity provider does not accept this server as its client, or not its request.",
  provider_code_refused: "The identity provider does not accept the code.",
  provider_response_invalid: "The response of the identity provider is not as it has to be.",
  provider_response_iss_wrong: "The response names another issuer (iss) than the one asked.",
  provider_id_token_missing: "The identity provider sent no ID token.",
  provider_id_token_invalid: "The ID token lacks a claim, or is not a JWT that is accepted.",
  provider_iss_wrong: "The issuer (iss) of the ID token is another one.",
  provider_aud_wrong: "The ID token is for another audience (aud).",
  provider_azp_wrong: "The ID token was issued to another client (azp).",
  provider_nonce_wrong: "The nonce of the ID token is not that of this sign-in.",
  provider_token_expired: "The ID token has expired, or is not valid yet.",
  provider_keys_unavailable: "The keys of the identity provider could not be fetched.",
  provider_key_unknown:
    "The ID token is signed with a key that the identity provider does not publish.",
  provider_signature_wrong: "The signature of the ID token is wrong.",
  provider_sign_in_too_old:
    "The app asked for a new sign-in, and the user had signed in to the identity provider before.",
  provider_userinfo_failed: "The identity provider did not describe the user.",
  provider_user_other: "The identity provider described another user than the one who signed in.",
  provider_user_unnamed: "The identity provider did not say which user it is.",
  provider_state_unknown:
    "The response belongs to no sign-in of this browser: it took too long, was used before, or was started in another browser.",
} as const;

export type ProviderRefusal = keyof typeof providerReasons;

/** Every reason, and what it means. */
export const failedSignInReasons = { ...ownReasons, ...providerReasons } as const;

export type FailedSignInReason = keyof typeof failedSignInReasons;

/** The limits that make sign-ins wait: the end of the name of their setting, `limits.sign_in.failures_per_…`. */
export const signInLimits = ["username", "username_overall", "address", "device"] as const;

export type SignInLimit = (typeof signInLimits)[number];

const methodNames = keysOf(failedSignInMethods);
const reasonNames = keysOf(failedSignInReasons);

const failedSignIn = named(
  "FailedSignIn",
  "Sign-ins of ten minutes that failed alike: of one account, from one network, with the same kind of browser, by one method and for one reason.",
  v.object({
    id: required(string, "Identifies it."),
    first_at: required(timestamp, "When the first failed, in RFC 3339."),
    last_at: required(timestamp, "When the last failed, in RFC 3339."),
    count: required(integer, "How many failed."),
    subject: required(
      v.nullable(string),
      "The account. Null where there is none, or it is not known which.",
    ),
    username: required(
      v.nullable(string),
      "What the user types to sign in to that account. Of names that no account has what was typed, where `identity.failed_sign_ins.unknown_names` says so, and null otherwise.",
    ),
    method: required(v.picklist(methodNames), "What failed."),
    reason: required(v.picklist(reasonNames), "Why it failed."),
    throttle: required(
      v.nullable(v.picklist(signInLimits)),
      "Where `reason` is `throttled`, the limit that was reached: the end of `limits.sign_in.failures_per_…`.",
    ),
    provider: required(v.nullable(string), "The id of the identity provider."),
    network: required(
      v.nullable(string),
      "The network of the browser: of an IPv4 address the first 24 bits, of an IPv6 address the first 48. Null where it is not known.",
    ),
    device: required(
      string,
      "The browser and its system, as `Firefox/Linux`; each may be missing.",
    ),
    request_ids: required(
      list(string),
      "The ids of the latest requests, as the log and the page have them; at most ten.",
    ),
  }),
);

export interface FailedSignIn extends ValueOf<typeof failedSignIn> {}

const time = "A time as in 2026-01-31T12:00:00Z.";

export const failedSignInOperations = {
  listFailedSignIns: {
    ...adminOperation,
    method: "GET",
    path: "/failed-sign-ins",
    inputs: {
      username: optional(string, "Only those to the account with this username or address."),
      subject: optional(string, "Only those to the account with this subject."),
      network: optional(string, "Only those from this network, as `192.0.2.0/24`."),
      method: optional(oneOf(methodNames), "Only those by this method."),
      reason: optional(oneOf(reasonNames), "Only those for this reason."),
      provider: optional(string, "Only those with this identity provider."),
      request_id: optional(string, "Only that of the request with this id."),
      since: optional(timestamp, `Only those of which the last failed then or later. ${time}`),
      until: optional(timestamp, `Only those of which the last failed before. ${time}`),
      before: optional(string, "The `id` of the last one of a page, which continues it."),
      limit: optional(integer, "How many to return: 100 by default, 500 at most."),
    },
    success: 200,
    response: list(failedSignIn),
    errors: [400, 401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List failed sign-ins",
    summary:
      "Lists sign-ins on the built-in pages that failed: which account, from which network, by which method, and why, the latest first.",
    description:
      "They are kept for `identity.failed_sign_ins.kept_for`. During a flood, those beyond a thousand different ones in ten minutes are counted together by method and reason.",
  },
  exportFailedSignIns: {
    ...adminOperation,
    method: "GET",
    path: "/failed-sign-ins/export",
    inputs: {
      after: optional(string, "The `id` of the last one that you have; all when left out."),
      limit: optional(integer, "How many to return at most: 1000 by default, and not more."),
    },
    success: 200,
    response: v.string(),
    response_types: ["application/x-ndjson"],
    errors: [400, 401, 403, 500],
    access: "read",
    role: "viewer",
    title: "Export failed sign-ins",
    summary: "Returns failed sign-ins as lines of JSON, oldest first.",
    description:
      "Only those whose ten minutes are over, so that their counts are final. Ask again with the `id` of the last one; an empty response is the end for now. `latchkey failed-sign-ins export` does so.",
  },
} as const satisfies Readonly<Record<string, Operation>>;

function keysOf<T extends object>(table: T): readonly [keyof T & string, ...(keyof T & string)[]] {
  const [first, ...others] = Object.keys(table).filter((name): name is keyof T & string =>
    Object.hasOwn(table, name),
  );
  if (first === undefined) throw new TypeError("The table has no rows.");
  return [first, ...others];
}
