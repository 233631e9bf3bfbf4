import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { basic } from "@latchkey/client";
import { readForm } from "../../server/test/interop/form.ts";
import { temporaryDirectory } from "../../server/test/processes/databases.ts";
import { makeSigner } from "../../server/test/operations/assertion.ts";
import { startDocumentHost } from "../../server/test/support/document-host.ts";
import { startTestServer, type TestBrowser } from "../src/index.ts";

const file = join(temporaryDirectory(), "latchkey.sqlite");
const latchkey = await startTestServer({
  settings: {
    dsn: `sqlite://${file}`,
    "oauth2.client_id_metadata_documents.enabled": true,
    "identity.registration": "open",
  },
});
after(() => latchkey.stop());
const { issuer, api } = latchkey;
const database = new DatabaseSync(file);
after(() => database.close());
const client = await latchkey.createClient();
const credentials = { authorization: basic(client.client_id, client.client_secret ?? "") };
const remember = { login: { remember: true, remember_for: 3600 } };

const client_notification_token = "8d67dc787faa4d41aabd67707b374255";
const carol = await latchkey.createUser({ username: "carol" });

const pkce = {
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
};

/** How a row of each table that expires comes about. A new table of that kind needs a line here. */
const causes: Readonly<Record<string, () => Promise<unknown>>> = {
  access_token: () => api.oauth2Token({ grant_type: "client_credentials" }, credentials),
  seen_assertion: async () => {
    const token_endpoint_auth_method = "private_key_jwt";
    const own = await latchkey.createClient({ token_endpoint_auth_method });
    return latchkey.signIn({ client: own, user: "alice" });
  },
  // Their users would sign in with another server, which does not take part here.
  federation_attempt: async () =>
    database
      .prepare(
        "insert into federation_attempt (attempt_id, state_hash, sealed, expires_at) values (x'01', x'01', x'01', ?)",
      )
      .run(latchkey.clock.now + 60),
  federated_session: async () =>
    database
      .prepare(
        "insert into federated_session (sid, subject, provider_id, expires_at) values ('s', 'alice', 'there', ?)",
      )
      .run(latchkey.clock.now + 60),
  kept_token: async () => {
    const there = { id: "there", issuer: "https://there.example", client_id: "here" };
    await api.createIdentityProvider({ body: { ...there, enabled: false } });
    const expires_at = latchkey.clock.now + 60;
    database.exec(`
      insert into linked_identity (provider_id, provider_subject, subject, label, linked_at, last_used_at)
        values ('there', '1', '${carol.subject}', 'carol', 0, 0);
      insert into kept_token (subject, provider_id, sealed, kept_at, expires_at)
        values ('${carol.subject}', 'there', x'01', 0, ${expires_at});
    `);
  },
  // The sweeper takes its lease every 15 seconds.
  lease: async () =>
    database
      .prepare("insert into lease (name, holder, expires_at) values ('test', 'test', ?)")
      .run(latchkey.clock.now + 60),
  flow: () => startFlow(client.client_id),
  device_authorization: () => authorizeDevice(),
  device_user_code: () => authorizeDevice(),
  backchannel_request: () => askOverBackchannel(),
  backchannel_slot: () => askOverBackchannel(),
  // Built-in pages need none: only an app of the operator is notified, or a client in ping mode.
  backchannel_delivery: async () => {
    await askOverBackchannel({
      backchannel_token_delivery_mode: "ping",
      backchannel_client_notification_endpoint: "http://127.0.0.1:1/no-client-listens-here",
    });
    const asked = await api.listBackchannelRequests({ user: carol.subject });
    for (const { challenge } of asked)
      await api.rejectBackchannelRequest({ backchannel_challenge: challenge });
  },
  pushed_request: () => {
    const redirect_uri = "http://127.0.0.1/callback";
    const pushed = { response_type: "code", state: "state-of-the-app", redirect_uri };
    return api.pushAuthorizationRequest({ ...pushed, ...pkce }, credentials);
  },
  api_key: () => api.createApiKey({ body: { name: "CI", role: "viewer", expires_in: "1h" } }),
  // Signing in to the console takes a browser, or a device.
  operator_session: async () =>
    database
      .prepare(
        "insert into operator_session (token_hash, subject, use, created_at, expires_at) values ('h', 'alice', 'bearer', 0, ?)",
      )
      .run(latchkey.clock.now + 60),
  registration_token: () => api.createRegistrationToken({ body: { expires_in: "1h" } }),
  trusted_issuer: async () => {
    const { open } = await makeSigner("2027-01", "ES256");
    const expires_at = new Date((latchkey.clock.now + 3600) * 1000).toISOString();
    const body = { issuer: "https://ci.example", scope: ["deploy"], allow_any_subject: true };
    return api.trustJwtGrantIssuer({ body: { ...body, jwk: { ...open }, expires_at } });
  },
  authorization_grant: () => latchkey.signIn({ client, user: "alice" }),
  workspace_grant: () => installIntegration(latchkey.openBrowser()),
  webhook_delivery: () => installIntegration(latchkey.openBrowser()),
  event_delivery: async () => {
    const url = "http://127.0.0.1:1/no-app-listens-here";
    await api.createEventReceiver({ body: { name: "Logs", url, kinds: ["account.created"] } });
    return api.createAccount({ body: { username: "dave", password: "a long password" } });
  },
  event_known_user: async () => {
    const { subject, username } = await api.createAccount({
      body: { username: "erin", password: "a long password" },
    });
    const own = await latchkey.createClient({
      grant_types: ["authorization_code", "client_credentials"],
      scope: "openid ssf.manage",
    });
    const { client_id, client_secret = "" } = own;
    const { access_token } = await api.oauth2Token(
      { grant_type: "client_credentials", scope: "ssf.manage" },
      { authorization: basic(client_id, client_secret) },
    );
    await api.createSsfStream({ body: {} }, { authorization: `Bearer ${access_token}` });
    await latchkey.signIn({ client: own, user: subject, scope: "openid" });
    return api.deleteAccount({ username });
  },
  login_session: () => latchkey.signIn({ client, user: "alice", ...remember }),
  session_visit: () => latchkey.signIn({ client, user: "bob", ...remember }),
  logout_request: async () => {
    const browser = latchkey.openBrowser();
    await latchkey.signIn({ client, user: "alice", browser, ...remember });
    return browser.fetch(`${issuer}/oauth2/sessions/logout`);
  },
  logout_delivery: async () => {
    const backchannel_logout_uri = "http://127.0.0.1:1/no-app-listens-here";
    const own = await latchkey.createClient({ backchannel_logout_uri });
    const browser = latchkey.openBrowser();
    await latchkey.signIn({ client: own, user: "alice", browser, ...remember });
    return latchkey.signOut({ browser });
  },
  sign_in_failure: () => signInOnPage("mallory", "a guess"),
  account_session: () => signInOnPage("carol", carol.password),
  failed_sign_in: async () => {
    await signInOnPage("mallory", "a guess");
    return untilRecorded("failed_sign_in");
  },
  account_event: () => signInOnPage("carol", carol.password),
  account_device: () => signInOnPage("carol", carol.password),
  pending_registration: async () => {
    const browser = latchkey.openBrowser();
    const page = await browser.fetch(`${issuer}/register`);
    const { action, fields } = readForm(await page.text()) ?? assert.fail("no form");
    fields.set("email", "dinah@wonderland.example");
    return browser.fetch(new URL(action, issuer), { method: "POST", body: fields });
  },
  invitation: () => api.createInvitation({ body: { email: "dinah@wonderland.example" } }),
  one_time_link: () => api.createInvitation({ body: { email: "carol@wonderland.example" } }),
  // Sent at once, and gone.
  mail_delivery: async () =>
    database
      .prepare(
        "insert into mail_delivery (delivery_id, attempts, due_at, expires_at, sealed) values (x'01', 0, ?, ?, x'01')",
      )
      .run(latchkey.clock.now + 30, latchkey.clock.now + 60),
  one_time_code: async () =>
    database
      .prepare(
        "insert into one_time_code (code_id, purpose, tries_left, expires_at, sealed) values (x'01', 'test', 3, ?, x'01')",
      )
      .run(latchkey.clock.now + 60),
  running_server: () => untilRecorded("running_server"),
  signing_secret: () => untilRecorded("signing_secret"),
  // Written where an older secret is listed, which is not so here.
  resealing: async () =>
    database
      .prepare(
        "insert into resealing (newest, version, document, expires_at) values ('s', 1, '{}', ?)",
      )
      .run(latchkey.clock.now + 60),
  client_usage: async () => {
    await latchkey.signIn({ client, user: "alice" });
    return untilRecorded("client_usage");
  },
  termination: () => api.endEverything({ body: { subject: carol.subject } }),
  // Only of grants for which JWTs were issued.
  ended_grant: async () =>
    database
      .prepare("insert into ended_grant (grant_id, ended_at, expires_at) values (x'01', ?, ?)")
      .run(latchkey.clock.now, latchkey.clock.now + 60),
  // Of what was deleted while it was disabled.
  suspension: async () =>
    database
      .prepare(
        "insert into suspension (kind, name, is_active, changed_at, expires_at) values ('client', 's', 1, ?, ?)",
      )
      .run(latchkey.clock.now, latchkey.clock.now + 60),
  inspected_flow: () => untilRecorded("inspected_flow"),
  inspected_step: () => untilRecorded("inspected_step"),
  // A client of a metadata document is kept for a while after its last use.
  client: async () => {
    const host = await startDocumentHost();
    await startFlow(host.describe("/client.json"));
  },
};

async function authorizeDevice(): Promise<unknown> {
  const grant_types = ["urn:ietf:params:oauth:grant-type:device_code"];
  const { client_id, client_secret = "" } = await latchkey.createClient({ grant_types });
  return api.oAuth2DeviceFlow({}, { authorization: basic(client_id, client_secret) });
}

describe("the clock of a test server", () => {
  it("moves every table whose rows expire: each has a cause here", () => {
    const tables = database
      .prepare(
        `select m.name from sqlite_master m, pragma_table_info(m.name) c
         where m.type = 'table' and c.name = 'expires_at' order by m.name`,
      )
      .all()
      .map(({ name }) => name)
      .filter((name) => name !== "write_attempt"); // PostgreSQL only, by the clock of the machine.
    assert.deepEqual(Object.keys(causes).toSorted(), tables);
  });

  for (const [table, cause] of Object.entries(causes)) {
    it(`is ahead of no row of ${table} yet`, async () => {
      await cause();
      assert.ok(countOf(table) > 0, `${table} has no row that expires`);
    });
  }

  it("moves past all of them", async () => {
    const tables = Object.keys(causes);
    let left = tables;
    // The inspector may write steps after the clock moved; they expire when it moves again.
    for (let tries = 0; left.length > 0 && tries < 100; tries += 1) {
      latchkey.clock.advance("8760h");
      await latchkey.sweep();
      left = tables.filter((table) => countOf(table) > 0);
      if (left.length > 0) await pause(10);
    }
    assert.deepEqual(left, []);
  });
});

/** Rows that expire; clients that administrators created do not. */
function countOf(table: string): number {
  const row = database.prepare(`select count(expires_at) as count from ${table}`).get();
  return Number(row?.["count"]);
}

/** A client asks for carol, who has an account, over the back channel. */
async function askOverBackchannel(description: object = {}): Promise<unknown> {
  const grant_types = ["urn:openid:params:grant-type:ciba"];
  const { client_id, client_secret = "" } = await latchkey.createClient({
    grant_types,
    ...description,
  });
  const authorization = basic(client_id, client_secret);
  const asked = { scope: "openid", login_hint: "carol", client_notification_token };
  return api.startBackchannelAuthentication(asked, { authorization });
}

/** Starts an authorization and returns the URL of the login page. */
async function startFlow(client_id: string, browser = latchkey.openBrowser()): Promise<string> {
  const parameters = new URLSearchParams({
    client_id,
    response_type: "code",
    scope: "openid",
    state: "state-of-the-app",
    redirect_uri: "http://127.0.0.1/callback",
    ...pkce,
  });
  const response = await browser.fetch(`${issuer}/oauth2/auth?${parameters}`);
  return response.headers.get("location") ?? assert.fail(await response.text());
}

/** Sends the login form. */
async function signInOnPage(username: string, password: string): Promise<Response> {
  const browser = latchkey.openBrowser();
  const page = await browser.fetch(await startFlow(client.client_id, browser));
  const { action, fields } = readForm(await page.text()) ?? assert.fail("no login form");
  fields.set("username", username);
  fields.set("password", password);
  return browser.fetch(new URL(action, issuer), { method: "POST", body: fields });
}

/** Installs an integration whose webhooks no app receives, up to its tokens. */
async function installIntegration(browser: TestBrowser): Promise<unknown> {
  const { id } = await api.createWorkspace({ body: { name: "Wonderland" } });
  await api.createWorkspaceMember({ id, body: { subject: "alice", role: "admin" } });
  const redirect_uri = "https://app.example/callback";
  const { client_id, client_secret = "" } = await api.createIntegration({
    body: {
      name: "Photos",
      redirect_uris: [redirect_uri],
      capabilities: ["read_content"],
      webhook_url: "http://127.0.0.1:1/no-app-listens-here",
    },
  });
  const asked = { client_id, redirect_uri, response_type: "code", owner: "user" };
  const begun = await browser.fetch(`${issuer}/v1/oauth/authorize?${new URLSearchParams(asked)}`);
  const login_challenge = parameterIn(begun, "login_challenge");
  const login = await api.acceptLoginRequest({ login_challenge, body: { subject: "alice" } });
  const answered = await browser.fetch(login.redirect_to);
  const consent_challenge = parameterIn(answered, "consent_challenge");
  const consent = { consent_challenge, body: { workspace_id: id } };
  const { redirect_to } = await api.acceptWorkspaceConsentRequest(consent);
  const code = parameterIn(await browser.fetch(redirect_to), "code");
  const response = await latchkey.fetch(`${issuer}/v1/oauth/token`, {
    method: "POST",
    headers: {
      authorization: basic(client_id, client_secret),
      "service-version": "2026-03-11",
      "content-type": "application/json",
    },
    body: JSON.stringify({ grant_type: "authorization_code", code, redirect_uri }),
  });
  return response.ok || assert.fail(await response.text());
}

function parameterIn(response: Response, name: string): string {
  const { searchParams } = new URL(response.headers.get("location") ?? "", issuer);
  return searchParams.get(name) ?? assert.fail(`no ${name}`);
}

/** The inspector writes in the background. */
async function untilRecorded(table: string): Promise<void> {
  while (countOf(table) === 0) await pause(10);
}
