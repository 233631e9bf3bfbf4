import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt } from "../../src/crypto/jwt.ts";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { writeInspections } from "../support/inspections.ts";
import { openVisitor } from "../support/page-visitor.ts";
import {
  ACCESS_TOKEN,
  actForAlice,
  askSupport,
  introspect,
  password,
  REASON,
  signInTo,
  startSupport,
  SUBJECT,
  type SupportWorld,
  TOKEN_EXCHANGE,
} from "../support/support-access.ts";

const API = "https://api.example";

/** The latest entry of the audit about alice. */
async function lastEntry({ latchkey, users }: SupportWorld) {
  const [latest] = await latchkey.listAuditEntries({ object_id: users.alice });
  return latest;
}

describe("an operator who may act for users", () => {
  test("gets an access token of the user that names them as the actor, and nothing else", async () => {
    const world = await startSupport();
    const { access_token, ...rest } = await actForAlice(world, { audience: API });
    assert.deepEqual(rest, {
      token_type: "bearer",
      expires_in: 900,
      scope: "albums.read",
      issued_token_type: ACCESS_TOKEN,
    });
    const { active, sub, act, client_id, aud, scope } = await introspectActive(world, access_token);
    assert.deepEqual(
      { active, sub, act, client_id, aud, scope },
      {
        active: true,
        sub: world.users.alice,
        act: { sub: world.users.dana },
        client_id: "desk",
        aud: [API],
        scope: "albums.read",
      },
    );
  });

  test("gets no scope that the request does not name, and any of the client that it names", async () => {
    const world = await startSupport();
    assert.equal((await actForAlice(world, { scope: "" })).scope, "");
    assert.equal((await actForAlice(world, { scope: "albums.write" })).scope, "albums.write");
  });

  test("gets scopes that match a pattern of the client's", async () => {
    const world = await startSupport({
      settings: { "strategies.scope": "wildcard" },
      client: { scope: "openid offline albums.*" },
    });
    const { access_token: actor_token } = await signInTo(world, { scope: "openid" });
    const { scope } = await actForAlice(world, { actor_token, scope: "albums.write" });
    assert.equal(scope, "albums.write");
  });

  test("gets a JWT where the client has such tokens, with the claim act", async () => {
    const world = await startSupport({ client: { access_token_strategy: "jwt" } });
    const { access_token } = await actForAlice(world);
    const claims = decodeJwt(access_token)?.claims;
    assert.equal(claims?.["sub"], world.users.alice);
    assert.deepEqual(claims?.["act"], { sub: world.users.dana });
    const ends_with = claims?.["ends_with"];
    assert.ok(
      Array.isArray(ends_with) && ends_with.length >= 3,
      "the operator, the grant, the client",
    );
    assert.equal((await introspect(world, access_token)).active, true);
  });

  test("gets a JWT of a pairwise client with the subjects by which its APIs know both users", async () => {
    const world = await startSupport({
      settings: {
        "oidc.subject_identifiers.supported_types": ["public", "pairwise"],
        "oidc.subject_identifiers.pairwise.salt": "a salt for tests only",
      },
      client: { subject_type: "pairwise" },
    });
    await world.latchkey.createApi({ body: { identifier: API, access_token_format: "jwt" } });
    const subOf = async (subject: string) => {
      const { id_token = "" } = await signInTo(world, { subject });
      return decodeJwt(id_token)?.claims["sub"];
    };
    const { access_token } = await actForAlice(world, { audience: API });
    const claims = decodeJwt(access_token)?.claims;
    const { alice, dana } = world.users;
    assert.equal(claims?.["sub"], await subOf(alice));
    assert.deepEqual(claims?.["act"], { sub: await subOf(dana) });
    assert.ok(!JSON.stringify(claims).includes(alice));
  });

  test("keeps the name of the actor when the token is exchanged further", async () => {
    const world = await startSupport();
    const { access_token } = await actForAlice(world);
    const api = await registerApp(world.latchkey, {
      client_id: "api",
      grant_types: [TOKEN_EXCHANGE],
      redirect_uris: [],
      response_types: [],
      scope: "albums.read",
      token_exchange_subject_clients: ["desk"],
      token_exchange_type: "impersonation",
    });
    const input = {
      grant_type: TOKEN_EXCHANGE,
      subject_token: access_token,
      subject_token_type: ACCESS_TOKEN,
    };
    const authorization = api.authorization ?? "";
    const further = await world.latchkey.oauth2Token(input, { authorization });
    const { sub, act } = await introspectActive(world, further.access_token);
    assert.deepEqual({ sub, act }, { sub: world.users.alice, act: { sub: world.users.dana } });
    await world.latchkey.updateAccount({ username: "alice", body: { state: "disabled" } });
    assert.equal((await introspect(world, further.access_token)).active, false);
  });

  test("is refused what is not the API's by userinfo, as with all exchanged tokens", async () => {
    const world = await startSupport();
    const { access_token } = await actForAlice(world, { scope: "openid" });
    const headers = { authorization: `Bearer ${access_token}` };
    const response = await world.fetch("http://public.test/userinfo", { headers });
    assert.equal(response.status, 401);
  });
});

describe("the token", () => {
  test("ends with that of the operator, if that is first", async () => {
    const world = await startSupport();
    const { access_token: actor_token } = await signInTo(world);
    world.clock.now += 3_000;
    const { expires_in } = await actForAlice(world, { actor_token });
    assert.equal(expires_in, 600);
  });

  test("ends after ttl.support_access, whatever the lifespans of other tokens are", async () => {
    const world = await startSupport({
      settings: {
        "ttl.support_access": "5m",
        "ttl.grants.token_exchange.access_token": "10m",
      },
    });
    const { access_token, expires_in } = await actForAlice(world);
    assert.equal(expires_in, 300);
    world.clock.now += 299;
    assert.equal((await introspect(world, access_token)).active, true);
    world.clock.now += 1;
    assert.equal((await introspect(world, access_token)).active, false);
  });

  const ends: Readonly<
    Record<string, (world: SupportWorld & { readonly actor_token: string }) => Promise<unknown>>
  > = {
    "the operator's token is revoked": ({ latchkey, desk, actor_token }) => {
      const authorization = desk.authorization ?? "";
      return latchkey.revokeOAuth2Token({ token: actor_token }, { authorization });
    },
    "everything of the operator is ended": ({ latchkey, users }) =>
      latchkey.endEverything({ body: { subject: users.dana } }),
    "everything of the user is ended": ({ latchkey, users }) =>
      latchkey.endEverything({ body: { subject: users.alice } }),
    "everything of the client is ended": ({ latchkey }) =>
      latchkey.endEverything({ body: { client_id: "desk" } }),
    "the account of the user is disabled": ({ latchkey }) =>
      latchkey.updateAccount({ username: "alice", body: { state: "disabled" } }),
    "the account of the user is deleted": ({ latchkey }) =>
      latchkey.deleteAccount({ username: "alice" }),
    "the account of the operator is disabled": ({ latchkey }) =>
      latchkey.updateAccount({ username: "dana", body: { state: "disabled" } }),
    "the operator has the right no more": ({ latchkey, users }) =>
      latchkey.updateOperator({ subject: users.dana, body: { role: "administrator" } }),
    "the operator has no role any more": ({ latchkey, users }) =>
      latchkey.removeOperator({ subject: users.dana }),
    "the user gets a role": ({ latchkey }) =>
      latchkey.addOperator({ body: { username: "alice", role: "viewer" } }),
    "the client has no support access any more": ({ latchkey }) =>
      latchkey.patchOAuth2Client({
        id: "desk",
        body: [{ op: "replace", path: "/support_access", value: false }],
      }),
  };
  for (const [what, end] of Object.entries(ends)) {
    for (const access_token_strategy of ["opaque", "jwt"] as const) {
      test(`ends when ${what} (${access_token_strategy})`, async () => {
        const world = await startSupport({ client: { access_token_strategy } });
        const { access_token: actor_token } = await signInTo(world);
        const { access_token } = await actForAlice(world, { actor_token });
        assert.equal((await introspect(world, access_token)).active, true);
        await end({ ...world, actor_token });
        await world.server.context.store.refresh();
        assert.equal((await introspect(world, access_token)).active, false);
      });
    }
  }
});

describe("what is left of it", () => {
  test("is an entry of the audit, caused by the operator", async () => {
    const world = await startSupport();
    await actForAlice(world, { audience: API });
    const { alice, dana } = world.users;
    const entry = await lastEntry(world);
    assert.ok(entry?.after);
    const { caller, operation, action, object, after, request_id } = entry;
    const { expires_at, ...described } = after;
    assert.deepEqual(
      { caller, operation, action, object, described },
      {
        caller: { kind: "account", id: dana, name: "Dana" },
        operation: "oauth2Token",
        action: "support_token_issued",
        object: { type: "account", id: alice },
        described: {
          actor: dana,
          client_id: "desk",
          scope: ["albums.read"],
          audience: [API],
          reason: REASON,
        },
      },
    );
    assert.equal(Date.parse(String(expires_at)) / 1000, world.clock.now + 900);
    assert.notEqual(request_id, "");
  });

  test("is an event that the user sees on the account page, those of one reason counted", async () => {
    const world = await startSupport();
    for (const reason of [REASON, REASON, "<b>Ticket 4712</b>"])
      await actForAlice(world, { reason });
    const events = await world.latchkey.listAccountEvents({ username: "alice" });
    assert.equal(events.length, 2);
    const common = {
      kind: "support_access",
      actor: "Dana",
      name: "Desk",
      client_id: "desk",
      device: "",
      address: null,
      amr: [],
      factor: null,
      provider: null,
      fields: [],
    };
    const byReason = (one: { reason: string | null }, other: { reason: string | null }) =>
      String(one.reason).localeCompare(String(other.reason));
    assert.partialDeepStrictEqual(
      events.toSorted(byReason),
      [
        { ...common, reason: "<b>Ticket 4712</b>", count: 1 },
        { ...common, reason: REASON, count: 2 },
      ].toSorted(byReason),
    );
    const visitor = openVisitor(world);
    const login = await visitor.visit("/account");
    const page = await visitor.submit(login, { username: "alice", password });
    assert.match(
      page.text,
      /Dana from support accessed your account with Desk Ticket 4711: an order is missing [^·]* · 2 times/,
    );
    assert.match(page.body, /&lt;b&gt;Ticket 4712/);
  });

  test("says the same in every language of the pages", async () => {
    const world = await startSupport();
    await actForAlice(world);
    const visitor = openVisitor(world);
    await visitor.submit(await visitor.visit("/account"), { username: "alice", password });
    const sentences: Readonly<Record<string, RegExp>> = {
      de: /Dana vom Support hat mit Desk auf Ihr Konto zugegriffen/,
      fr: /Dana, de l’assistance, a accédé à votre compte avec Desk/,
      es: /Dana, de soporte, ha accedido a su cuenta con Desk/,
      ja: /サポート担当のDanaがDeskでお客様のアカウントにアクセスしました/,
      zh: /客服人员 Dana 通过 Desk 访问了您的账户/,
      "zh-TW": /客服人員 Dana 透過 Desk 存取了您的帳戶/,
    };
    for (const [locale, sentence] of Object.entries(sentences)) {
      const headers = { "accept-language": locale };
      const response = await visitor.browser.go("http://public.test/account", { headers });
      assert.match(await response.text(), sentence);
    }
  });

  test("is in the data of the user, and gone with the account", async () => {
    const world = await startSupport();
    await actForAlice(world);
    const { records } = await world.latchkey.exportAccount({ username: "alice" });
    assert.match(JSON.stringify(records["account_events"]), new RegExp(REASON));
    assert.equal(records["access_tokens"], undefined);
  });

  test("is nothing where the request was refused", async () => {
    const world = await startSupport();
    const before = await lastEntry(world);
    assertRefused(await askSupport(world, { scope: "photos.print" }), 400, "invalid_scope");
    assertRefused(await askSupport(world, { subject_token: "nobody" }), 400, "invalid_request");
    assert.deepEqual(await lastEntry(world), before);
    assert.deepEqual(await world.latchkey.listAccountEvents({ username: "alice" }), []);
  });

  test("is explained by the inspector, with the reason of a refusal", async () => {
    const world = await startSupport();
    const { access_token: actor_token } = await signInTo(world);
    await actForAlice(world, { actor_token });
    world.clock.now += 1;
    const { oscar } = world.users;
    await askSupport(world, { actor_token, subject_token: oscar });
    await writeInspections(world.server.context);
    const { flows } = await world.latchkey.listFlows({});
    const found = await Promise.all(
      flows.map(({ flow_id }) => world.latchkey.getFlow({ flow_id })),
    );
    const steps = found.flatMap((flow) => flow.steps);
    const refused = steps.find(({ name }) => name === "exchange_refused");
    assert.equal(refused?.decided.rule, "support_subject_has_role");
    assert.ok(!JSON.stringify(found).includes(actor_token));
  });
});

test("a login app of the operator has users whom this server does not know", async () => {
  const world = await startSupport({
    settings: {
      "urls.login": "http://login.test/login",
      "urls.consent": "http://login.test/consent",
    },
  });
  const { access_token } = await actForAlice(world, { subject_token: "a user of the login app" });
  assert.equal((await introspectActive(world, access_token)).sub, "a user of the login app");
  const [entry] = await world.latchkey.listAuditEntries({ object_id: "a user of the login app" });
  assert.equal(entry?.action, "support_token_issued");
});

test("the type is named among those that are supported", async () => {
  const world = await startSupport();
  const refused = await askSupport(world, { subject_token_type: "urn:example:other" });
  assert.match(assertRefused(refused, 400, "invalid_request"), new RegExp(SUBJECT));
});

async function introspectActive(world: SupportWorld, token: string) {
  const introspection = await introspect(world, token);
  assert.ok(introspection.active, JSON.stringify(introspection));
  return introspection;
}
