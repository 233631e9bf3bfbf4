import type { Context } from "../context/context.ts";
import { checkJwks } from "../crypto/parse-jwk.ts";
import { offeredAlgorithms } from "../oauth/algorithms.ts";
import {
  type ClientMetadataOptions,
  type ClientRegistration,
  parseClientMetadata,
} from "../oauth/client/metadata.ts";
import {
  clientMetadataRejections,
  type registrantRejections,
} from "../oauth/client/metadata-rejection.ts";
import { explainRefusedUrl } from "../outbound/outbound.ts";
import type { ClientMetadata } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";
import { sectorIdentifierRejections, verifySectorIdentifier } from "../openid/sector-identifier.ts";
import type { UrlOwner } from "../outbound/outbound.ts";

/**
 * Checks and completes the description of a client of an owner. Its `sector_identifier_uri` is checked by `checkSectorIdentifier`.
 */
export function readClientMetadata(
  body: unknown,
  default_scope: readonly string[],
  owner: UrlOwner,
  context: Context,
  rejections:
    | typeof clientMetadataRejections
    | typeof registrantRejections = clientMetadataRejections,
): Result<ClientRegistration, OAuthError> {
  const options = metadataOptions(owner, context);
  const registration = parseClientMetadata(body, { ...options, default_scope });
  if (registration.ok) return registration;
  const { error } = registration;
  const described = describeRejection(rejections, error);
  const isOfStranger = rejections === clientMetadataRejections && owner === "self_described";
  if (error.reason !== "url_refused" || !isOfStranger) return err(described);
  return err({ ...described, error_description: `${described.error_description} ${NOT_ALLOWED}` });
}

const NOT_ALLOWED =
  "The client registered itself: outbound.allow is not for its URLs, also where an administrator changes them. Create a client of your own instead.";

/** What this server accepts in the description of any client of an owner. */
export function metadataOptions(
  owner: UrlOwner,
  { config, outbound }: Pick<Context, "config" | "outbound">,
): Omit<ClientMetadataOptions, "default_scope"> {
  return {
    subject_types: config["oidc.subject_identifiers.supported_types"],
    access_token_strategy: config["strategies.access_token"],
    signing_algorithms: offeredAlgorithms(config["oidc.ml_dsa.enabled"]),
    accepts_encryption: config["oidc.encryption.enabled"],
    checkJwks,
    explainRefusedUrl: (url) => explainRefusedUrl(url, owner, outbound),
  };
}

/** OpenID Connect Dynamic Client Registration §5: the document must list every redirect URI. */
export async function checkSectorIdentifier(
  { sector_identifier_uri, redirect_uris }: ClientMetadata,
  owner: UrlOwner,
  { outbound }: Context,
): Promise<Result<void, OAuthError>> {
  if (sector_identifier_uri === undefined) return ok(undefined);
  const document = await outbound.getJson(sector_identifier_uri, owner);
  if (!document.ok) return err(unfetched(document.error.reason));
  const verified = verifySectorIdentifier(document.value, redirect_uris);
  return verified.ok
    ? verified
    : err(describeRejection(sectorIdentifierRejections, verified.error));
}

/**
 * A context in which each document is fetched once, for a request that is carried out again when another one changed the client:
 * a fetch takes long, and the attempt would lose against the others once more.
 */
export function fetchingOnce<C extends Context>(context: C): C {
  const { outbound } = context;
  const fetched = new Map<string, ReturnType<typeof outbound.getJson>>();
  const getJson: typeof outbound.getJson = (url, owner) => {
    const document = fetched.get(url) ?? outbound.getJson(url, owner);
    fetched.set(url, document);
    return document;
  };
  return { ...context, outbound: { ...outbound, getJson } };
}

function unfetched(reason: string): OAuthError {
  return {
    error: "invalid_client_metadata",
    error_description: "The sector_identifier_uri could not be fetched.",
    debug: reason,
  };
}
