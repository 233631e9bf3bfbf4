import type { Row } from "../databases/database.ts";
import type { ConsentRow } from "./chain.ts";
import { flag, integer, isObject, list, object, parseJson, seconds, text } from "./values.ts";

/** The answer of a consent app in 1.x, joined with its request, whose columns begin with `r_`. */
export function consentOfOne(row: Row): ConsentRow {
  const requested_at = seconds(row["requested_at"]) ?? 0;
  const is_rejected = isError(row["error"]);
  const auth_time = seconds(row["r_authenticated_at"]);
  const skip = flag(row["r_skip"]);
  const remember = flag(row["remember"]);
  return {
    table: "hydra_oauth2_consent_request_handled",
    client_id: text(row["r_client_id"]),
    subject: text(row["r_subject"]),
    forced_identifier: text(row["r_forced_subject_identifier"]),
    sid: text(row["r_login_session_id"]),
    scope: list(row["granted_scope"]),
    audience: list(row["granted_at_audience"]),
    requested_at,
    ...(auth_time === undefined ? {} : { auth_time }),
    acr: text(row["r_acr"]),
    amr: list(row["r_amr"]),
    access_token: object(row["session_access_token"]),
    id_token: object(row["session_id_token"]),
    is_orphan: text(row["r_challenge"]) === "",
    is_rejected,
    is_used: flag(row["was_used"]),
    // §13: whether the answer was used is not asked.
    is_remembered: remember && !is_rejected && !skip,
    skip,
    requested_scope: list(row["r_requested_scope"]),
    requested_audience: list(row["r_requested_at_audience"]),
    oidc_context: object(row["r_oidc_context"]),
    request_url: text(row["r_request_url"]),
    context: parseJson(text(row["r_context"])) ?? {},
    remember,
    remember_for: integer(row["remember_for"]),
    handled_at: seconds(row["handled_at"]) ?? requested_at,
  };
}

/** A state that means: the consent was used. Rows of 26 have none, and upgraded ones may say 128 without an error. */
const USED = 6;
const REJECTED = 128;

/** A row of `hydra_oauth2_flow`, of 2.x and later. */
export function consentOfTwo(row: Row): ConsentRow {
  const requested_at = seconds(row["requested_at"]) ?? 0;
  const is_rejected = isError(row["login_error"]) || isError(row["consent_error"]);
  const hasState = text(row["state"]) !== "";
  const state = integer(row["state"]);
  const is_used =
    !is_rejected &&
    (!hasState || state === USED || (state >= REJECTED && flag(row["consent_was_used"])));
  const auth_time = seconds(row["login_authenticated_at"]);
  const skip = flag(row["consent_skip"]);
  const remember = flag(row["consent_remember"]);
  return {
    table: "hydra_oauth2_flow",
    client_id: text(row["client_id"]),
    subject: text(row["subject"]) || text(row["session_subject"]),
    forced_identifier: text(row["forced_subject_identifier"]),
    sid: text(row["login_session_id"]),
    scope: list(row["granted_scope"]),
    audience: list(row["granted_at_audience"]),
    requested_at,
    ...(auth_time === undefined ? {} : { auth_time }),
    acr: text(row["acr"]),
    amr: list(row["amr"]),
    access_token: object(row["session_access_token"]),
    id_token: object(row["session_id_token"]),
    is_orphan: false,
    is_rejected,
    is_used,
    is_remembered: is_used && remember && !skip,
    skip,
    requested_scope: list(row["requested_scope"]),
    requested_audience: list(row["requested_at_audience"]),
    oidc_context: object(row["oidc_context"]),
    request_url: text(row["request_url"]),
    context: parseJson(text(row["context"])) ?? {},
    remember,
    remember_for: integer(row["consent_remember_for"]),
    handled_at: seconds(row["consent_handled_at"]) ?? requested_at,
  };
}

/** §11: `{}` is no error. */
export function isError(cell: Row[string] | undefined): boolean {
  const error = parseJson(text(cell));
  return isObject(error) && Object.keys(error).length > 0;
}
