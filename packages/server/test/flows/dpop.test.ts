import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bearer } from "@latchkey/client";
import type { OAuth2TokenResponse } from "@latchkey/api";
import { decodeJwt } from "jose";
import { assertRefused, fieldsOf, type Received, receive } from "../operations/refusal.ts";
import { type App, registerApp } from "../support/app.ts";
import {
  makeProofKey,
  type ProofChanges,
  type ProofKey,
  signProof,
  signUserinfoProof,
} from "../support/dpop.ts";
import { answerOf, authorize, codeFor, requestOf, completeFlow } from "../support/flow.ts";
import { openBrowser } from "../support/browser.ts";
import { writeInspections } from "../support/inspections.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer();
const { latchkey, clock } = world;
const key = await makeProofKey();
const thief = await makeProofKey();

const VERIFIER = "a-code-verifier-of-at-least-forty-three-characters";
const CHALLENGE = {
  code_challenge: Buffer.from(
    await crypto.subtle.digest("SHA-256", Buffer.from(VERIFIER)),
  ).toString("base64url"),
  code_challenge_method: "S256",
};
const spa = await registerApp(latchkey, { client_id: "spa", token_endpoint_auth_method: "none" });
const backend = await registerApp(latchkey, { client_id: "backend" });

/** Asks the token endpoint, with a proof of this key where one is named. */
async function ask(app: App, form: Record<string, string>, proven?: ProofKey): Promise<Received> {
  const { client_id, authorization, redirect_uri } = app;
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
  if (authorization !== undefined) headers.set("authorization", authorization);
  if (proven !== undefined) headers.set("dpop", await signProof(proven, clock.now));
  const own = authorization === undefined ? { client_id } : {};
  const body = new URLSearchParams({ redirect_uri, ...own, ...form }).toString();
  return receive(world.fetch("http://public.test/oauth2/token", { method: "POST", headers, body }));
}

function redeem(app: App, code: string, proven?: ProofKey): Promise<Received> {
  const form = { grant_type: "authorization_code", code };
  const isPublic = app.authorization === undefined;
  return ask(app, isPublic ? { ...form, code_verifier: VERIFIER } : form, proven);
}

function refresh(app: App, refresh_token: string, proven?: ProofKey): Promise<Received> {
  return ask(app, { grant_type: "refresh_token", refresh_token }, proven);
}

function tokensIn({ status, body }: Received): Required<OAuth2TokenResponse> {
  assert.equal(status, 200, JSON.stringify(body));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A successful response of the token endpoint.
  return body as Required<OAuth2TokenResponse>;
}

/** Signs alice in to an app that proves this key. */
async function signIn(app: App, proven?: ProofKey): Promise<Required<OAuth2TokenResponse>> {
  return tokensIn(await redeem(app, await codeOf(app), proven));
}

function codeOf(app: App, params: Record<string, string> = {}): Promise<string> {
  const isPublic = app.authorization === undefined;
  return codeFor(world, app, { params: { ...(isPublic && CHALLENGE), ...params } });
}

function userinfo(headers: Record<string, string>): Promise<Received> {
  return receive(world.fetch("http://public.test/userinfo", { headers }));
}

async function boundTo(token: string): Promise<unknown> {
  const found = await latchkey.introspectOAuth2Token({ token });
  assert.ok(found.active);
  return found.cnf;
}

describe("a code that is redeemed with a DPoP proof", () => {
  for (const app of [spa, backend]) {
    it(`gets ${app.client_id} tokens that are bound to the key`, async () => {
      const tokens = await signIn(app, key);
      assert.equal(tokens.token_type, "DPoP");
      assert.deepEqual(await boundTo(tokens.access_token), { jkt: key.jkt });
      const isPublic = app === spa;
      assert.deepEqual(
        await boundTo(tokens.refresh_token),
        isPublic ? { jkt: key.jkt } : undefined,
        "only the refresh token of a public client is bound",
      );
    });
  }

  it("gets JWTs with cnf, which are found to be bound as well", async () => {
    const app = await registerApp(latchkey, { client_id: "jwts", access_token_strategy: "jwt" });
    const { access_token } = await signIn(app, key);
    assert.deepEqual(decodeJwt(access_token)["cnf"], { jkt: key.jkt });
    assert.deepEqual(await boundTo(access_token), { jkt: key.jkt });
  });

  it("leaves the access token of the authorization endpoint as it was", async () => {
    const response = await completeFlow(world, backend, {
      params: { response_type: "code token", scope: "openid offline" },
    });
    const { code = "", access_token = "" } = (await answerOf(response)).parameters;
    await redeem(backend, code, key);
    assert.equal(await boundTo(access_token), undefined);
    assert.equal((await userinfo({ authorization: bearer(access_token) })).status, 200);
  });

  it("is not needed without one", async () => {
    const tokens = await signIn(spa);
    assert.equal(tokens.token_type, "bearer");
    assert.equal(await boundTo(tokens.access_token), undefined);
  });
});

describe("dpop_jkt", () => {
  it("binds a code to a key: another key, or none, neither gets tokens nor spends it", async () => {
    for (const app of [spa, backend]) {
      const code = await codeOf(app, { dpop_jkt: key.jkt });
      assertRefused(await redeem(app, code, thief), 400, "invalid_grant");
      assertRefused(await redeem(app, code), 400, "invalid_grant");
      assert.equal(tokensIn(await redeem(app, code, key)).token_type, "DPoP");
    }
  });

  it("must be a thumbprint", async () => {
    const response = await authorize(
      openBrowser(world),
      requestOf(spa, { ...CHALLENGE, dpop_jkt: "x" }),
    );
    const { error, error_description } = (await answerOf(response)).parameters;
    assert.equal(error, "invalid_request");
    assert.match(error_description ?? "", /dpop_jkt/);
  });
});

describe("refresh tokens", () => {
  it("of a public client are of no use without the key, and attempts with another do not revoke the grant", async () => {
    const { refresh_token } = await signIn(spa, key);
    assertRefused(await refresh(spa, refresh_token, thief), 400, "invalid_grant");
    assertRefused(await refresh(spa, refresh_token), 400, "invalid_grant");
    const next = tokensIn(await refresh(spa, refresh_token, key));
    assert.equal(next.token_type, "DPoP");
    assert.deepEqual(await boundTo(next.access_token), { jkt: key.jkt });

    clock.now += 60;
    assertRefused(await refresh(spa, refresh_token, thief), 400, "invalid_grant");
    assertRefused(await refresh(spa, next.refresh_token, thief), 400, "invalid_grant");
    assert.equal((await refresh(spa, next.refresh_token, key)).status, 200);
  });

  it("of a public client that were not bound are bound from the first proof on", async () => {
    const { refresh_token } = await signIn(spa);
    const next = tokensIn(await refresh(spa, refresh_token, key));
    assertRefused(await refresh(spa, next.refresh_token), 400, "invalid_grant");
    assert.equal((await refresh(spa, next.refresh_token, key)).status, 200);
  });

  it("of a confidential client may change their key, and each access token is bound to its own", async () => {
    const first = await signIn(backend, key);
    const second = tokensIn(await refresh(backend, first.refresh_token, thief));
    assert.deepEqual(await boundTo(second.access_token), { jkt: thief.jkt });
    const third = tokensIn(await refresh(backend, second.refresh_token));
    assert.equal(third.token_type, "bearer");
    assert.equal(await boundTo(third.access_token), undefined);
  });

  it("are repeated to a client that lost the response, for the same key only", async () => {
    for (const app of [spa, backend]) {
      const { refresh_token } = await signIn(app, key);
      const next = tokensIn(await refresh(app, refresh_token, key));
      assert.deepEqual(
        tokensIn(await refresh(app, refresh_token, key)).access_token,
        next.access_token,
      );
      assertRefused(await refresh(app, refresh_token, thief), 400, "invalid_grant");
      assertRefused(await refresh(app, refresh_token), 400, "invalid_grant");
      assert.deepEqual(await boundTo(next.access_token), { jkt: key.jkt });
    }
  });
});

describe("userinfo with a bound token", () => {
  const claim = async (
    token: string,
    proven: ProofKey,
    changes?: ProofChanges,
    scheme = "DPoP",
  ): Promise<Received> => {
    const dpop = await signUserinfoProof(proven, clock.now, token, changes);
    return userinfo({ authorization: `${scheme} ${token}`, dpop });
  };

  it("responds to the holder of the key", async () => {
    const { access_token } = await signIn(spa, key);
    const { status, body } = await claim(access_token, key);
    assert.deepEqual([status, fieldsOf(body)["sub"]], [200, "alice"]);
    assert.equal((await claim(access_token, key, undefined, "dpop")).status, 200);
  });

  const stolen: [
    attack: string,
    error: string,
    challenge: RegExp,
    send: (token: string) => Promise<Received>,
  ][] = [
    [
      "a bound token as a bearer token",
      "invalid_token",
      /^DPoP error="invalid_token"/,
      (token) => userinfo({ authorization: bearer(token) }),
    ],
    [
      "a bound token as a bearer token, with a proof",
      "invalid_token",
      /^DPoP error="invalid_token"/,
      (token) => claim(token, key, undefined, "Bearer"),
    ],
    [
      "a bound token in the query",
      "invalid_token",
      /^DPoP error="invalid_token"/,
      (token) => receive(world.fetch(`http://public.test/userinfo?access_token=${token}`)),
    ],
    [
      "a bound token without a proof",
      "invalid_dpop_proof",
      /^DPoP error="invalid_dpop_proof".*algs="/,
      (token) => userinfo({ authorization: `DPoP ${token}` }),
    ],
    [
      "a proof of another key",
      "invalid_token",
      /^DPoP error="invalid_token"/,
      (token) => claim(token, thief),
    ],
    [
      "a proof for another token",
      "invalid_dpop_proof",
      /ath/,
      (token) => claim(token, key, { claims: { ath: "x" } }),
    ],
    [
      "a proof without ath",
      "invalid_dpop_proof",
      /ath/,
      (token) => claim(token, key, { claims: { ath: undefined } }),
    ],
    [
      "a proof for the token endpoint",
      "invalid_dpop_proof",
      /htm/,
      async (token) =>
        userinfo({ authorization: `DPoP ${token}`, dpop: await signProof(key, clock.now) }),
    ],
    [
      "an old proof",
      "invalid_dpop_proof",
      /iat/,
      (token) => claim(token, key, { claims: { iat: clock.now - 61 } }),
    ],
  ];
  for (const [attack, error, challenge, send] of stolen) {
    it(`refuses ${attack}`, async () => {
      const { access_token } = await signIn(spa, key);
      const received = await send(access_token);
      assertRefused(received, 401, error);
      assert.match(received.headers.get("www-authenticate") ?? "", challenge);
    });
  }

  it("refuses a replayed proof", async () => {
    const { access_token } = await signIn(spa, key);
    const dpop = await signUserinfoProof(key, clock.now, access_token);
    const authorization = `DPoP ${access_token}`;
    assert.equal((await userinfo({ authorization, dpop })).status, 200);
    assertRefused(await userinfo({ authorization, dpop }), 401, "invalid_dpop_proof");
  });

  it("refuses a token that is not bound, with the scheme DPoP", async () => {
    const { access_token } = await signIn(spa);
    const received = await claim(access_token, key);
    assertRefused(received, 401, "invalid_token");
    assert.match(received.headers.get("www-authenticate") ?? "", /^Bearer error="invalid_token"/);
  });

  it("refuses an unknown token with a challenge of the scheme that was used", async () => {
    const received = await claim("lk_at_none", key);
    assertRefused(received, 401, "invalid_token");
    assert.match(received.headers.get("www-authenticate") ?? "", /^DPoP error="invalid_token"/);
  });
});

describe("a client that must use DPoP", () => {
  it("gets no access token from the authorization endpoint, where nothing binds it", async () => {
    const app = await registerApp(latchkey, {
      client_id: "careful",
      dpop_bound_access_tokens: true,
    });
    const params = { response_type: "code token", scope: "openid" };
    const { error } = (await answerOf(await authorize(openBrowser(world), requestOf(app, params))))
      .parameters;
    assert.equal(error, "unsupported_response_type");
    assertRefused(await redeem(app, await codeOf(app)), 400, "invalid_request");
    assert.equal((await signIn(app, key)).token_type, "DPoP");
  });
});

describe("the inspector", () => {
  it("says that tokens are bound, why a key was refused, and shows no proof", async () => {
    const app = await registerApp(latchkey, { client_id: "inspected" });
    const code = await codeOf(app, { dpop_jkt: key.jkt });
    await redeem(app, code, thief);
    const { refresh_token } = tokensIn(await redeem(app, code, key));
    await refresh(app, refresh_token, key);
    await writeInspections(world.server.context);
    const { flows } = await latchkey.listFlows({ client_id: "inspected" });
    const flow = await latchkey.getFlow({ flow_id: flows[0]?.flow_id ?? "" });
    const decided = flow.steps.map(({ name, decided: { rule } }) => [name, rule]);
    assert.deepEqual(decided.slice(-3), [
      ["code_refused", "code_key_mismatch"],
      ["code_redeemed", "code_redeemed_with_proof"],
      ["refreshed", "refreshed_with_proof"],
    ]);
    const [refused] = flow.steps.slice(-3);
    assert.equal(refused?.decided.reference, "RFC 9449 §10");
    assert.equal(flow.steps[0]?.request.parameters["dpop_jkt"], key.jkt);
    assert.match(refused?.request.parameters["dpop"] ?? "", /^.{0,6}…$/);
  });
});
