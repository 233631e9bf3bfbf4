import {
  contentEncryptions,
  discoveredEndpoints,
  encryptionAlgorithms,
  coreOperations,
  type Operation,
  requestEncryptionAlgorithms,
} from "@latchkey/api";
import { scopeClaims } from "@latchkey/sign-in";
import { textSetting } from "../../config/setting.ts";
import type { Config } from "../../config/settings.ts";
import type { Context, Endpoint } from "../../context/context.ts";
import { tlsAuthMethods } from "../../grants/client-certificate.ts";
import type { GrantTypes } from "../../grants/grant-type.ts";
import { json } from "../../http/response.ts";
import { offeredAlgorithms, signingAlgorithms } from "../../oauth/algorithms.ts";
import type { ClientAuthMethod } from "../../oauth/client.ts";
import type { DetailsTypes } from "../../oauth/authorization-details/details-type.ts";
import { supportedPrompts } from "../../oauth/request/openid-parameters.ts";
import { responseModes, responseTypes } from "../../oauth/response-type.ts";
import { acceptedAlgorithms, traitsOf } from "../../oauth/profiles/profile.ts";
import { isRequired } from "../../oauth/profiles/rules.ts";
import { protocolScopes } from "../../oauth/scope.ts";
import { memoize } from "../../memoize.ts";
import { isTransient } from "../../store/port/unavailable.ts";
import {
  type DescribedEndpoint,
  describeServer,
  type ServerFacts,
} from "../../openid/discovery.ts";

/** GET /.well-known/openid-configuration and /.well-known/oauth-authorization-server: OpenID Connect Discovery §4, RFC 8414. It advertises what works here, and nothing else. */
export function createDiscoveryEndpoint(
  grant_types: GrantTypes,
  features: readonly DiscoveredFeature[],
): Endpoint {
  // The types are the same object until one changes.
  const respond = memoize((context: Context) =>
    memoize((types: DetailsTypes) => json(200, discover(context, grant_types, features, types))),
  );
  return (_request, context) => {
    const types = context.detailsTypes();
    if (!(types instanceof Promise)) return respond(context)(types);
    return types
      .then((read) => {
        lastTypes.set(context.store, read);
        return read;
      })
      .catch((error: unknown) => {
        const last = lastTypes.get(context.store);
        if (last === undefined || !isTransient(error)) throw error;
        return last; // While the database is away, the document is as it was.
      })
      .then(respond(context));
  };
}

/** The types that were read last. The cached ones may be gone while the database is away: a write that fails clears the caches. */
const lastTypes = new WeakMap<Context["store"], DetailsTypes>();

/** Reads what the document depends on, so that it is served from memory from the first request on. */
export async function prepareDiscovery(
  context: Pick<Context, "detailsTypes" | "store">,
): Promise<void> {
  lastTypes.set(context.store, await context.detailsTypes());
}

/** A feature, as far as the document knows it: its endpoints and grant types, and what else it adds, where it is offered. */
export interface DiscoveredFeature {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly grant_types?: readonly { readonly name: string }[];
  isServed?(id: string, config: Config): boolean;
  isOffered?(config: Config): boolean;
  discover?(config: Config): Partial<ServerFacts["abilities"]>;
}

function discover(
  { config, registration_url }: Context,
  grant_types: GrantTypes,
  features: readonly DiscoveredFeature[],
  details_types: DetailsTypes,
): ReturnType<typeof describeServer> {
  // Which scopes a custom consent app supports is known only to its operator.
  const served =
    config["urls.consent"] === undefined ? servedByOurPages : { scopes: [], claims: [] };
  const takesCertificates = tlsAuthMethods(config).length > 0;
  const authMethods = authMethodsOf(config);
  const isCodeOnly = isRequired("code_flow_only", config["security.profile"]);
  const offered = features.filter((feature) => isOffered(feature, config));
  const withheld = new Set(
    features
      .filter((feature) => !offered.includes(feature))
      .flatMap((feature) => feature.grant_types ?? [])
      .map(({ name }) => name),
  );
  return describeServer({
    issuer: config["urls.self.issuer"],
    public_url: config["urls.self.public"],
    mtls_url: takesCertificates ? config["serve.mtls.url"] : undefined,
    endpoints: endpointsOf(features, config),
    abilities: {
      ...abilities,
      token_endpoint_auth_methods_supported: authMethods,
      revocation_endpoint_auth_methods_supported: authMethods,
      introspection_endpoint_auth_methods_supported: authMethods.filter(
        (method) => method !== "none",
      ),
      tls_client_certificate_bound_access_tokens: takesCertificates || undefined,
      ...requestAbilities(config),
      ...(isCodeOnly && { response_types_supported: ["code"] }),
      // The implicit grant never reaches the token endpoint.
      grant_types_supported: [
        ...[...grant_types.keys()].filter((name) => !withheld.has(name)),
        ...(isCodeOnly ? [] : ["implicit"]),
      ],
      subject_types_supported: config["oidc.subject_identifiers.supported_types"],
      scopes_supported: listed(
        protocolScopes,
        served.scopes,
        config["webfinger.oidc_discovery.supported_scope"],
      ),
      claims_supported: listed(
        ["sub"],
        served.claims,
        config["webfinger.oidc_discovery.supported_claims"],
      ),
      prompt_values_supported: supportedPrompts(registration_url !== undefined),
      authorization_details_types_supported: [...details_types.keys()],
      acr_values_supported: config["webfinger.oidc_discovery.supported_acr_values"],
      ...Object.assign({}, ...offered.map((feature) => feature.discover?.(config))),
    },
  });
}

/** The endpoints that the rows of operations name, at the URLs of the settings that replace them. */
function endpointsOf(
  features: readonly DiscoveredFeature[],
  config: Config,
): ServerFacts["endpoints"] {
  const core: DiscoveredFeature = { operations: coreOperations };
  const rows = [core, ...features].flatMap((one) =>
    Object.entries(one.operations).map(([id, row]) => ({
      ...row,
      is_offered: isOffered(one, config) && (one.isServed?.(id, config) ?? true),
    })),
  );
  const found = rows.flatMap(({ path, discovery, is_offered }) => {
    if (discovery === null) return [];
    const { name, replaced_by, mtls_alias } = discovery;
    const isOff = !is_offered;
    const location =
      (replaced_by === null ? undefined : textSetting(config, replaced_by)) ??
      (isOff ? undefined : path);
    return location === undefined ? [] : { name, mtls_alias, location };
  });
  const placeOf = ({ name }: DescribedEndpoint): number => discoveredEndpoints.indexOf(name);
  return found.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function isOffered(feature: DiscoveredFeature, config: Config): boolean {
  return feature.isOffered?.(config) ?? true;
}

function authMethodsOf(config: Config): readonly string[] {
  const withCertificate = tlsAuthMethods(config);
  return isRequired("client_authenticates_with_key", config["security.profile"])
    ? ["private_key_jwt", ...withCertificate]
    : [...methodsWithoutCertificate, ...withCertificate, "none"];
}

/** What is required of authorization requests, how they may be protected, and the algorithms of signatures. */
function requestAbilities(config: Config): ServerFacts["abilities"] {
  const profile = config["security.profile"];
  const isSigned =
    config["oauth2.require_signed_request_object"] || isRequired("signed_request", profile);
  const algorithms = offeredAlgorithms(config["oidc.ml_dsa.enabled"]);
  const accepted = acceptedAlgorithms(profile, algorithms);
  const mayBeUnsigned = !isSigned && accepted === algorithms;
  return {
    require_pushed_authorization_requests:
      config["oauth2.require_pushed_authorization_requests"] ||
      isRequired("pushed_request", profile),
    require_signed_request_object: isSigned,
    request_object_signing_alg_values_supported: mayBeUnsigned ? ["none", ...accepted] : accepted,
    token_endpoint_auth_signing_alg_values_supported: accepted,
    dpop_signing_alg_values_supported: acceptedAlgorithms(profile, signingAlgorithms),
    id_token_signing_alg_values_supported: algorithms,
    userinfo_signing_alg_values_supported: ["none", ...algorithms],
    ...(traitsOf(profile).describes_as_hydra && {
      id_token_signed_response_alg: [config["oidc.id_token_signed_response_alg"]],
      userinfo_signed_response_alg: [config["oidc.id_token_signed_response_alg"]],
    }),
    authorization_signing_alg_values_supported: algorithms,
    ...(config["oidc.encryption.enabled"] && {
      request_object_encryption_alg_values_supported: requestEncryptionAlgorithms,
      request_object_encryption_enc_values_supported: contentEncryptions,
    }),
  };
}

/** Capabilities that do not depend on settings. */
const abilities: Omit<ServerFacts["abilities"], "grant_types_supported"> = {
  response_types_supported: responseTypes.map((words) => words.join(" ")),
  response_modes_supported: responseModes,
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  id_token_encryption_alg_values_supported: encryptionAlgorithms,
  id_token_encryption_enc_values_supported: contentEncryptions,
  userinfo_encryption_alg_values_supported: encryptionAlgorithms,
  userinfo_encryption_enc_values_supported: contentEncryptions,
  authorization_encryption_alg_values_supported: encryptionAlgorithms,
  authorization_encryption_enc_values_supported: contentEncryptions,
  introspection_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
  introspection_signing_alg_values_supported: signingAlgorithms,
  request_parameter_supported: true,
  request_uri_parameter_supported: true,
  require_request_uri_registration: true,
  claims_parameter_supported: true,
  frontchannel_logout_supported: true,
  frontchannel_logout_session_supported: true,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
};

/** The methods that need no settings, but for `none`. */
const methodsWithoutCertificate: readonly ClientAuthMethod[] = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
];

/** The scopes of the built-in consent page and their claims. */
const servedByOurPages = {
  scopes: [...scopeClaims.keys()],
  claims: [...scopeClaims.values()].flat(),
};

function listed(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}
