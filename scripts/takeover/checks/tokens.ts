import { setTimeout as pause } from "node:timers/promises";
import { check, type Check } from "../compare.ts";
import { clientOf, type CodeFact, type Facts, type Json, type TokenFact } from "../facts.ts";
import {
  newIntrospection,
  normalTokenResponse,
  objectOf,
  refusalOf,
  textOf,
  tokenResponseOf,
} from "../normal-forms.ts";
import type { Destructive } from "../plan.ts";
import { type Answer, decodeJwt, type World } from "../world.ts";

/** Tokens: introspection and userinfo, which change nothing. */
export async function* checkTokens(world: World): AsyncGenerator<Check> {
  for (const { id, kind, token, answers } of world.facts.tokens) {
    const { introspect, userinfo } = answers;
    if (introspect !== undefined) {
      yield check(`tokens/${id} introspect`, answerOfFact(introspect), async () => {
        const { status, body } = await world.introspect(token);
        return { status, body };
      });
    }
    if (userinfo !== undefined) {
      const expected = userinfoOfFact(userinfo);
      yield check(`tokens/${id} userinfo`, expected, async () =>
        withTimeOf(
          expected,
          userinfoOf(await world.get("/userinfo", { authorization: `Bearer ${token}` })),
        ),
      );
    }
    if (kind === "id_token") yield checkHint(world, id, token);
  }
}

function answerOfFact({ status, body }: Json): Json {
  return { status, body };
}

/** An ID token of the other server is accepted as `id_token_hint`, and the login app reads its claims. */
function checkHint(world: World, id: string, token: string): Promise<Check> {
  const { sub } = decodeJwt(token).claims;
  return check(`tokens/${id} as a hint`, { goes_to: "login", hint: sub }, async () => {
    const { aud } = decodeJwt(token).claims;
    const client_id = Array.isArray(aud) ? String(aud[0]) : textOf(aud);
    const known = Object.values(world.facts.clients).find((one) => one.client_id === client_id);
    const query = new URLSearchParams({
      client_id,
      response_type: "code",
      scope: "openid",
      state: "a-state-of-the-client",
      redirect_uri: known?.redirect_uri ?? "",
      id_token_hint: token,
    });
    const pkce =
      "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256";
    const { status, location } = await world.browser().go(`/oauth2/auth?${query}${pkce}`);
    const challenge = location?.searchParams.get("login_challenge");
    if (typeof challenge !== "string")
      return { status, error: location?.searchParams.get("error") };
    const login = await world.admin(
      "GET",
      `/oauth2/auth/requests/login?login_challenge=${challenge}`,
    );
    const context = objectOf(objectOf(login.body)["oidc_context"]);
    return { goes_to: "login", hint: objectOf(context["id_token_hint_claims"])["sub"] };
  });
}

function userinfoOfFact(fact: Json): Json {
  if (fact["status"] !== 200) return refusalOf(fact);
  const { claims, body } = fact;
  if (claims === undefined) return { status: 200, body };
  return { status: 200, signed: true, body: withoutIssue(objectOf(claims)) };
}

function userinfoOf(answer: Answer): Json {
  const { status, body, headers } = answer;
  if (status !== 200) return refusalOf(answer);
  if (!headers.get("content-type")?.startsWith("application/jwt")) return { status, body };
  return { status, signed: true, body: withoutIssue(decodeJwt(textOf(body)).claims) };
}

/** The other server rounds a time that it also has in full: a second more or less is the same. */
function withTimeOf(expected: Json, got: Json): Json {
  const [one, two] = [expected, got].map(({ body }) => objectOf(body)["iat"]);
  if (Math.abs(Number(one) - Number(two)) !== 1) return got;
  return { ...got, body: { ...objectOf(got["body"]), iat: one } };
}

/** A signed response has a time and an id of its own. */
function withoutIssue({ iat: _iat, jti: _jti, ...claims }: Json): Json {
  return claims;
}

/** Refreshing, and using again what was rotated: each on a database where its chain was not touched. */
export function tokenTasks(facts: Facts): readonly Destructive[] {
  return facts.tokens.flatMap((token) => {
    const { refresh, reuse } = token.answers;
    const chain = token.chain ?? token.id;
    if (refresh !== undefined) return [{ chain, run: (world) => checkRefresh(world, token) }];
    if (reuse !== undefined) return [{ chain, run: (world) => checkReuse(world, token) }];
    return [];
  });
}

async function* checkRefresh(world: World, fact: TokenFact): AsyncGenerator<Check> {
  const entry = `tokens/${fact.id}`;
  const { refresh = {}, after_refresh } = fact.answers;
  let tokens: Json = {};
  yield check(`${entry} refresh`, normalTokenResponse(refresh), async () => {
    const answer = await refreshWith(world, fact);
    tokens = objectOf(answer.body);
    return tokenResponseOf(answer);
  });
  if (after_refresh === undefined) return;
  const { old_refresh_introspect, new_access_introspect, access_of_the_chain } = after_refresh;
  yield check(
    `${entry} after_refresh new_access`,
    newIntrospection(new_access_introspect),
    async () => newIntrospection((await world.introspect(textOf(tokens["access_token"]))).body),
  );
  const { id, introspect } = objectOf(access_of_the_chain);
  const earlier = world.facts.tokens.find((one) => one.id === id);
  if (earlier !== undefined) {
    yield check(
      `${entry} after_refresh access_of_the_chain`,
      introspect,
      async () => (await world.introspect(earlier.token)).body,
    );
  }
  yield check(
    `${entry} after_refresh old_refresh`,
    old_refresh_introspect,
    async () => (await world.introspect(fact.token)).body,
  );
  yield check(`${entry} after_refresh refreshed again`, { status: 200 }, async () => {
    const refresh_token = textOf(tokens["refresh_token"]);
    const form = { grant_type: "refresh_token", refresh_token };
    return refusalOf(await world.token(fact.client, form));
  });
}

function refreshWith(world: World, { token, client }: TokenFact): Promise<Answer> {
  return world.token(client, { grant_type: "refresh_token", refresh_token: token });
}

async function* checkReuse(world: World, fact: TokenFact): AsyncGenerator<Check> {
  const entry = `tokens/${fact.id}`;
  const { reuse = {}, chain_after_reuse } = fact.answers;
  yield check(`${entry} reuse`, normalTokenResponse(reuse), async () =>
    tokenResponseOf(await refreshWith(world, fact)),
  );
  yield check(`${entry} chain_after_reuse`, chain_after_reuse, () =>
    activeOf(world, chain_after_reuse),
  );
}

/** Which of the named tokens are active. */
async function activeOf(world: World, named: Json | undefined): Promise<Json> {
  const active: Record<string, unknown> = {};
  for (const id of Object.keys(named ?? {})) {
    const token = world.facts.tokens.find((one) => one.id === id)?.token ?? "";
    active[id] = objectOf((await world.introspect(token)).body)["active"];
  }
  return active;
}

/** In the same millisecond it would be taken for a request that was sent twice. */
const SECOND_AFTER_MS = 2;

/** Codes: their redemption, and a second one. */
export function codeTasks(facts: Facts): readonly Destructive[] {
  return facts.codes.map((code) => {
    const [first = ""] = Object.keys(code.answers["chain_after"] ?? {});
    const chain = facts.tokens.find(({ id }) => id === first)?.chain ?? `code ${code.id}`;
    return { chain, run: (world) => checkCode(world, code) };
  });
}

async function* checkCode(world: World, fact: CodeFact): AsyncGenerator<Check> {
  const entry = `codes/${fact.id}`;
  const {
    redeem = {},
    introspect,
    second_redeem,
    access_after_second_redeem,
    chain_after,
  } = fact.answers;
  let access = "";
  yield check(`${entry} redeem`, normalTokenResponse(redeem), async () => {
    const answer = await redeemCode(world, fact);
    access = textOf(objectOf(answer.body)["access_token"]);
    return tokenResponseOf(answer);
  });
  if (introspect !== undefined) {
    yield check(`${entry} introspect`, newIntrospection(introspect), async () =>
      newIntrospection((await world.introspect(access)).body),
    );
  }
  if (second_redeem !== undefined) {
    yield check(`${entry} second_redeem`, refusalOf(second_redeem), async () => {
      await pause(SECOND_AFTER_MS);
      return refusalOf(await redeemCode(world, fact));
    });
    yield check(
      `${entry} access_after_second_redeem`,
      access_after_second_redeem,
      async () => (await world.introspect(access)).body,
    );
  }
  if (chain_after !== undefined) {
    yield check(`${entry} chain_after`, chain_after, () => activeOf(world, chain_after));
  }
}

/** Presents a code as its client does. */
export function redeemCode(
  world: World,
  {
    client,
    code,
    redirect_uri,
    code_verifier,
  }: Pick<CodeFact, "client" | "code" | "redirect_uri"> & {
    readonly code_verifier?: string | undefined;
  },
): Promise<Answer> {
  const form = { grant_type: "authorization_code", code, redirect_uri, code_verifier };
  return world.token(clientOf(world.facts, client), form);
}
