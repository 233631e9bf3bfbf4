import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OAuth2ClientInput, OAuth2TokenRequest } from "@latchkey/api";
import { type App, registerApp } from "../support/app.ts";
import { openTraveller, password } from "../support/federation.ts";
import { redeem } from "../support/flow.ts";
import { askVault, startVault, tokensFor, type VaultWorld, withRight } from "../support/vault.ts";
import { assertRefused } from "../operations/refusal.ts";

const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";

/** What a test of an attack begins with: a token with which photos gets the provider's. */
async function start(client: OAuth2ClientInput = {}) {
  const world = await startVault({}, { client });
  const { access_token: subject_token, id_token = "" } = await tokensFor(world, world.photos);
  return { ...world, subject_token, id_token };
}

async function assertStillWorks(world: VaultWorld & { readonly subject_token: string }) {
  const { subject_token } = world;
  const reply = await askVault(world, world.photos, { subject_token });
  assert.ok(reply.ok, JSON.stringify(reply.body));
}

describe("a client that may not have the provider's tokens", () => {
  const clients: Readonly<
    Record<string, { readonly with: OAuth2ClientInput; readonly says: string }>
  > = {
    "has no right": { with: { vault_providers: [] }, says: "invalid_target" },
    "has the right to another provider": {
      with: { vault_providers: ["google"] },
      says: "invalid_target",
    },
    "is not registered for token exchange": {
      with: { grant_types: ["authorization_code", "refresh_token"] },
      says: "unauthorized_client",
    },
  };
  for (const [what, { with: given, says }] of Object.entries(clients)) {
    test(`is refused when it ${what}`, async () => {
      const world = await start(given);
      const { subject_token, requests } = world;
      const before = requests.length;
      assertRefused(await askVault(world, world.photos, { subject_token }), 400, says);
      assert.equal(requests.length, before, "the provider was not asked");
      const [account] = await world.latchkey.listAccounts({});
      const username = account?.username ?? "";
      const events = await world.latchkey.listAccountEvents({ username });
      assert.ok(events.every(({ kind }) => kind !== "kept_token_used"));
    });
  }

  test("is refused when it is public", async () => {
    const world = await start();
    const spa = await registerApp(world.latchkey, {
      ...withRight,
      client_id: "spa",
      token_endpoint_auth_method: "none",
      token_exchange_subject_clients: ["photos"],
    });
    const input = { subject_token: world.subject_token, client_id: "spa" };
    assertRefused(await askVault(world, spa, input), 400, "unauthorized_client");
  });

  test("is refused with the token of another client, and with the credentials of none", async () => {
    const world = await start();
    const mallory = await registerApp(world.latchkey, { ...withRight, client_id: "mallory" });
    const { subject_token } = world;
    assertRefused(await askVault(world, mallory, { subject_token }), 400, "invalid_request");
    const { authorization: _, ...anonymous } = mallory;
    const guess: App = { ...anonymous, authorization: "Basic bWFsbG9yeTpndWVzcw==" };
    assertRefused(await askVault(world, guess, { subject_token }), 401, "invalid_client");
    await assertStillWorks(world);
  });

  test("does not get the right by registering itself", async () => {
    const world = await startVault({}, { settings: { "oauth2.registration.mode": "open" } });
    const response = await world.fetch("http://public.test/oauth2/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Mallory",
        redirect_uris: ["https://mallory.example/callback"],
        vault_providers: ["there"],
      }),
    });
    const registered = await response.json();
    assert.equal(response.status, 201, JSON.stringify(registered));
    assert.ok(!("vault_providers" in registered));
    const stored = await world.latchkey.getOAuth2Client({ id: registered.client_id });
    assert.equal(stored.vault_providers, undefined);
  });
});

describe("a subject token that stands for no consent of the user", () => {
  const tokens: Readonly<
    Record<
      string,
      {
        readonly get: (
          world: Awaited<ReturnType<typeof start>>,
        ) => Promise<Partial<OAuth2TokenRequest>>;
        readonly says: string;
      }
    >
  > = {
    "has another scope": {
      get: async (world) => ({
        subject_token: (await tokensFor(world, world.photos, { scope: "openid" })).access_token,
      }),
      says: "invalid_scope",
    },
    "is one of the client alone, although it has the scope": {
      get: async ({ latchkey, photos }) => {
        const input = { grant_type: "client_credentials", scope: "vault:there" };
        const authorization = photos.authorization ?? "";
        const { access_token } = await latchkey.oauth2Token(input, { authorization });
        return { subject_token: access_token };
      },
      says: "invalid_scope",
    },
    "has the scope from an exchange in which the user took no part": {
      get: async (world) => {
        const { access_token } = await tokensFor(world, world.photos, { scope: "openid" });
        const reply = await askVault(world, world.photos, {
          subject_token: access_token,
          requested_token_type: ACCESS_TOKEN,
          audience: "https://api.example",
          scope: "vault:there",
        });
        assert.ok(reply.ok && reply.body.scope === "vault:there", JSON.stringify(reply.body));
        return { subject_token: reply.body.access_token };
      },
      says: "invalid_scope",
    },
    "is an ID token": {
      get: async ({ id_token }) => ({ subject_token: id_token, subject_token_type: ID_TOKEN }),
      says: "invalid_request",
    },
    "is a refresh token": {
      get: async (world) => ({
        subject_token: (await tokensFor(world, world.photos)).refresh_token ?? "",
      }),
      says: "invalid_request",
    },
    "was revoked": {
      get: async ({ latchkey, photos, subject_token }) => {
        const authorization = photos.authorization ?? "";
        await latchkey.revokeOAuth2Token({ token: subject_token }, { authorization });
        return { subject_token };
      },
      says: "invalid_request",
    },
    "has expired": {
      get: async ({ clock, subject_token }) => {
        clock.now += 3601;
        return { subject_token };
      },
      says: "invalid_request",
    },
    "is of a consent that the user withdrew": {
      get: async ({ latchkey, subject, subject_token }) => {
        await latchkey.revokeConsentSessions({ subject, client: "photos" });
        return { subject_token };
      },
      says: "invalid_request",
    },
    "is the provider's own": {
      get: async (world) => {
        const { subject_token } = world;
        const reply = await askVault(world, world.photos, { subject_token });
        assert.ok(reply.ok);
        return { subject_token: reply.body.access_token };
      },
      says: "invalid_request",
    },
  };
  for (const [what, { get, says }] of Object.entries(tokens)) {
    test(`is refused when it ${what}`, async () => {
      const world = await start({ token_exchange_scope: ["vault:there"] });
      const wishes = await get(world);
      assertRefused(await askVault(world, world.photos, wishes), 400, says);
    });
  }
});

describe("the tokens of another user", () => {
  test("are not given for the token of one who never signed in with the provider", async () => {
    const world = await start();
    const bob = await world.latchkey.createAccount({ body: { username: "bob", password } });
    const { subject } = bob;
    const { access_token: subject_token } = await tokensFor(world, world.photos, { subject });
    assertRefused(await askVault(world, world.photos, { subject_token }), 400, "invalid_grant");
    await assertStillWorks(world);
  });

  test("are not given for a subject that is no account", async () => {
    const world = await start();
    const { access_token: subject_token } = await tokensFor(world, world.photos, {
      subject: "a user of another login app",
    });
    assertRefused(await askVault(world, world.photos, { subject_token }), 400, "invalid_grant");
  });

  test("are not removed by a form of another site, nor by another user", async () => {
    const world = await start();
    await world.there.latchkey.createAccount({ body: { username: "mallory", password } });
    const mallory = openTraveller(world);
    const page = await mallory.signIn("/account", "mallory");
    await mallory.here.submit(page, { provider_id: "there" }, "remove_kept_tokens");
    await assertStillWorks(world);
    const { here } = world.alice;
    await here.visit("/account");
    const response = await here.browser.go("http://public.test/account", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "action=remove_kept_tokens&provider_id=there&csrf=x",
    });
    assert.equal(response.status, 403);
    await assertStillWorks(world);
  });
});

describe("a right that has ended", () => {
  const ends: Readonly<
    Record<
      string,
      {
        readonly end: (
          world: Awaited<ReturnType<typeof start>> & { readonly username: string },
        ) => Promise<unknown>;
        readonly says: string;
      }
    >
  > = {
    "an administrator takes it from the client": {
      end: ({ latchkey }) =>
        latchkey.patchOAuth2Client({
          id: "photos",
          body: [{ op: "replace", path: "/vault_providers", value: [] }],
        }),
      says: "invalid_target",
    },
    "the account is disabled": {
      end: ({ latchkey, username }) =>
        latchkey.updateAccount({ username, body: { state: "disabled" } }),
      says: "invalid_request",
    },
    "the provider is disabled": {
      end: ({ latchkey }) =>
        latchkey.updateIdentityProvider({ id: "there", body: { enabled: false } }),
      says: "invalid_target",
    },
    "the provider is removed": {
      end: ({ latchkey }) => latchkey.deleteIdentityProvider({ id: "there" }),
      says: "invalid_target",
    },
    "the provider's record names another server, to which no refresh token of this one goes": {
      end: async ({ latchkey, clock }) => {
        clock.now += 3000;
        const body = { issuer: "https://mallory.example" };
        await latchkey.updateIdentityProvider({ id: "there", body });
      },
      says: "invalid_grant",
    },
    "this server is another client of the provider": {
      end: ({ latchkey }) =>
        latchkey.updateIdentityProvider({ id: "there", body: { client_id: "another" } }),
      says: "invalid_grant",
    },
  };
  for (const [what, { end, says }] of Object.entries(ends)) {
    test(`is refused once ${what}`, async () => {
      const world = await start();
      const [account] = await world.latchkey.listAccounts({});
      await end({ ...world, username: account?.username ?? "" });
      const before = world.requests.length;
      const { subject_token } = world;
      assertRefused(await askVault(world, world.photos, { subject_token }), 400, says);
      assert.equal(world.requests.length, before, "nothing was sent");
    });
  }

  test("is refused once the account is deleted, or unlinked", async () => {
    const deleted = await start();
    const [account] = await deleted.latchkey.listAccounts({});
    await deleted.latchkey.deleteAccount({ username: account?.username ?? "" });
    const { subject_token } = deleted;
    const refused = await askVault(deleted, deleted.photos, { subject_token });
    assertRefused(refused, 400, "invalid_request");

    const world = await start();
    const [alice] = await world.latchkey.listAccounts({});
    const username = alice?.username ?? "";
    await world.latchkey.updateAccount({ username, body: { password } });
    const login = await world.alice.here.visit("/workspace/sign-in?page=account&prompt=login");
    const page = await world.alice.here.submit(login, { username, password });
    await world.alice.here.submit(page, {}, "unlink_provider");
    const { access_token } = await tokensFor(world, world.photos);
    const gone = await askVault(world, world.photos, { subject_token: access_token });
    assertRefused(gone, 400, "invalid_grant");
  });
});

describe("a request", () => {
  const requests: Readonly<
    Record<string, { readonly with: Partial<OAuth2TokenRequest>; readonly says: string }>
  > = {
    "without a provider": { with: { audience: "" }, says: "invalid_target" },
    "for two providers": { with: { audience: "there elsewhere" }, says: "invalid_target" },
    "for a provider and an API": {
      with: { resource: ["https://api.example"] },
      says: "invalid_target",
    },
    "for a provider of the client's audience that is none": {
      with: { audience: "https://api.example" },
      says: "invalid_target",
    },
    "for another scope of the provider": { with: { scope: "admin" }, says: "invalid_scope" },
  };
  for (const [what, { with: wishes, says }] of Object.entries(requests)) {
    test(`${what} is refused`, async () => {
      const world = await start();
      const { subject_token } = world;
      const refused = await askVault(world, world.photos, { subject_token, ...wishes });
      assertRefused(refused, 400, says);
    });
  }

  test("with a token that expires while the provider is asked gets what it asked for, or nothing", async () => {
    const world = await start();
    world.clock.now += 3599;
    const { subject_token } = world;
    world.outbound.intercept = ({ pathname }) => {
      if (pathname === "/oauth2/token") world.clock.now += 60;
      return undefined;
    };
    const reply = await askVault(world, world.photos, { subject_token });
    assert.ok(reply.ok || reply.status === 400, JSON.stringify(reply.body));
  });
});

test("no token, secret or code of a provider is in the log", async () => {
  const world = await start();
  const secrets: string[] = [];
  const read = async (response: Response) => {
    const body: unknown = await response.clone().json();
    if (typeof body === "object" && body !== null)
      for (const [name, value] of Object.entries(body))
        if (name.endsWith("_token") && typeof value === "string") secrets.push(value);
    return response;
  };
  world.outbound.intercept = ({ pathname }, body) => {
    if (pathname !== "/oauth2/token") return undefined;
    const sent = new URLSearchParams(body).get("refresh_token");
    if (sent !== null) secrets.push(sent);
    return secrets.length < 2
      ? read(Response.json({ error: "oops", access_token: "garbage-token" }, { status: 400 }))
      : undefined;
  };
  world.clock.now += 3600;
  world.there.clock.now += 3600;
  for (const status of [503, 200]) {
    const { access_token: subject_token } = await tokensFor(world, world.photos);
    const reply = await askVault(world, world.photos, { subject_token });
    assert.equal(reply.ok ? 200 : reply.status, status);
    if (reply.ok) secrets.push(reply.body.access_token);
    const redeemed = await redeem(world, world.photos, "no code");
    assert.ok(!redeemed.ok);
  }
  await world.server.settled();
  const log = world.lines.join("");
  assert.match(log, /kept tokens not refreshed/);
  assert.ok(secrets.length >= 3);
  for (const secret of secrets) assert.ok(!log.includes(secret), secret);
});
