import type { JsonObject } from "@latchkey/api";
import type { FlowRecord } from "../../record.ts";
import type { Row } from "../databases/database.ts";
import { CLIENT_GONE, type Outcome } from "./chain.ts";
import { isError } from "./consent.ts";
import { flag, integer, list, object, optionalText, parseJson, seconds, text } from "./values.ts";

/** Where a flow stands, by the columns of either generation under the names of 2.x. */
interface Progress {
  readonly is_login_answered: boolean;
  readonly is_login_used: boolean;
  readonly has_consent: boolean;
  readonly is_consent_answered: boolean;
  readonly is_consent_used: boolean;
}

/** A flow of 1.x: a login request, joined with its answer and the consent that followed, as `flowColumnsOfOne` names them. */
export function readFlowOfOne(row: Row, circumstances: FlowCircumstances): Outcome<FlowRecord> {
  return readFlow(
    row,
    {
      is_login_answered: text(row["answered"]) !== "",
      is_login_used: flag(row["login_was_used"]),
      has_consent: text(row["consent_challenge_id"]) !== "",
      is_consent_answered: text(row["consent_answered"]) !== "",
      is_consent_used: flag(row["consent_was_used"]),
    },
    "hydra_oauth2_authentication_request",
    circumstances,
  );
}

/** §12: 1 login given, 2 answered, 3 used, 4 consent given, 5 answered, 6 used. */
export function readFlowOfTwo(row: Row, circumstances: FlowCircumstances): Outcome<FlowRecord> {
  const state = integer(row["state"]);
  return readFlow(
    row,
    {
      is_login_answered: state >= 2,
      is_login_used: state >= 3,
      has_consent: state >= 4,
      is_consent_answered: state >= 5,
      is_consent_used: state >= 6,
    },
    "hydra_oauth2_flow",
    circumstances,
  );
}

export interface FlowCircumstances {
  readonly now: number;
  /** Seconds that a login and consent may take. */
  readonly lifespan: number;
  readonly clients: ReadonlySet<string>;
}

function readFlow(
  row: Row,
  progress: Progress,
  table: string,
  { now, lifespan, clients }: FlowCircumstances,
): Outcome<FlowRecord> {
  const login_challenge = text(row["login_challenge"]);
  const requested_at = seconds(row["requested_at"]) ?? 0;
  const client_id = text(row["client_id"]);
  const at = stepOf(progress);
  if (at === undefined) return { left_out: [{ table, reason: "the flow is over", dead: true }] };
  if (requested_at + lifespan <= now) {
    return { left_out: [{ table, reason: "the flow took too long", dead: true }] };
  }
  if (!clients.has(client_id)) return { left_out: [{ table, reason: CLIENT_GONE }] };
  const subject = optionalText(row["login_subject"]) ?? optionalText(row["subject"]);
  return {
    record: {
      kind: "flow",
      at,
      client_id,
      request_url: text(row["request_url"]),
      requested_at,
      login_challenge,
      ...named("login_verifier", row["login_verifier"]),
      ...named("login_csrf", row["login_csrf"]),
      ...(at.startsWith("consent")
        ? {
            ...named("consent_challenge", row["consent_challenge_id"]),
            ...named("consent_verifier", row["consent_verifier"]),
            ...named("consent_csrf", row["consent_csrf"]),
          }
        : {}),
      sid: text(row["login_session_id"]),
      skip: flag(row["login_skip"]),
      ...(subject === undefined ? {} : { subject }),
      ...(at === "login" ? {} : { login: loginAnswer(row, subject ?? "") }),
      ...(at === "consent_answered" ? { consent: consentAnswer(row) } : {}),
    },
    left_out: [],
  };
}

function stepOf(progress: Progress): FlowRecord["at"] | undefined {
  if (!progress.is_login_answered) return "login";
  if (!progress.is_login_used) return "login_answered";
  if (!progress.has_consent) return undefined;
  if (!progress.is_consent_answered) return "consent";
  return progress.is_consent_used ? undefined : "consent_answered";
}

function named<Name extends string>(
  name: Name,
  cell: Row[string] | undefined,
): { readonly [Key in Name]?: string } {
  const value = optionalText(cell);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- One property, under the name.
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: string };
}

function loginAnswer(row: Row, subject: string): JsonObject {
  if (isError(row["login_error"])) return object(row["login_error"]);
  const acr = text(row["acr"]);
  const amr = list(row["amr"]);
  const force_subject_identifier = text(row["forced_subject_identifier"]);
  const authenticated_at = seconds(row["login_authenticated_at"]);
  return {
    subject,
    remember: flag(row["login_remember"]),
    remember_for: integer(row["login_remember_for"]),
    ...(acr === "" ? {} : { acr }),
    ...(amr.length === 0 ? {} : { amr }),
    ...(force_subject_identifier === "" ? {} : { force_subject_identifier }),
    context: parseJson(text(row["context"])) ?? {},
    ...(authenticated_at === undefined
      ? {}
      : { authenticated_at: new Date(authenticated_at * 1000).toISOString() }),
  };
}

function consentAnswer(row: Row): JsonObject {
  if (isError(row["consent_error"])) return object(row["consent_error"]);
  const handled_at = seconds(row["consent_handled_at"]);
  return {
    grant_scope: list(row["granted_scope"]),
    grant_access_token_audience: list(row["granted_at_audience"]),
    remember: flag(row["consent_remember"]),
    remember_for: integer(row["consent_remember_for"]),
    session: {
      access_token: object(row["session_access_token"]),
      id_token: object(row["session_id_token"]),
    },
    ...(handled_at === undefined ? {} : { handled_at: new Date(handled_at * 1000).toISOString() }),
  };
}
