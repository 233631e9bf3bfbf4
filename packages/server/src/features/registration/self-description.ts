import type { JsonObject } from "@latchkey/api";
import { decodeJwt } from "../../crypto/jwt.ts";
import { verifyWithKeysOf } from "../../grants/client-keys.ts";
import type { Request } from "../../http/request.ts";
import { readJson } from "../../http/json.ts";
import { isJsonObject } from "../../limits/json-depth.ts";
import { signingAlgorithms } from "../../oauth/algorithms.ts";
import type { Client, ClientMetadata, SelfRegistration } from "../../oauth/client.ts";
import { registrantRejections } from "../../oauth/client/metadata-rejection.ts";
import {
  applyRegistrationPolicy,
  registrationRejections,
  registrantFields,
  type RegistrationPolicy,
} from "./rules/registration-policy.ts";
import {
  applyStatement,
  statementRejections,
  type StatementRejection,
  verifyStatementClaims,
} from "./rules/software-statement.ts";
import { describeRule, explainProfile } from "../../oauth/profiles/explain-rules.ts";
import { traitsOf } from "../../oauth/profiles/profile.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { describeRejection } from "../../oauth/rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import {
  chooseMetadata,
  describeMetadataChoiceRejection,
  type MetadataAbilities,
} from "./rules/metadata-choices.ts";
import type { RegistrationContext } from "./context.ts";
import { checkSectorIdentifier, readClientMetadata } from "../../api/client-metadata.ts";

/** What a client that registers or updates itself may be. */
export interface SelfDescribed {
  readonly metadata: ClientMetadata;
  readonly terms: SelfRegistration;
}

/** The JSON object of a request, of a size that any caller may have stored. */
export function readDescription(
  request: Request,
  { config, server_metrics }: RegistrationContext,
): Result<JsonObject, OAuthError> {
  if (Buffer.byteLength(request.body) > config[BODY_BYTES]) {
    server_metrics.limit_hits.with({ limit: BODY_BYTES }).add();
    return err(tooLarge);
  }
  const body = readJson(request);
  if (!body.ok) return body;
  return isJsonObject(body.value) ? ok(body.value) : err(notAnObject);
}

const BODY_BYTES = "limits.registration.body_bytes";

/** RFC 7591 §2: checks what a client says of itself, or what its software statement says, against what clients may register. */
export async function describeSelf(
  body: JsonObject,
  { registered, allowed_scope }: SelfRegistrationTerms,
  context: RegistrationContext,
): Promise<Result<SelfDescribed, OAuthError>> {
  const stated = await readStatement(body, registered, context);
  if (!stated.ok) return err(describeRejection(statementRejections, stated.error));
  const { software_statement, description } = stated.value;

  const policy = policyOf(context, { registered, allowed_scope });
  const defaultScope = allowed_scope ?? context.config[ALLOWED_SCOPE];
  const chosen = chooseMetadata(description, abilitiesFor(description, context));
  if (!chosen.ok) return err(describeMetadataChoiceRejection(chosen.error));
  const fields = registrantFields(chosen.value);
  const read = readClientMetadata(
    fields,
    defaultScope,
    "self_described",
    context,
    registrantRejections,
  );
  if (!read.ok) return read;
  const applied = applyRegistrationPolicy(read.value.client_metadata, policy);
  if (!applied.ok) return err(describeRejection(registrationRejections, applied.error));
  const unfit = findUnmetRule(applied.value, context);
  if (unfit !== undefined) return err(unfit);
  const sector = await checkSectorIdentifier(applied.value, "self_described", context);
  if (!sector.ok) return sector;
  const terms = {
    ...(allowed_scope !== undefined && { allowed_scope }),
    ...(software_statement !== undefined && { software_statement }),
  };
  return ok({ metadata: applied.value, terms });
}

/** A client that cannot follow the security profile of the server could register, but no request of it would be accepted. */
function findUnmetRule(
  metadata: ClientMetadata,
  { config }: RegistrationContext,
): OAuthError | undefined {
  const profile = config["security.profile"];
  const unmet = explainProfile(profile, metadata).find(({ status }) => status === "not_met");
  return (
    unmet && {
      error: "invalid_client_metadata",
      error_description: describeRule(unmet, profile),
    }
  );
}

/** OpenID Connect RP Metadata Choices §2: what the server prefers where a client names several values. */
function abilitiesFor(
  { jwks, jwks_uri }: JsonObject,
  { config }: RegistrationContext,
): MetadataAbilities {
  const hasKeys = (jwks ?? jwks_uri) !== undefined;
  return {
    subject_type: config["oidc.subject_identifiers.supported_types"],
    token_endpoint_auth_method: [
      ...(hasKeys ? ["private_key_jwt"] : []),
      "client_secret_basic",
      "client_secret_post",
      "none",
    ],
    token_endpoint_auth_signing_alg: signingAlgorithms,
    id_token_signed_response_alg: signingAlgorithms,
    userinfo_signed_response_alg: ["none", ...signingAlgorithms],
    request_object_signing_alg: [...signingAlgorithms, "none"],
  };
}

/** On what terms a client describes itself. */
interface SelfRegistrationTerms {
  /** The client, where it updates itself. */
  readonly registered?: Client | undefined;
  /** The scopes of its initial access token; those of the settings when undefined. */
  readonly allowed_scope: readonly string[] | undefined;
}

const ALLOWED_SCOPE = "oauth2.registration.allowed_scope";

/** A client may send back what an administrator gave it. */
function policyOf(
  { config, grant_types }: RegistrationContext,
  { registered, allowed_scope }: SelfRegistrationTerms,
): RegistrationPolicy {
  const registrable = config["oauth2.registration.allowed_grant_types"];
  return {
    allowed_scope: [...(allowed_scope ?? config[ALLOWED_SCOPE]), ...(registered?.scope ?? [])],
    scope_strategy: config["strategies.scope"],
    grant_types: [
      ...registrable.filter((name) => grant_types.has(name)),
      ...(registered?.grant_types ?? []),
    ],
    private_use_schemes: config["oauth2.registration.private_use_schemes"],
    refreshes_without_offline_access: traitsOf(config["security.profile"])
      .refreshes_without_offline_access,
  };
}

interface Stated {
  readonly software_statement?: string;
  /** The description, with the claims of the statement in it. */
  readonly description: JsonObject;
}

/** An update without a statement is bound by the one of the registration, which was verified then. */
async function readStatement(
  body: JsonObject,
  registered: Client | undefined,
  context: RegistrationContext,
): Promise<Result<Stated, StatementRejection>> {
  const known = registered?.registration?.software_statement;
  const sent = body["software_statement"] ?? known;
  if (sent === undefined) {
    return context.config["oauth2.registration.software_statement.required"]
      ? err({ reason: "statement_missing" })
      : ok({ description: body });
  }
  if (typeof sent !== "string") return err({ reason: "statement_malformed" });
  const claims = sent === known ? claimsOf(sent) : await verifyStatement(sent, context);
  if (!claims.ok) return claims;
  return ok({ software_statement: sent, description: applyStatement(body, claims.value) });
}

function claimsOf(statement: string): Result<JsonObject, StatementRejection> {
  const decoded = decodeJwt(statement);
  return decoded === undefined ? err({ reason: "statement_malformed" }) : ok(decoded.claims);
}

async function verifyStatement(
  statement: string,
  context: RegistrationContext,
): Promise<Result<JsonObject, StatementRejection>> {
  const iss = decodeJwt(statement)?.claims["iss"];
  if (typeof iss !== "string") return err({ reason: "statement_malformed" });
  const issuer = context.registration.statement_issuers.get(iss);
  if (issuer === undefined) return err({ reason: "statement_issuer_not_trusted", iss });
  const verified = await verifyWithKeysOf(issuer, statement, signingAlgorithms, context);
  if (!verified.ok) return err({ reason: "statement_not_verified", detail: verified.error });
  const { header, claims } = verified.value;
  const valid = verifyStatementClaims(header, claims, { now: context.now(), leeway: LEEWAY });
  return valid.ok ? ok(claims) : valid;
}

/** Seconds. */
const LEEWAY = 60;

const tooLarge: OAuthError = {
  error: "request_too_large",
  error_description: `The body is larger than ${BODY_BYTES} allows.`,
};

const notAnObject: OAuthError = {
  error: "invalid_request",
  error_description: "The body must be a JSON object that describes a client.",
};
