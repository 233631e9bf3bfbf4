import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createProtection, type ProtectionOptions } from "@latchkey/protect";
import { decodeJwt } from "../../src/crypto/jwt.ts";
import { registerMachine, tokenOf } from "../operations/machine.ts";
import { registerApp } from "../support/app.ts";
import { signIn } from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import {
  ACCESS_TOKEN,
  ALBUMS,
  end,
  grantIdOf,
  type Holder,
  PRINTS,
  TOKEN_EXCHANGE,
} from "./held.ts";

const ISSUER = "http://127.0.0.1:4444";
const LIST = "http://public.test/.well-known/ended-tokens";

/** Whether a request is for the list. */
function isList(input: Parameters<typeof fetch>[0]): boolean {
  const url = new URL(input instanceof Request ? input.url : input);
  return url.pathname === "/.well-known/ended-tokens";
}

/** An API that verifies JWTs by itself. */
function protect(
  { fetch, clock }: TestServer,
  audience: string,
  options: Partial<ProtectionOptions> = {},
) {
  const failures: unknown[] = [];
  const protection = createProtection({
    issuer: ISSUER,
    resource: audience,
    now: () => clock.now,
    fetch,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  /** 200 for a token that is accepted. */
  const statusOf = async (token: string): Promise<number> => {
    const header = (name: string) => (name === "authorization" ? `Bearer ${token}` : undefined);
    const verified = await protection.verify({ method: "GET", url: audience, header });
    return verified.ok ? 200 : verified.challenge.status;
  };
  return { statusOf, failures };
}

/** JWTs of alice and bob in cards, of a client itself, and what the press exchanged them for. */
async function issueJwts(world: TestServer) {
  const { latchkey } = world;
  const jwt = { access_token_strategy: "jwt", audience: [ALBUMS, PRINTS] } as const;
  const cards = await registerApp(latchkey, { client_id: "cards", ...jwt });
  const job = await registerMachine(latchkey, { client_id: "job", ...jwt });
  const press = await registerMachine(latchkey, {
    client_id: "press",
    grant_types: [TOKEN_EXCHANGE],
    token_exchange_subject_clients: ["cards", "job", "press", "robot"],
    ...jwt,
  });
  const params = { audience: ALBUMS };
  const alice = await signIn(world, cards, { params });
  const bob = await signIn(world, cards, { params, login: { subject: "bob" } });
  const ofJob = await tokenOf(latchkey, job, { audience: ALBUMS });
  const exchange = (subject_token: string) =>
    tokenOf(latchkey, press, {
      grant_type: TOKEN_EXCHANGE,
      subject_token,
      subject_token_type: ACCESS_TOKEN,
      audience: PRINTS,
    });
  const exchanged = await exchange(alice.access_token);
  const again = await exchange(exchanged);
  const ofJobExchanged = await exchange(ofJob);
  const sid = decodeJwt(alice.id_token ?? "")?.claims["sid"];
  assert.ok(typeof sid === "string");
  const tokens = {
    alice: alice.access_token,
    exchanged,
    again,
    bob: bob.access_token,
    job: ofJob,
    "job, exchanged": ofJobExchanged,
  };
  return { tokens, sid, grant_id: grantIdOf(alice.refresh_token), cards, job, press, exchange };
}

type Issued = Awaited<ReturnType<typeof issueJwts>>;
type TokenName = keyof Issued["tokens"];

const ofAlice: readonly TokenName[] = ["alice", "exchanged", "again"];
const cases: Readonly<
  Record<string, { holder: (issued: Issued) => Holder; ends: readonly TokenName[] }>
> = {
  "a subject": { holder: () => ({ subject: "alice" }), ends: ofAlice },
  "a session": { holder: ({ sid }) => ({ session_id: sid }), ends: ofAlice },
  "a grant": { holder: ({ grant_id }) => ({ grant_id }), ends: ofAlice },
  "a client": { holder: () => ({ client_id: "cards" }), ends: [...ofAlice, "bob"] },
  "a client that acts for itself": {
    holder: () => ({ client_id: "job" }),
    ends: ["job", "job, exchanged"],
  },
  "a client that exchanges": {
    holder: () => ({ client_id: "press" }),
    ends: ["exchanged", "again", "job, exchanged"],
  },
  "an API": {
    holder: () => ({ audience: ALBUMS }),
    ends: [...ofAlice, "bob", "job", "job, exchanged"],
  },
  "another API": {
    holder: () => ({ audience: PRINTS }),
    ends: ["exchanged", "again", "job, exchanged"],
  },
};

describe("APIs that verify JWTs by themselves", () => {
  for (const [title, { holder, ends }] of Object.entries(cases)) {
    it(`${title} is ended: they refuse its tokens within ten seconds, and no others`, async () => {
      const world = await startTestServer();
      const issued = await issueJwts(world);
      const apis = { albums: protect(world, ALBUMS), prints: protect(world, PRINTS) };
      const accepted = async () => {
        const names: string[] = [];
        for (const [name, token] of Object.entries(issued.tokens)) {
          const { aud } = decodeJwt(token)?.claims ?? {};
          const isForPrints = Array.isArray(aud) && aud.includes(PRINTS);
          if ((await apis[isForPrints ? "prints" : "albums"].statusOf(token)) === 200)
            names.push(name);
        }
        return names;
      };
      const all = Object.keys(issued.tokens);
      assert.deepEqual(await accepted(), all);
      const { ended_before } = await end(world, holder(issued));
      world.clock.now += 10;
      assert.ok(world.clock.now >= ended_before);
      assert.deepEqual(
        await accepted(),
        all.filter((name) => !ends.some((ended) => ended === name)),
      );
      // What is issued from then on is accepted.
      const later = await signIn(world, issued.cards, { params: { audience: ALBUMS } });
      assert.equal(await apis.albums.statusOf(later.access_token), 200);
      const ofJob = await tokenOf(world.latchkey, issued.job, { audience: ALBUMS });
      assert.equal(await apis.albums.statusOf(ofJob), 200);
    });
  }

  it("learn of a refresh token that was revoked, and of a consent that was withdrawn", async () => {
    const world = await startTestServer();
    const { tokens, cards } = await issueJwts(world);
    const api = protect(world, ALBUMS);
    const second = await signIn(world, cards, { params: { audience: ALBUMS } });
    await end(world, { subject: "carol" }); // The server has read what the keys have signed.
    const token = second.refresh_token ?? "";
    const { authorization } = cards;
    assert.ok(authorization);
    await world.latchkey.revokeOAuth2Token({ token }, { authorization });
    await world.latchkey.revokeConsentSessions({ subject: "bob", all: true });
    world.clock.now += 10;
    assert.equal(await api.statusOf(second.access_token), 401);
    assert.equal(await api.statusOf(tokens.bob), 401);
    assert.equal(await api.statusOf(tokens.alice), 200);
  });

  for (const [title, revoked, ends] of [
    ["of a client itself", "job", ["job", "job, exchanged"]],
    ["that was exchanged", "exchanged", ["exchanged", "again"]],
    ["at the end of a chain", "again", ["again"]],
  ] as const) {
    it(`learn of a single token without a grant that was revoked: one ${title}`, async () => {
      const world = await startTestServer();
      const { tokens, job, press } = await issueJwts(world);
      const apis = [protect(world, ALBUMS), protect(world, PRINTS)];
      const isAccepted = async (token: string) =>
        (await Promise.all(apis.map((api) => api.statusOf(token)))).includes(200);
      await end(world, { subject: "carol" }); // The server has read what the keys have signed.
      const { authorization } = revoked === "job" ? job : press;
      await world.latchkey.revokeOAuth2Token({ token: tokens[revoked] }, { authorization });
      world.clock.now += 10;
      const names = Object.keys(tokens);
      const accepted = [];
      for (const [name, token] of Object.entries(tokens))
        if (await isAccepted(token)) accepted.push(name);
      assert.deepEqual(
        accepted,
        names.filter((name) => !ends.some((ended) => ended === name)),
      );
    });
  }

  it("learn that an opaque token was revoked for which a JWT was exchanged", async () => {
    const world = await startTestServer();
    const { exchange } = await issueJwts(world);
    const robot = await registerMachine(world.latchkey, {
      client_id: "robot",
      access_token_strategy: "opaque",
      audience: [ALBUMS, PRINTS],
    });
    const opaque = await tokenOf(world.latchkey, robot, { audience: ALBUMS });
    assert.equal(decodeJwt(opaque), undefined);
    const derived = await exchange(opaque);
    const api = protect(world, PRINTS);
    assert.equal(await api.statusOf(derived), 200);
    await end(world, { subject: "carol" });
    const { authorization } = robot;
    await world.latchkey.revokeOAuth2Token({ token: opaque }, { authorization });
    world.clock.now += 10;
    assert.equal(await api.statusOf(derived), 401);
  });

  it("ask with the entity tag, and use the list that they have", async () => {
    const world = await startTestServer();
    const { tokens } = await issueJwts(world);
    const statuses: number[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await world.fetch(input, init);
      if (isList(input)) statuses.push(response.status);
      return response;
    };
    const api = protect(world, ALBUMS, { fetch });
    for (let seconds = 0; seconds < 40; seconds += 10) {
      assert.equal(await api.statusOf(tokens.alice), 200);
      assert.equal(await api.statusOf(tokens.bob), 200);
      world.clock.now += 10;
    }
    assert.deepEqual(statuses, [200, 304, 304, 304]);
    await end(world, { subject: "alice" });
    assert.equal(await api.statusOf(tokens.alice), 401);
    assert.equal(statuses.at(-1), 200);
    assert.deepEqual(api.failures, []);
  });

  it("accept tokens by the last list while the server is away, or refuse all", async () => {
    const world = await startTestServer();
    const { tokens } = await issueJwts(world);
    let isAway = false;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (isAway) throw new TypeError("fetch failed");
      return world.fetch(input, init);
    };
    const lenient = protect(world, ALBUMS, { fetch });
    const strict = protect(world, ALBUMS, { fetch, ended_tokens: { when_unavailable: "refuse" } });
    const unaware = protect(world, ALBUMS, { fetch, ended_tokens: false });
    await end(world, { subject: "bob" });
    for (const api of [lenient, strict, unaware])
      assert.equal(await api.statusOf(tokens.alice), 200);
    isAway = true;
    world.clock.now += 11;
    assert.equal(await lenient.statusOf(tokens.alice), 200);
    assert.equal(await lenient.statusOf(tokens.bob), 401, "of the last list");
    assert.equal(await strict.statusOf(tokens.alice), 503);
    assert.equal(await unaware.statusOf(tokens.bob), 200);
    assert.ok(lenient.failures.length > 0 && strict.failures.length > 0);
    isAway = false;
    world.clock.now += 6;
    assert.equal(await strict.statusOf(tokens.alice), 200);
  });

  it("do not believe a list that this server did not sign", async () => {
    const world = await startTestServer();
    const { tokens } = await issueJwts(world);
    const forged = async (): Promise<Response> => {
      const [header, , signature] = (await (await world.fetch(LIST)).text()).split(".");
      const list = { salt: "", grants: [], before: [], all_before: world.clock.now + 100 };
      const exp = world.clock.now + 100;
      const claims = { iss: ISSUER, iat: world.clock.now, exp, ended_tokens: list };
      const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
      return new Response(`${header}.${payload}.${signature}`);
    };
    const fetch: typeof globalThis.fetch = async (input, init) =>
      isList(input) ? forged() : world.fetch(input, init);
    const api = protect(world, ALBUMS, { fetch });
    assert.equal(await api.statusOf(tokens.alice), 200);
    assert.equal(api.failures.length, 1);
    const idle = protect(world, ALBUMS, {
      fetch: async (input, init) =>
        isList(input)
          ? new Response(tokens.alice) // An access token is no list.
          : world.fetch(input, init),
    });
    assert.equal(await idle.statusOf(tokens.alice), 200);
    assert.equal(idle.failures.length, 1);
  });
});

it("the list is no access token, and names no subject", async () => {
  const world = await startTestServer();
  await issueJwts(world);
  await end(world, { subject: "alice" });
  const response = await world.fetch(LIST);
  assert.equal(response.headers.get("content-type"), "application/jwt");
  const list = await response.text();
  assert.ok(
    !Buffer.from(list.split(".")[1] ?? "", "base64url")
      .toString()
      .includes("alice"),
  );
  assert.equal((await world.latchkey.introspectOAuth2Token({ token: list })).active, false);
  const headers = { authorization: `Bearer ${list}` };
  assert.equal((await world.fetch("http://public.test/userinfo", { headers })).status, 401);
});
