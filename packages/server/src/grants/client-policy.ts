import type { Config } from "../config/settings.ts";
import type {
  IssuingGrant,
  LifespanSettings,
  LifespanSources,
} from "../context/lifespan-sources.ts";
import { memoize } from "../memoize.ts";
import { mustProveKey } from "../oauth/binding/confirmation.ts";
import type { AuthenticatedClient, Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { describeProfileRejection } from "../oauth/profiles/explain-rules.ts";
import { profileOf, type ProfileTraits, traitsOf } from "../oauth/profiles/profile.ts";
import { verifyTokenRequest } from "../oauth/profiles/rules.ts";
import type { TokenRules } from "../oauth/resource/token-rules.ts";
import { err, ok, type Result } from "../result.ts";
import { lifespanOf } from "./lifespans.ts";

/** What the registration of a client and the settings decide about its token requests, whatever those contain. */
export interface ClientPolicy {
  /** What the security profile of the client changes. */
  readonly traits: ProfileTraits;
  /** Whether it gets no access token without proving a key. */
  readonly must_prove_key: boolean;
  /** Why the rules of its security profile refuse its token requests; undefined where they do not. */
  readonly refusal: {
    readonly with_key: OAuthError | undefined;
    readonly without_key: OAuthError | undefined;
  };
  /** The format of its access tokens, where the API that they are for does not choose one. */
  readonly access_token_format: Config["strategies.access_token"];
  /** How long the tokens live that a grant type issues to it. */
  readonly lifespansOf: (grant: IssuingGrant) => Lifespans;
}

/** In seconds. */
interface Lifespans {
  readonly access_token: number;
  readonly refresh_token: number | "never";
  readonly id_token: number;
}

/**
 * The policy of a client. It is compiled once: the store returns the same object for a client until that is changed, and the
 * settings of a server do not change.
 */
export function policyOf(
  client: Client & Pick<AuthenticatedClient, "kept">,
  settings: LifespanSettings,
): ClientPolicy {
  const known = compilers.get(settings.lifespans) ?? compilerFor(settings);
  return known(client.kept ?? client);
}

type Compiler = (client: Client) => ClientPolicy;

/** By the lifespans, which are those of one server. */
const compilers = new WeakMap<LifespanSources, Compiler>();

function compilerFor({ config, lifespans }: LifespanSettings): Compiler {
  const compile = memoize((client: Client) => compilePolicy(client, { config, lifespans }));
  compilers.set(lifespans, compile);
  return compile;
}

function compilePolicy(client: Client, settings: LifespanSettings): ClientPolicy {
  const { config } = settings;
  const profile = profileOf(client, config["security.profile"]);
  const refusalOf = (proves_key: boolean): OAuthError | undefined => {
    const followed = verifyTokenRequest(profile, { client, proves_key });
    return followed.ok ? undefined : describeProfileRejection(followed.error);
  };
  const lifespans = new Map<IssuingGrant, Lifespans>();
  return {
    traits: traitsOf(profile),
    must_prove_key: mustProveKey(client, { dpop_required: config["oauth2.dpop.required"] }),
    refusal: { with_key: refusalOf(true), without_key: refusalOf(false) },
    access_token_format: client.access_token_strategy ?? config["strategies.access_token"],
    lifespansOf(grant) {
      let known = lifespans.get(grant);
      if (known === undefined)
        lifespans.set(grant, (known = readLifespans(client, grant, settings)));
      return known;
    },
  };
}

function readLifespans(client: Client, grant: IssuingGrant, settings: LifespanSettings): Lifespans {
  return {
    access_token: lifespanOf(client, grant, "access_token", settings),
    refresh_token: lifespanOf(client, grant, "refresh_token", settings),
    id_token: lifespanOf(client, grant, "id_token", settings),
  };
}

/** The client, if its token request follows the rules of its security profile. */
export function verifyProfile(
  client: AuthenticatedClient,
  { refusal }: ClientPolicy,
): Result<AuthenticatedClient, OAuthError> {
  const refused = client.confirmation === undefined ? refusal.without_key : refusal.with_key;
  return refused === undefined ? ok(client) : err(refused);
}

/** The lifespan of an access token: no longer than an API of its audience allows. */
export function accessTokenLifespan(
  { lifespansOf }: ClientPolicy,
  grant: IssuingGrant,
  { lifespan = Infinity }: TokenRules,
): number {
  return Math.min(lifespan, lifespansOf(grant).access_token);
}

/** Whether an access token is a JWT: by the API that it is for, the client, or the settings. */
export function issuesJwt({ access_token_format }: ClientPolicy, { api }: TokenRules): boolean {
  return (api?.access_token_format ?? access_token_format) === "jwt";
}
