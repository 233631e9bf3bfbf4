import type { Context } from "../context/context.ts";
import { audienceMatches } from "../oauth/audience.ts";
import type { Client } from "../oauth/client.ts";
import { type Api, identifierKey, type KnownApis, noApis } from "../oauth/resource/api.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import { namesOfTargets, parseTargets, type TargetPolicy } from "../oauth/resource/indicators.ts";
import { noRules, type TokenRules, tokenRulesOf } from "../oauth/resource/token-rules.ts";

/** What decides which of these APIs a client may request. A request that names none reads nothing. */
export async function findTargetPolicy(
  names: readonly string[],
  client: Pick<Client, "audience">,
  { config, store: { apis } }: Pick<Context, "store" | "config">,
): Promise<TargetPolicy> {
  const open_apis = config["oauth2.resource_indicators.open_apis"];
  if (names.length === 0) return { client, apis: noApis, open_apis };
  const known = await Promise.all(
    names.map((name) =>
      // An audience of the client is allowed whether or not it is an API, so a cached miss is enough. A refusal is always
      // decided by the database.
      audienceMatches(client.audience, name)
        ? apis.findCachedByIdentifier(name)
        : apis.findByIdentifier(name),
    ),
  );
  return { client, apis: byKey(known), open_apis };
}

/** The same for the APIs that a request names as `resource` or `audience`. One that is malformed is rejected later. */
export function findTargetPolicyOf(
  form: FormFields,
  client: Pick<Client, "audience">,
  context: Pick<Context, "store" | "config">,
): Promise<TargetPolicy> {
  const targets = parseTargets(form);
  return findTargetPolicy(targets.ok ? namesOfTargets(targets.value) : [], client, context);
}

/** The registered APIs of an audience. Names that the cache does not know are looked up in the database. */
export async function findApis(
  audience: readonly string[],
  { store }: Pick<Context, "store">,
): Promise<readonly Api[]> {
  const found = await Promise.all(audience.map((name) => store.apis.findByIdentifier(name)));
  return found.filter((api) => api !== undefined);
}

/**
 * The APIs of an audience that need no consent. One that the client may request only because every client may
 * (`allow_any_client`, or the setting `open_apis`) always needs it: anyone may have registered that client.
 */
export async function findApisWithoutConsent(
  audience: readonly string[],
  client: Pick<Client, "audience">,
  { store }: Pick<Context, "store">,
): Promise<readonly Api[]> {
  const found = await Promise.all(audience.map((name) => store.apis.findCachedByIdentifier(name)));
  return found
    .filter((api) => api !== undefined)
    .filter(({ consent_required, identifier }) => {
      return !consent_required && audienceMatches(client.audience, identifier);
    });
}

/** What the APIs of an audience require of its tokens. */
export async function findTokenRules(
  audience: readonly string[],
  { store }: Pick<Context, "store">,
): Promise<TokenRules> {
  if (audience.length === 0) return noRules;
  return tokenRulesOf(
    await Promise.all(audience.map((name) => store.apis.findCachedByIdentifier(name))),
  );
}

function byKey(apis: readonly (Api | undefined)[]): KnownApis {
  const known = apis.filter((api) => api !== undefined);
  return new Map(known.map((api) => [identifierKey(api.identifier), api]));
}
