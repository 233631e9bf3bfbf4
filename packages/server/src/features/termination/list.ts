import type { FeatureEndpoint } from "../../feature/feature.ts";
import { signJwt } from "../../crypto/jwt.ts";
import { keySets } from "../../context/keyring.ts";
import { profileOf, signingAlgorithmUnder } from "../../oauth/profiles/profile.ts";
import type { Response } from "../../http/response.ts";
import type { TerminationContext } from "./context.ts";
import type { Suspension } from "../../oauth/ending.ts";
import type { Ended } from "./rules/ended-index.ts";
import { endingIdOfIssuer } from "../../oauth/ending-key.ts";
import {
  describeEnded,
  ENDED_TOKENS_TYPE,
  type EndedGrant,
  type EndedList,
} from "./rules/ended-list.ts";

/** The list says for so long that it is current, and is signed again halfway. Seconds. */
const VALID_FOR = 7_200;
const SIGNED_EVERY = 3_600;
/** Seconds for which proxies may keep it. */
const MAX_AGE = 2;

interface SignedList {
  readonly content: string;
  readonly etag: string;
  readonly response: Promise<Response>;
}

/** The list as it was last signed: it is asked for far more often than it changes. */
const signed = new WeakMap<TerminationContext["termination"], SignedList>();

/** GET /.well-known/ended-tokens. */
export const listEndedTokens: FeatureEndpoint<TerminationContext> = async (request, context) => {
  const list = await currentList(context);
  const wanted = request.headers["if-none-match"];
  if (wanted?.split(",").some((tag) => tag.trim() === list.etag)) {
    const { headers } = await list.response;
    const { "Content-Type": _type, ...rest } = headers;
    return { status: 304, headers: rest, body: "" };
  }
  return list.response;
};

async function currentList(context: TerminationContext): Promise<SignedList> {
  const { termination, now } = context;
  const { known } = termination;
  const lifespan = await known.jwtLifespan();
  const grants = await known.grants();
  const index = await known.index();
  const ended = index.all().filter(({ ended_before }) => ended_before + lifespan > now());
  const listed = [...index.suspended().flatMap(endingWhileDisabled), ...ended];
  const disabled = index.suspended().flatMap(grantWhileDisabled);
  const issuedAt = Math.floor(now() / SIGNED_EVERY) * SIGNED_EVERY;
  const content = JSON.stringify([
    issuedAt,
    context.store.generation(),
    listed.length,
    grants.length,
    grants.at(-1)?.grant_id,
  ]);
  const last = signed.get(termination);
  if (last?.content === content) return last;
  const list = describeEnded(listed, [...disabled, ...grants]);
  const etag = `"${list.salt}.${list.all_before ?? 0}.${issuedAt}"`;
  const response = sign(list, issuedAt, etag, context);
  const next = { content, etag, response };
  signed.set(termination, next);
  response.catch(() => signed.delete(termination));
  return next;
}

/** What is disabled has ended until it is enabled again. With an account ended what it held, so that it is listed already. */
function endingWhileDisabled({ kind, name }: Suspension): readonly Ended[] {
  if (kind !== "client" && kind !== "audience") return [];
  return [{ kind, name, ended_before: NO_END, expires_at: NO_END }];
}

/** The tokens of a trusted issuer's assertions name its record as if it were their grant. */
function grantWhileDisabled({ kind, name, changed_at }: Suspension): readonly EndedGrant[] {
  if (kind !== "trusted_issuer") return [];
  return [{ grant_id: endingIdOfIssuer(name), ended_at: changed_at }];
}

/** Later than any token was issued: the end of the year 9999. */
const NO_END = 253_402_300_799;

async function sign(
  ended_tokens: EndedList,
  iat: number,
  etag: string,
  { config, keyring }: TerminationContext,
): Promise<Response> {
  // With the keys of ID tokens, which exist on every server: a stranger who reads the list creates none.
  const profile = profileOf({}, config["security.profile"]);
  const alg = signingAlgorithmUnder(profile, config["oidc.id_token_signed_response_alg"]);
  const key = await keyring.signingKey(keySets.id_token, alg);
  const claims = { iss: config["urls.self.issuer"], iat, exp: iat + VALID_FOR, ended_tokens };
  return {
    status: 200,
    headers: {
      "Content-Type": "application/jwt",
      "Cache-Control": `public, max-age=${MAX_AGE}`,
      ETag: etag,
    },
    body: await signJwt(key, claims, { typ: ENDED_TOKENS_TYPE }),
  };
}
