import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { basic } from "@latchkey/client";
import { createLocalJWKSet, jwtVerify } from "jose";
import { accountsOf } from "../../../identity/src/accounts.ts";
import { openDatabase } from "../../src/store/open.ts";
import { migrations } from "../support/tables.ts";
import { text } from "../../src/store/database/columns.ts";
import { query } from "../../src/store/database/statement.ts";
import { databases, temporaryDirectory } from "../processes/databases.ts";
import { launch } from "../processes/latchkey-process.ts";
import { presentAssertion } from "../operations/assertion.ts";
import { askForToken, isActive } from "../operations/machine.ts";
import { assertRefused } from "../operations/refusal.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passConsent,
  passLogin,
  redeem,
  refresh,
  requestOf,
} from "../support/flow.ts";
import { createTestServer, type TestServer } from "../support/server.ts";
import { callerOf, pairOf } from "../workspace/caller.ts";
import { responseParameters } from "../workspace/authorization.ts";
import { type Golden, goldens, restoreGolden, textsOf } from "./golden.ts";
import { assertionOf, ISSUER } from "./held.ts";

const migrationNames = query({
  returns: { name: text },
  sql: "select name from migration order by name",
});

for (const { name, emptyDsn } of databases) {
  it(`${name}: a database of before the first release is refused in one sentence`, async () => {
    const dsn = await emptyDsn();
    const database = await openDatabase(dsn);
    await database.write(function* asItWas() {
      yield {
        sql: "create table migration (name text primary key, applied_at bigint not null)",
        values: [],
      };
      yield { sql: "insert into migration values ('0001-machines', 1)", values: [] };
    });
    await database.close();
    const settings = { dsn, "secrets.system": "a secret that the schema does not need" };
    for (const command of [["migrate", "sql"], ["serve"]]) {
      const { code, err } = await launch(command, { cwd: temporaryDirectory(), settings }).ended;
      assert.equal(code, 1, err);
      assert.match(err, /before 0\.2\.0.*set dsn to an empty database\./);
      assert.doesNotMatch(err, /\n\s+at /, "no stack");
    }
  });

  for (const golden of goldens) {
    const restored = async (): Promise<string> => {
      const dsn = await emptyDsn();
      const database = await openDatabase(dsn);
      await restoreGolden(database, golden);
      await database.close();
      return dsn;
    };

    it(`${name}: two processes at once migrate a database of ${golden.version}`, async () => {
      const dsn = await restored();
      const settings = { dsn, "secrets.system": "a secret that the schema does not need" };
      const endings = await Promise.all(
        [1, 2].map(() => launch(["migrate", "sql"], { cwd: temporaryDirectory(), settings }).ended),
      );
      for (const { code, err } of endings) assert.equal(code, 0, err);

      const beforeThem = textsOf(golden, "migration", "name");
      const added = endings.flatMap(({ out }) => out.match(/(?<=^applied ).*/gm) ?? []);
      const all = migrations.map((migration) => migration.name).toSorted();
      assert.deepEqual([...beforeThem, ...added].toSorted(), all, "each was applied once");
      const database = await openDatabase(dsn);
      const recorded = await database.read(() => migrationNames({}));
      await database.close();
      assert.deepEqual(
        recorded.map((row) => row.name),
        all,
      );
    });

    describe(`${name}: two servers that start at once on a database of ${golden.version}`, () => {
      const servers: TestServer[] = [];
      before(async () => {
        const settings = { ...golden.settings, dsn: await restored() };
        servers.push(
          ...(await Promise.all([createTestServer(settings), createTestServer(settings)])),
        );
        for (const { clock } of servers) clock.now = golden.now + 5;
      });
      after(() => Promise.all(servers.map(({ server }) => server.close())));
      describeHeld(golden, servers);
    });
  }
}

/** What was held before an upgrade works after it, whichever server it comes to. */
function describeHeld(golden: Golden, servers: readonly TestServer[]): void {
  const { machines, people, flows, keys, workspace } = golden.held;
  let turn = 0;
  /** The servers, one after the other. */
  const world = (): TestServer => {
    const next = servers[turn++ % servers.length];
    assert.ok(next);
    return next;
  };
  const browserWith = (server: TestServer, cookies: Readonly<Record<string, string>>): Browser =>
    openBrowser(server, new Map(Object.entries(cookies)));

  it("clients authenticate with the secrets they have", async () => {
    const { generated_secret, chosen_secret, rotated_secret } = machines;
    const secrets = [generated_secret, chosen_secret, rotated_secret];
    for (const { client_id, client_secret } of secrets) {
      for (const { latchkey } of servers) {
        const authorization = basic(client_id, client_secret);
        assert.equal((await askForToken(latchkey, { authorization })).status, 200, client_id);
        const wrong = { authorization: basic(client_id, `${client_secret}?`) };
        assert.equal((await askForToken(latchkey, wrong)).status, 401, client_id);
      }
    }
  });

  it("a client authenticates with its key, and no assertion is accepted twice", async () => {
    const { signer, used } = machines.assertion;
    const { latchkey } = world();
    const fresh = await assertionOf(signer, "after the upgrade", golden.now);
    assert.equal((await presentAssertion(latchkey, fresh)).status, 200);
    assertRefused(await presentAssertion(latchkey, used), 400, "jti_known");
  });

  it("clients are listed and described as before", async () => {
    const { latchkey } = world();
    const clients = await latchkey.listOAuth2Clients({});
    const stored = textsOf(golden, "client", "client_id");
    assert.deepEqual(
      clients.map(({ client_id }) => client_id),
      stored.toSorted(),
    );
    const chosen = await latchkey.getOAuth2Client({ id: machines.chosen_secret.client_id });
    assert.deepEqual(chosen.metadata, { team: "golden" });
    assert.ok(!("document_version" in chosen));
  });

  it("access tokens are active that were, and no others", async () => {
    for (const { latchkey } of servers) {
      assert.equal(await isActive(latchkey, machines.access_token), true);
      assert.equal(await isActive(latchkey, machines.jwt_access_token), true);
      assert.equal(await isActive(latchkey, people.tokens.access_token), true);
      assert.equal(await isActive(latchkey, people.redeemed_code.access_token), true);
      assert.equal(await isActive(latchkey, machines.revoked_access_token), false);
      assert.equal(await isActive(latchkey, machines.ended_access_token), false);
      assert.equal(await isActive(latchkey, people.revoked_refresh_token), false);
    }
    const { latchkey } = world();
    const token = people.tokens.access_token;
    const introspected = await latchkey.introspectOAuth2Token({ token });
    assert.ok(introspected.active);
    const { ext, sub, aud } = introspected;
    assert.deepEqual(
      { ext, sub, aud },
      { ext: { role: "admin" }, sub: people.account.subject, aud: ["https://api.example"] },
    );
  });

  it("keys verify what they signed, and sign", async () => {
    const { latchkey, server } = world();
    const currentDate = new Date(golden.now * 1000);
    const jwks = createLocalJWKSet({ keys: [...(await latchkey.wellKnown()).keys] });
    for (const jwt of [people.tokens.id_token, machines.jwt_access_token])
      await jwtVerify(jwt, jwks, { issuer: ISSUER, currentDate });
    const signing = await server.context.keyring.signingKey("hydra.openid.id-token", "RS256");
    assert.equal(signing.kid, keys.id_token_kid);
    const set = await latchkey.getJsonWebKeySet({ set: keys.set });
    assert.deepEqual(set.keys.map(({ kid = "" }) => kid).toSorted(), keys.kids);
    assert.ok(set.keys.every((key) => !("document_version" in key)));
  });

  it("refresh tokens are exchanged, and revoked ones refused", async () => {
    const { refresh_token } = people.tokens;
    assertRefused(
      await refresh(world(), people.app, people.revoked_refresh_token),
      400,
      "invalid_grant",
    );
    const refreshed = await refresh(world(), people.app, refresh_token);
    assert.ok(refreshed.ok, JSON.stringify(refreshed.body));
    const again = await refresh(world(), people.app, refreshed.body.refresh_token);
    assert.ok(again.ok, JSON.stringify(again.body));
  });

  it("codes are redeemed once", async () => {
    const redeemed = await redeem(world(), people.app, people.code);
    assert.ok(redeemed.ok, JSON.stringify(redeemed.body));
    assert.equal(await isActive(world().latchkey, redeemed.body.access_token), true);
    const { code, code_verifier } = people.pkce_code;
    const proved = await redeem(world(), people.public_app, code, { code_verifier });
    assert.ok(proved.ok, JSON.stringify(proved.body));
    const replayed = await redeem(world(), people.app, people.redeemed_code.code);
    assertRefused(replayed, 400, "invalid_grant");
  });

  it("a login session and a remembered consent answer prompt=none", async () => {
    const server = world();
    const browser = browserWith(server, people.remembered_browser);
    const { subject } = people.account;
    const asked = await authorize(browser, requestOf(people.app, { prompt: "none" }));
    const login_challenge = challengeOf(asked, "login");
    const login = await server.latchkey.getLoginRequest({ login_challenge });
    assert.deepEqual([login.skip, login.subject], [true, subject]);
    const loggedIn = await passLogin(server, browser, asked, { subject });
    const consent_challenge = challengeOf(loggedIn, "consent");
    const consent = await server.latchkey.getConsentRequest({ consent_challenge });
    assert.deepEqual([consent.skip, consent.subject], [true, subject]);
    const response = await passConsent(server, browser, loggedIn);
    const { code = "" } = (await answerOf(response)).parameters;
    const redeemed = await redeem(world(), people.app, code);
    assert.ok(redeemed.ok, JSON.stringify(redeemed.body));
  });

  it("consents are listed", async () => {
    const { subject } = people.account;
    const consents = await world().latchkey.listSubjectConsentSessions({ subject });
    assert.ok(consents.some(({ remember }) => remember));
    assert.ok(consents.every(({ consent_request }) => consent_request?.client !== undefined));
  });

  it("an account signs in with its password", async () => {
    const { username, password, subject } = people.account;
    const accounts = accountsOf(world().server);
    const profile = await accounts.authenticate(username, password);
    assert.ok(profile !== undefined && "subject" in profile);
    assert.equal(profile.subject, subject);
    assert.equal(profile.name, "Alice Liddell");
    assert.equal(await accounts.authenticate(username, "wrong"), undefined);
  });

  it("a pending login goes on", async () => {
    const server = world();
    const { cookies, login_challenge } = flows.login_waiting;
    const asked = await server.latchkey.getLoginRequest({ login_challenge });
    assert.equal(asked.client.client_id, "flows");
    const browser = browserWith(server, cookies);
    const answer = { login_challenge, body: { subject: "bob" } };
    const { redirect_to } = await server.latchkey.acceptLoginRequest(answer);
    await assertCode(await passConsent(server, browser, await browser.go(redirect_to)));
  });

  it("an accepted login goes on", async () => {
    const server = world();
    const browser = browserWith(server, flows.login_accepted.cookies);
    const asked = await browser.go(flows.login_accepted.redirect_to);
    const consent_challenge = challengeOf(asked, "consent");
    const { subject, context } = await server.latchkey.getConsentRequest({ consent_challenge });
    assert.deepEqual({ subject, context }, { subject: "bob", context: { device: "golden" } });
    await assertCode(await passConsent(server, browser, asked));
  });

  it("a pending consent goes on", async () => {
    const server = world();
    const { cookies, consent_challenge } = flows.consent_waiting;
    const body = { grant_scope: ["openid"] };
    const answer = await server.latchkey.acceptConsentRequest({ consent_challenge, body });
    await assertCode(await browserWith(server, cookies).go(answer.redirect_to));
  });

  it("an accepted consent goes on", async () => {
    const { cookies, redirect_to } = flows.consent_accepted;
    await assertCode(await browserWith(world(), cookies).go(redirect_to));
  });

  it("a pending logout goes on", async () => {
    const server = world();
    const { cookies, logout_challenge } = flows.logout_waiting;
    const { redirect_to } = await server.latchkey.acceptLogoutRequest({ logout_challenge });
    const browser = browserWith(server, cookies);
    assert.equal((await browser.go(redirect_to)).status, 302);
    assert.ok(!browser.cookies.has("oauth2_authentication_session"));
  });

  it("a client is yet to be notified of a logout", async () => {
    const { store } = world().server.context;
    const later = golden.now + 600;
    const due = await store.logout_deliveries.take(later, later + 30, 10);
    assert.deepEqual(
      due.map(({ client_id }) => client_id),
      [flows.logout_delivery.client_id],
    );
  });

  it("an integration uses its tokens and its code", async () => {
    const caller = callerOf(world(), workspace.integration);
    assert.equal(await caller.isActive(workspace.access_token), true);
    assert.equal((await caller.me(workspace.access_token)).status, 200);
    const pair = pairOf(await caller.refresh(workspace.refresh_token));
    assert.equal(pair.bot_id, workspace.bot_id);
    const exchanged = pairOf(
      await callerOf(world(), workspace.integration).exchange(workspace.code),
    );
    assert.equal(exchanged.workspace_id, workspace.workspace_id);
  });

  it("a pending installation goes on", async () => {
    const server = world();
    const { cookies, consent_challenge } = workspace.consent_waiting;
    const { latchkey } = server;
    const { redirect_to } = await latchkey.acceptWorkspaceConsentRequest({
      consent_challenge,
      body: { workspace_id: workspace.workspace_id },
    });
    const { code = "" } = responseParameters(await browserWith(server, cookies).go(redirect_to));
    assert.equal((await callerOf(server, workspace.integration).exchange(code)).status, 200);
  });

  it("workspaces, members, integrations and installations are listed", async () => {
    const { latchkey } = world();
    const { workspace_id: id } = workspace;
    assert.equal((await latchkey.listWorkspaces({})).length, 1);
    assert.equal((await latchkey.listWorkspaceMembers({ id })).length, 2);
    assert.equal((await latchkey.listIntegrations({})).length, 1);
    const [installation] = await latchkey.listInstallations({});
    assert.equal(installation?.bot_id, workspace.bot_id);
  });

  it("the inspector shows the flows of before", async () => {
    const { latchkey } = world();
    const [flow] = (await latchkey.listFlows({ client_id: "flows" })).flows;
    assert.ok(flow);
    const { steps } = await latchkey.getFlow({ flow_id: flow.flow_id });
    assert.ok(steps.length > 0);
  });

  it("a login session of before is replaced by a new one", async () => {
    const server = world();
    const browser = browserWith(server, people.remembered_browser);
    const asked = await authorize(browser, requestOf(people.app, { prompt: "login" }));
    const response = await passLogin(server, browser, asked, { subject: people.account.subject });
    assert.equal(response.status, 302);
  });

  it("nothing of it was unreadable", () => {
    for (const { lines, server } of servers) {
      server.context.log.flush();
      const errors = lines.filter((line) => /"level":"error"/.test(line));
      assert.deepEqual(errors, []);
    }
  });
}

async function assertCode(response: Response): Promise<void> {
  const { parameters } = await answerOf(response);
  assert.ok(parameters["code"], JSON.stringify(parameters));
}
