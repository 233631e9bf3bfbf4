import { operations } from "@latchkey/api";
import { textSetting } from "../config/setting.ts";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { type SecretCaller, SecretThrottledError } from "../crypto/client-secret.ts";
import { HashQueueError } from "../crypto/hash-queue.ts";
import { CLOCK_LEEWAY, decodeJwt } from "../crypto/jwt.ts";
import { isForeignHash } from "../crypto/secret-hash.ts";
import type { Request } from "../http/request.ts";
import { assertionAlgorithms, verifyAssertionClaims } from "../oauth/client/assertion.ts";
import {
  authenticated,
  type ClientAuthenticationDecision,
  type ClientAuthenticationRejection,
  clientAuthenticationRejections,
  decideClientAuthentication,
} from "../oauth/client/authentication.ts";
import {
  type Credentials,
  credentialsRejections,
  parseBasicCredentials,
  parseCredentials,
} from "../oauth/client/credentials.ts";
import { liveSecrets } from "../oauth/client/secret-rotation.ts";
import type { AuthenticatedClient, Client, ClientAuthMethod } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { profileOf, traitsOf } from "../oauth/profiles/profile.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import { joinUrl } from "../openid/urls.ts";
import { verifyClientCertificate } from "./client-certificate.ts";
import { verifyWithKeysOf } from "./client-keys.ts";
import { findClient } from "./find-client.ts";
import { firstUseRateError, isFirstAssertion } from "./first-use.ts";
import { replaceSecretHash } from "./replace-secret-hash.ts";
import { verifyScopeOnce } from "./verify-profile.ts";

type Identified = Result<AuthenticatedClient, OAuthError>;
type SecretToCheck = Extract<ClientAuthenticationDecision, { kind: "check_secret" }>;
type CertificateToCheck = Extract<ClientAuthenticationDecision, { kind: "check_certificate" }>;

/** RFC 6749 §2.3: authenticates the client. */
export async function authenticateClient(
  request: Request,
  form: FormFields,
  context: Context,
): Promise<Identified> {
  const credentials = parseCredentials(
    parseBasicCredentials(request.headers["authorization"]),
    form,
  );
  if (!credentials.ok) return err(describeRejection(credentialsRejections, credentials.error));

  const client_id = credentials.value.client_id ?? assertedId(credentials.value);
  const client = client_id === undefined ? none : await findClient(client_id, request, context);
  if (!client.ok) return client;
  const identified = await verifyCredentials(client.value, credentials.value, request, context);
  return form.repeated.length === 0 ? identified : verifyScopeOnce(identified, form, context);
}

const none = ok(undefined);

function verifyCredentials(
  client: Client | undefined,
  credentials: Credentials,
  request: Request,
  context: Context,
): MaybePromise<Identified> {
  const decision = decideClientAuthentication(client, credentials);
  switch (decision.kind) {
    case "reject":
      return rejected(decision.rejection);
    case "accept":
      return ok(authenticated(decision.client, "none"));
    case "check_secret":
      return checkSecret(decision, credentials.method, request, context);
    case "check_assertion":
      return checkAssertion(decision.client, decision.assertion, request, context);
    case "check_certificate":
      return checkCertificate(decision, request, context);
  }
}

async function checkSecret(
  { client, client_secret, client_secret_hash }: SecretToCheck,
  method: ClientAuthMethod,
  caller: SecretCaller,
  context: Context,
): Promise<Identified> {
  const { client_id } = client;
  try {
    const isCurrent = await context.verifySecret(
      client_id,
      client_secret,
      client_secret_hash,
      caller,
    );
    if (isCurrent && client_secret_hash.startsWith("$"))
      await replaceSecretHash(client, client_secret, client_secret_hash, context);
    return isCurrent || (await isPreviousSecret(client, client_secret, caller, context))
      ? ok(authenticated(client, method))
      : rejected({ reason: "secret_mismatch" });
  } catch (error) {
    return err(describeUnchecked(error));
  }
}

/** The error for a secret that could not be checked; other errors are thrown. */
export function describeUnchecked(error: unknown): OAuthError {
  if (error instanceof HashQueueError) return { ...busy, retry_after: error.retry_after };
  if (error instanceof SecretThrottledError)
    return { ...throttled, retry_after: error.retry_after };
  throw error;
}

/** Whether it is an earlier secret, within the overlap after its rotation. */
async function isPreviousSecret(
  client: Client,
  client_secret: string,
  caller: SecretCaller,
  context: Context,
): Promise<boolean> {
  const { client_id, previous_secrets = [] } = client;
  for (const { hash } of liveSecrets(previous_secrets, context.now())) {
    if (!(await context.verifySecret(client_id, client_secret, hash, caller))) continue;
    if (isForeignHash(hash)) await replaceSecretHash(client, client_secret, hash, context);
    return true;
  }
  return false;
}

/** RFC 7523 §3: the signature and the claims are valid, and the assertion was not used before. */
async function checkAssertion(
  client: Client,
  assertion: string,
  request: Request,
  context: Context,
): Promise<Identified> {
  const { config, now } = context;
  const verified = await verifyWithKeysOf(client, assertion, assertionAlgorithms(client), context);
  if (!verified.ok) return rejected({ reason: "assertion_not_verified", detail: verified.error });

  const issuer = config["urls.self.issuer"];
  const profile = profileOf(client, config["security.profile"]);
  const issuerOnly = traitsOf(profile).assertions_for_issuer_only;
  const claims = verifyAssertionClaims(verified.value.header, verified.value.claims, {
    client,
    audiences: issuerOnly ? [issuer] : [issuer, ...assertionEndpoints(config)],
    single_audience: issuerOnly,
    now: now(),
    leeway: CLOCK_LEEWAY,
  });
  if (!claims.ok) return rejected({ reason: "assertion_refused", rejection: claims.error });

  const limited = firstUseRateError(client, request, context);
  if (limited !== undefined) return err(limited);
  const { jti, expires_at } = claims.value;
  const isNew = await isFirstAssertion({ names: [client.client_id], jti, expires_at }, context);
  return isNew ? ok(authenticated(client, "private_key_jwt")) : err(replayed);
}

/**
 * RFC 9126 §2, OpenID CIBA Core §7.1: the URLs that clients may name as the audience of an assertion, whichever endpoint they
 * call. They are those of the discovery document, with the aliases for mutual TLS (RFC 8705 §5).
 */
function assertionEndpoints(config: Config): readonly string[] {
  const bases = [
    config["urls.self.issuer"],
    config["urls.self.public"],
    config["serve.mtls.url"],
  ].filter((base) => base !== undefined);
  return audiences.flatMap(({ path, discovery }) => {
    const advertised = discovery?.replaced_by
      ? textSetting(config, discovery.replaced_by)
      : undefined;
    const located = bases.map((base) => joinUrl(base, path));
    return advertised === undefined ? located : [advertised, ...located];
  });
}

const audiences = Object.values(operations).filter(({ assertion_audience }) => assertion_audience);

/** RFC 8705 §2. */
async function checkCertificate(
  { client, method }: CertificateToCheck,
  request: Request,
  context: Context,
): Promise<Identified> {
  const rejection = await verifyClientCertificate(client, request, context);
  return rejection === undefined ? ok(authenticated(client, method)) : rejected(rejection);
}

/** The `sub` of an assertion, which is verified later. */
function assertedId(credentials: Credentials): string | undefined {
  if (credentials.method !== "private_key_jwt") return undefined;
  const sub = decodeJwt(credentials.assertion)?.claims["sub"];
  return typeof sub === "string" ? sub : undefined;
}

function rejected(rejection: ClientAuthenticationRejection): Result<never, OAuthError> {
  return err(describeRejection(clientAuthenticationRejections, rejection));
}

const busy: OAuthError = {
  error: "temporarily_unavailable",
  error_description: "Too many secrets are being checked at once. Try again in a moment.",
};

const throttled: OAuthError = {
  error: "too_many_requests",
  error_description:
    "Too many secrets were presented for this client from this address. Try again later.",
};

const replayed: OAuthError = {
  error: "jti_known",
  error_description: "The client_assertion was used before. Sign a new one with a jti of its own.",
};
