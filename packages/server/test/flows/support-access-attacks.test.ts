import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type OAuth2ClientInput,
  type OAuth2TokenRequest,
  operationIds,
  operations,
  type OperatorInput,
} from "@latchkey/api";
import { createClient } from "@latchkey/client";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import {
  ACCESS_TOKEN,
  actForAlice,
  askSupport,
  introspect,
  signInTo,
  startSupport,
  SUBJECT,
  type SupportWorld,
  TOKEN_EXCHANGE,
  withSupport,
} from "../support/support-access.ts";

const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
const JWT = "urn:ietf:params:oauth:token-type:jwt";

/** Checks that a request was refused, and left nothing. */
async function assertNothing(
  world: SupportWorld,
  reply: Awaited<ReturnType<typeof askSupport>>,
  error: string,
  description: RegExp,
) {
  assert.match(assertRefused(reply, 400, error), description);
  const entries = await world.latchkey.listAuditEntries({ action: "support_token_issued" });
  assert.deepEqual(entries, []);
  for (const username of ["alice", "dana", "oscar"]) {
    const events = await world.latchkey.listAccountEvents({ username });
    assert.ok(events.every(({ kind }) => kind !== "support_access"));
  }
}

describe("a client", () => {
  const clients: Readonly<
    Record<
      string,
      { readonly with: OAuth2ClientInput; readonly error: string; readonly says: RegExp }
    >
  > = {
    "without the right": {
      with: { support_access: false },
      error: "unauthorized_client",
      says: /Set its support_access/,
    },
    "that is not registered for token exchange": {
      with: { grant_types: ["authorization_code", "refresh_token"] },
      error: "unauthorized_client",
      says: /grant_types|token-exchange/,
    },
  };
  for (const [what, { with: client, error, says }] of Object.entries(clients)) {
    test(`${what} is refused`, async () => {
      const world = await startSupport({ client });
      await assertNothing(world, await askSupport(world), error, says);
    });
  }

  test("without the right does not learn who exists, or who has a role", async () => {
    const world = await startSupport({ client: { support_access: false } });
    const { alice, oscar } = world.users;
    const replies = await Promise.all(
      [alice, oscar, "nobody"].map((subject_token) => askSupport(world, { subject_token })),
    );
    const bodies = replies.map(({ body }) => JSON.stringify(body));
    assert.equal(new Set(bodies).size, 1, bodies.join());
  });

  test("that is public is refused", async () => {
    const world = await startSupport();
    const spa = await registerApp(world.latchkey, {
      ...withSupport,
      client_id: "spa",
      token_endpoint_auth_method: "none",
    });
    const reply = await askSupport(world, { client_id: "spa" }, spa);
    await assertNothing(world, reply, "unauthorized_client", /./);
  });

  test("does not get the right by registering itself", async () => {
    const world = await startSupport({ settings: { "oauth2.registration.mode": "open" } });
    const response = await world.fetch("http://public.test/oauth2/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Mallory",
        redirect_uris: ["https://mallory.example/callback"],
        support_access: true,
      }),
    });
    const registered = await response.json();
    assert.equal(response.status, 201, JSON.stringify(registered));
    const stored = await world.latchkey.getOAuth2Client({ id: registered.client_id });
    assert.equal(stored.support_access, undefined);
  });

  test("with the right cannot be made or changed with the role operator", async () => {
    const world = await startSupport();
    const { latchkey } = world;
    const { key } = await latchkey.createApiKey({ body: { name: "CI", role: "operator" } });
    const as = createClient({
      admin: "http://admin.test",
      public: "http://public.test",
      fetch: world.fetch,
      api_key: key,
    });
    const mallory = { client_id: "mallory", redirect_uris: ["https://mallory.example/callback"] };
    const refused = [
      await as.call("createOAuth2Client", { body: { ...mallory, support_access: true } }),
      await as.call("updateOAuth2Client", { id: "desk", body: mallory }),
      await as.call("patchOAuth2Client", {
        id: "desk",
        body: [{ op: "replace", path: "/redirect_uris", value: mallory.redirect_uris }],
      }),
      await as.call("rotateOAuth2ClientSecret", { id: "desk" }),
    ];
    for (const reply of refused) {
      assert.match(assertRefused(reply, 403, "request_forbidden"), /Only an administrator/);
    }
    const { redirect_uris, support_access } = await latchkey.getOAuth2Client({ id: "desk" });
    assert.deepEqual([redirect_uris, support_access], [["https://photos.example/callback"], true]);
    const body = { ...mallory, client_name: "Albums" };
    await as.createOAuth2Client({ body });
    const raised = await as.call("updateOAuth2Client", {
      id: "mallory",
      body: { ...body, support_access: true },
    });
    assertRefused(raised, 403, "request_forbidden");
  });
});

describe("an actor token", () => {
  const tokens: Readonly<
    Record<
      string,
      {
        readonly get: (world: SupportWorld) => Promise<Partial<OAuth2TokenRequest>>;
        readonly says: RegExp;
      }
    >
  > = {
    "that is missing": {
      get: async () => ({ actor_token: "", actor_token_type: "" }),
      says: /Send the access token of the operator/,
    },
    "that is an ID token": {
      get: async (world) => ({
        actor_token: (await signInTo(world)).id_token ?? "",
        actor_token_type: ID_TOKEN,
      }),
      says: /signed in/,
    },
    "that is an ID token, sent as a JWT": {
      get: async (world) => ({
        actor_token: (await signInTo(world)).id_token ?? "",
        actor_token_type: JWT,
      }),
      says: /./,
    },
    "that is a refresh token": {
      get: async (world) => ({ actor_token: (await signInTo(world)).refresh_token ?? "" }),
      says: /not a token of this server of the type/,
    },
    "of another client": {
      get: async (world) => {
        const app = await registerApp(world.latchkey, { ...withSupport, client_id: "other" });
        return { actor_token: (await signInTo(world, { app })).access_token };
      },
      says: /signed in/,
    },
    "of the client alone": {
      get: async ({ latchkey, desk }) => {
        await latchkey.addOperator({
          body: { subject: "desk", role: "viewer", acts_for_users: true },
        });
        const authorization = desk.authorization ?? "";
        const input = { grant_type: "client_credentials", scope: "albums.read" };
        return { actor_token: (await latchkey.oauth2Token(input, { authorization })).access_token };
      },
      says: /signed in/,
    },
    "that was exchanged, and names an actor": {
      get: async (world) => ({ actor_token: (await further(world, "delegation")).access_token }),
      says: /signed in/,
    },
    "that was exchanged, and names no actor": {
      get: async (world) => ({ actor_token: (await further(world, "impersonation")).access_token }),
      says: /signed in/,
    },
    "that was revoked": {
      get: async (world) => {
        const { access_token: token } = await signInTo(world);
        const authorization = world.desk.authorization ?? "";
        await world.latchkey.revokeOAuth2Token({ token }, { authorization });
        return { actor_token: token };
      },
      says: /expired or was revoked/,
    },
    "that has expired": {
      get: async (world) => {
        const { access_token: actor_token } = await signInTo(world);
        world.clock.now += 3_601;
        return { actor_token };
      },
      says: /expired or was revoked/,
    },
    "that a client made up, with another actor": {
      get: async () => ({ actor_token: forged }),
      says: /not a token of this server/,
    },
    "of a user without a role": {
      get: async (world) => {
        const subject = (
          await world.latchkey.createAccount({
            body: { username: "bob", password: "tweedledum and tweedledee" },
          })
        ).subject;
        return { actor_token: (await signInTo(world, { subject })).access_token };
      },
      says: /may not act for users/,
    },
    "of an operator without the right": {
      get: async (world) => {
        const { oscar: subject } = world.users;
        return { actor_token: (await signInTo(world, { subject })).access_token };
      },
      says: /may not act for users/,
    },
    "of an operator whose account is disabled": {
      get: async (world) => {
        const { access_token: actor_token } = await signInTo(world);
        await world.latchkey.updateAccount({ username: "dana", body: { state: "disabled" } });
        return { actor_token };
      },
      says: /not a token of this server/,
    },
  };
  for (const [what, { get, says }] of Object.entries(tokens)) {
    test(`${what} is refused`, async () => {
      const world = await startSupport();
      const wishes = await get(world);
      await assertNothing(world, await askSupport(world, wishes), "invalid_request", says);
    });
  }

  /** A token that desk has for the token of dana at another client. */
  async function further(world: SupportWorld, token_exchange_type: "delegation" | "impersonation") {
    const { latchkey } = world;
    const app = await registerApp(latchkey, { client_id: "other" });
    await latchkey.patchOAuth2Client({
      id: "desk",
      body: [
        { op: "replace", path: "/token_exchange_subject_clients", value: ["other"] },
        { op: "replace", path: "/token_exchange_type", value: token_exchange_type },
      ],
    });
    const { access_token: subject_token } = await signInTo(world, { app });
    const input = {
      grant_type: TOKEN_EXCHANGE,
      subject_token,
      subject_token_type: ACCESS_TOKEN,
      scope: "albums.read",
    };
    return latchkey.oauth2Token(input, { authorization: world.desk.authorization ?? "" });
  }
});

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
/** A JWT that no one signed. */
const forged = `${part({ alg: "none" })}.${part({
  iss: "http://127.0.0.1:4444",
  sub: "dana",
  client_id: "desk",
  act: { sub: "alice" },
  exp: 4_000_000_000,
})}.`;

describe("a subject", () => {
  const subjects: Readonly<
    Record<string, { readonly of: (world: SupportWorld) => unknown; readonly says: RegExp }>
  > = {
    "that does not exist": { of: () => "nobody", says: /No active account/ },
    "that is a username": { of: () => "alice", says: /No active account/ },
    "that is far too long": { of: () => "a".repeat(256), says: /No active account/ },
    "with control characters": { of: () => "a\nb", says: /No active account/ },
    "who is an operator": { of: ({ users }) => users.oscar, says: /a user with a role/ },
    "who is the operator": { of: ({ users }) => users.dana, says: /names the operator/ },
    "who is an administrator": {
      of: async ({ latchkey, users }) => {
        await latchkey.addOperator({ body: { username: "alice", role: "administrator" } });
        return users.alice;
      },
      says: /a user with a role/,
    },
    "whose account is disabled": {
      of: async ({ latchkey, users }) => {
        await latchkey.updateAccount({ username: "alice", body: { state: "disabled" } });
        return users.alice;
      },
      says: /No active account/,
    },
  };
  for (const [what, { of, says }] of Object.entries(subjects)) {
    test(`${what} is refused`, async () => {
      const world = await startSupport();
      const subject_token = String(await of(world));
      const reply = await askSupport(world, { subject_token });
      await assertNothing(world, reply, "invalid_request", says);
    });
  }

  test("cannot be named in place of an actor token", async () => {
    const world = await startSupport();
    const wishes = { actor_token: world.users.dana, actor_token_type: SUBJECT };
    await assertNothing(
      world,
      await askSupport(world, wishes),
      "invalid_request",
      /actor_token_type/,
    );
  });
});

describe("a request", () => {
  const requests: Readonly<
    Record<
      string,
      {
        readonly with: Partial<OAuth2TokenRequest>;
        readonly error?: string;
        readonly says: RegExp;
      }
    >
  > = {
    "without a reason": { with: { reason: "" }, says: /Send the parameter reason/ },
    "with an empty reason": { with: { reason: "  " }, says: /Send the parameter reason/ },
    "with a reason that is too long": { with: { reason: "a".repeat(201) }, says: /at most 200/ },
    "with a reason of two lines": { with: { reason: "Ticket\n4711" }, says: /no control/ },
    "with a reason that turns the text around": {
      with: { reason: "Ticket \u202e1174" },
      says: /no control/,
    },
    "for a scope that the client may not have": {
      with: { scope: "photos.print" },
      error: "invalid_scope",
      says: /photos\.print/,
    },
    "for an audience that the client may not have": {
      with: { audience: "https://elsewhere.example" },
      error: "invalid_target",
      says: /elsewhere/,
    },
    "for an identity assertion": {
      with: { requested_token_type: "urn:ietf:params:oauth:token-type:id-jag" },
      says: /without an actor_token/,
    },
    "for the token of an identity provider": {
      with: {
        requested_token_type: "urn:latchkey:params:oauth:token-type:provider-access-token",
        audience: "there",
      },
      says: /must be an access token/,
    },
    "with details": {
      with: { authorization_details: '[{"type":"payment"}]' },
      error: "invalid_authorization_details",
      says: /./,
    },
  };
  for (const [what, { with: wishes, error = "invalid_request", says }] of Object.entries(
    requests,
  )) {
    test(`${what} is refused`, async () => {
      const world = await startSupport();
      await assertNothing(world, await askSupport(world, wishes), error, says);
    });
  }

  test("with two reasons is refused", async () => {
    const world = await startSupport();
    const { access_token } = await signInTo(world);
    const response = await world.fetch("http://public.test/oauth2/token", {
      method: "POST",
      headers: {
        authorization: world.desk.authorization ?? "",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams([
        ["grant_type", TOKEN_EXCHANGE],
        ["subject_token", world.users.alice],
        ["subject_token_type", SUBJECT],
        ["actor_token", access_token],
        ["actor_token_type", ACCESS_TOKEN],
        ["reason", "Ticket 4711"],
        ["reason", "Ticket 4712"],
      ]),
    });
    assert.equal(response.status, 400);
    assert.match((await response.json()).error_description, /reason, once/);
  });

  test("with a reason of 200 letters of any script is granted", async () => {
    const world = await startSupport();
    await actForAlice(world, { reason: "𠮷".repeat(200) });
  });
});

describe("the token", () => {
  test("leads to no token of an identity provider, and to no other user", async () => {
    const world = await startSupport({ client: { vault_providers: ["there"] } });
    const { latchkey, desk, users } = world;
    const { access_token } = await actForAlice(world, { scope: "vault:there" });
    const authorization = desk.authorization ?? "";
    const exchange = (wishes: Partial<OAuth2TokenRequest>) =>
      latchkey.call(
        "oauth2Token",
        {
          grant_type: TOKEN_EXCHANGE,
          subject_token: access_token,
          subject_token_type: ACCESS_TOKEN,
          ...wishes,
        },
        { authorization },
      );
    await latchkey.createIdentityProvider({
      body: {
        id: "there",
        name: "There",
        issuer: "https://there.example",
        client_id: "here",
        client_secret: "a secret of this test",
        keep_tokens: true,
      },
    });
    const requested_token_type =
      "urn:latchkey:params:oauth:token-type:provider-access-token" as const;
    const kept = await exchange({ requested_token_type, audience: "there" });
    assertRefused(kept, 400, "invalid_scope");
    const bob = await latchkey.createAccount({
      body: { username: "bob", password: "tweedledum and tweedledee" },
    });
    const chained = await askSupport(world, {
      subject_token: bob.subject,
      actor_token: access_token,
    });
    assertRefused(chained, 400, "invalid_request");
    assert.notEqual(users.alice, bob.subject);
  });

  test("is no session of the admin API", async () => {
    const world = await startSupport();
    const { access_token } = await actForAlice(world, { scope: "openid" });
    const response = await world.fetch("http://admin.test/operator-session", {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: "{}",
    });
    assert.equal(response.status, 401);
  });

  test("stays valid for another operator when one loses the right", async () => {
    const world = await startSupport();
    await world.latchkey.updateOperator({
      subject: world.users.oscar,
      body: { role: "viewer", acts_for_users: true },
    });
    const { access_token: actor_token } = await signInTo(world, { subject: world.users.oscar });
    const ofOscar = await actForAlice(world, { actor_token });
    const ofDana = await actForAlice(world);
    await world.latchkey.removeOperator({ subject: world.users.dana });
    assert.equal((await introspect(world, ofDana.access_token)).active, false);
    assert.equal((await introspect(world, ofOscar.access_token)).active, true);
  });
});

describe("the right of an operator", () => {
  test("is no part of a role, and comes back in no response by itself", async () => {
    const world = await startSupport({ dana: { acts_for_users: false, role: "administrator" } });
    assertRefused(await askSupport(world), 400, "invalid_request");
    const { dana: subject } = world.users;
    assert.equal((await world.latchkey.getOperator({ subject })).acts_for_users, false);
  });

  test("ends with a change that does not repeat it", async () => {
    const world = await startSupport();
    const { dana: subject } = world.users;
    assert.equal((await world.latchkey.getOperator({ subject })).acts_for_users, true);
    const updated = await world.latchkey.updateOperator({ subject, body: { role: "viewer" } });
    assert.equal(updated.acts_for_users, false);
  });

  const limited: OperatorInput = {
    username: "alice",
    role: "viewer",
    workspaces: ["acme"],
    acts_for_users: true,
  };
  test("is not for operators who see only some workspaces", async () => {
    const world = await startSupport();
    const added = await world.latchkey.call("addOperator", { body: limited });
    assertRefused(added, 400, "invalid_request");
    const { username: _, ...body } = limited;
    const { dana: subject } = world.users;
    const updated = await world.latchkey.call("updateOperator", { subject, body });
    assertRefused(updated, 400, "invalid_request");
  });

  test("is given by administrators alone, whatever operations a key may call", async () => {
    const world = await startSupport();
    // It may do all that a viewer may, and so give that role.
    const forViewers = operationIds.filter((id) => operations[id].role === "viewer");
    const { key } = await world.latchkey.createApiKey({
      body: { name: "HR", operations: [...forViewers, "addOperator", "updateOperator"] },
    });
    const as = createClient({
      admin: "http://admin.test",
      public: "http://public.test",
      fetch: world.fetch,
      api_key: key,
    });
    const { oscar: subject } = world.users;
    const body = { role: "viewer", acts_for_users: true } as const;
    const updated = await as.call("updateOperator", { subject, body });
    assert.match(assertRefused(updated, 403, "request_forbidden"), /Only an administrator/);
    const added = await as.call("addOperator", { body: { username: "alice", ...body } });
    assert.match(assertRefused(added, 403, "request_forbidden"), /Only an administrator/);
    const without = await as.addOperator({ body: { username: "alice", role: "viewer" } });
    assert.equal(without.acts_for_users, false);
  });
});
