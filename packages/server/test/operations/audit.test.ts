import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import {
  type AuditEntry,
  deliveryMethods,
  mayChange,
  operationIds,
  operations,
  type OperationId,
  signalEvents,
} from "@latchkey/api";
import { type Client, createClient } from "@latchkey/client";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { continueEndings } from "../../src/features/termination/end-everything.ts";
import { openBrowser } from "../support/browser.ts";
import { registerApp } from "../support/app.ts";
import { authorize, passConsent, passLogin, requestOf } from "../support/flow.ts";
import { withIdentity } from "../support/identity.ts";
import { createMemorySigner } from "../support/memory-signer.ts";
import { withTermination } from "../support/termination.ts";
import { startTestServer } from "../support/server.ts";
import { createWrittenSettings } from "../support/written-settings.ts";
import { setUpWorkspace } from "../workspace/authorization.ts";
import { linesOf, verify } from "./audit-chain.ts";
import { tokenOf } from "./machine.ts";
import { callRegistration, photos as description } from "./registration.ts";

const written = createWrittenSettings({
  "oauth2.registration.mode": "open",
  "identity.registration": "invite",
});
const world = await startTestServer(written.settings, {
  ...written,
  signers: { hsm: createMemorySigner() },
});
const { latchkey, server } = world;
const { workspace, photos: integration } = await setUpWorkspace(latchkey);
/** Every secret that the tests learn: none may be found in an entry. */
const secrets = new Set<string>([integration.client_secret ?? ""]);
const WORDS = "correct horse battery staple";
secrets.add(WORDS);

/** What a change leaves. */
interface Expected {
  readonly action: string;
  readonly type: string;
}

/** Prepares a change, and returns it with the entry that it leaves. */
type Case = () => Promise<Expected & { readonly change: () => Promise<unknown> }>;

let names = 0;
const newName = (): string => `name-${(names += 1)}`;

const cases: Readonly<Partial<Record<OperationId, Case>>> = {
  createOAuth2Client: async () => ({
    action: "created",
    type: "client",
    change: () => newClient(),
  }),
  updateOAuth2Client: ofClient("updated", (id) =>
    latchkey.updateOAuth2Client({ id, body: { client_name: "Renamed" } }),
  ),
  patchOAuth2Client: ofClient("updated", (id) =>
    latchkey.patchOAuth2Client({
      id,
      body: [{ op: "replace", path: "/client_name", value: "Patched" }],
    }),
  ),
  setOAuth2ClientLifespans: ofClient("updated", (id) =>
    latchkey.setOAuth2ClientLifespans({
      id,
      body: { client_credentials_grant_access_token_lifespan: "1h" },
    }),
  ),
  deleteOAuth2Client: ofClient("deleted", (id) => latchkey.deleteOAuth2Client({ id })),
  rotateOAuth2ClientSecret: ofClient("secret_rotated", (id) =>
    learn(latchkey.rotateOAuth2ClientSecret({ id })),
  ),
  addOAuth2ClientSecret: ofClient("secret_rotated", (id) =>
    learn(latchkey.addOAuth2ClientSecret({ id })),
  ),
  deleteRotatedOAuth2ClientSecrets: async () => {
    const id = await newClient();
    await learn(latchkey.addOAuth2ClientSecret({ id }));
    return {
      action: "previous_secrets_deleted",
      type: "client",
      change: () => latchkey.deleteRotatedOAuth2ClientSecrets({ id }),
    };
  },
  deleteOAuth2Token: ofClient("tokens_revoked", (client_id) =>
    latchkey.deleteOAuth2Token({ client_id }),
  ),
  createApi: async () => ({ action: "created", type: "api", change: () => newApi() }),
  updateApi: ofApi("updated", (id) => latchkey.updateApi({ id, body: { name: "Other" } })),
  deleteApi: ofApi("deleted", (id) => latchkey.deleteApi({ id })),
  createJsonWebKeySet: async () => ({
    action: "key_added",
    type: "key_set",
    change: () => newKeySet("ES256"),
  }),
  updateJsonWebKeySet: ofKeySet("replaced", async (set) => {
    const body = await latchkey.getJsonWebKeySet({ set });
    await latchkey.updateJsonWebKeySet({ set, body });
  }),
  deleteJsonWebKeySet: ofKeySet("deleted", (set) => latchkey.deleteJsonWebKeySet({ set })),
  updateJsonWebKey: ofKeySet("key_replaced", async (set, kid) => {
    const body = await latchkey.getJsonWebKey({ set, kid });
    const [key] = body.keys;
    assert.ok(key);
    await latchkey.updateJsonWebKey({ set, kid, body: key });
  }),
  deleteJsonWebKey: ofKeySet("key_deleted", (set, kid) => latchkey.deleteJsonWebKey({ set, kid })),
  addSigningKey: async () => ({
    action: "key_added",
    type: "key_set",
    change: () =>
      latchkey.addSigningKey({
        set: "hydra.jwt.access-token",
        body: { signer: "hsm", key: "ec" },
      }),
  }),
  retireSigningKey: async () => {
    const set = "hydra.jwt.access-token";
    await latchkey.createJsonWebKeySet({ set });
    const { keys } = await latchkey.createJsonWebKeySet({ set }); // Announced, so that it can be withdrawn.
    return {
      action: "key_deleted",
      type: "key_set",
      change: () => latchkey.retireSigningKey({ set, kid: keys[0]?.kid ?? "" }),
    };
  },
  reloadSettings: async () => {
    written.write({ "ttl.auth_code": "5m" });
    return { action: "reloaded", type: "settings", change: () => latchkey.reloadSettings() };
  },
  revokeConsentSessions: async () => {
    await signIn();
    return {
      action: "consents_revoked",
      type: "account",
      change: () => latchkey.revokeConsentSessions({ subject: "alice", all: true }),
    };
  },
  revokeAuthenticationSession: async () => {
    await signIn();
    return {
      action: "sessions_ended",
      type: "account",
      change: () => latchkey.revokeAuthenticationSession({ subject: "alice" }),
    };
  },
  endEverything: ofClient("ended", (client_id) => latchkey.endEverything({ body: { client_id } })),
  flushInactiveOAuth2Tokens: async () => {
    const id = await newClient();
    const client_secret = "a secret of this client";
    secrets.add(client_secret);
    await latchkey.updateOAuth2Client({
      id,
      body: { client_secret, grant_types: ["client_credentials"] },
    });
    await requestToken(id, client_secret);
    world.clock.now += 40 * 86_400;
    return {
      action: "flushed",
      type: "access_tokens",
      change: () => latchkey.flushInactiveOAuth2Tokens({ body: {} }),
    };
  },
  createInvitation: async () => ({
    action: "created",
    type: "invitation",
    change: () => invite(),
  }),
  deleteInvitation: async () => {
    const { id } = await invite();
    return {
      action: "deleted",
      type: "invitation",
      change: () => latchkey.deleteInvitation({ id }),
    };
  },
  createAccount: async () => ({ action: "created", type: "account", change: () => newAccount() }),
  updateAccount: ofAccount("updated", (username) =>
    latchkey.updateAccount({ username, body: { claims: { nickname: "Al" } } }),
  ),
  deleteAccount: ofAccount("deleted", (username) => latchkey.deleteAccount({ username })),
  deleteAccountFactor: ofAccount("factor_removed", async (username) => {
    const [factor] = await latchkey.listAccountFactors({ username });
    await latchkey.deleteAccountFactor({ username, factor: factor?.id ?? "" });
  }),
  deleteAccountFactors: ofAccount("factors_removed", (username) =>
    latchkey.deleteAccountFactors({ username }),
  ),
  deleteAccountSession: ofAccount("session_ended", async (username) => {
    const [session] = await latchkey.listAccountSessions({ username });
    await latchkey.deleteAccountSession({ username, session: session?.id ?? "" });
  }),
  deleteAccountSessions: ofAccount("session_ended", (username) =>
    latchkey.deleteAccountSessions({ username }),
  ),
  createIdentityProvider: async () => ({
    action: "created",
    type: "identity_provider",
    change: () => newProvider(),
  }),
  updateIdentityProvider: async () => {
    const { id } = await newProvider();
    return {
      action: "updated",
      type: "identity_provider",
      change: () => latchkey.updateIdentityProvider({ id, body: { name: "Other" } }),
    };
  },
  deleteIdentityProvider: async () => {
    const { id } = await newProvider();
    return {
      action: "deleted",
      type: "identity_provider",
      change: () => latchkey.deleteIdentityProvider({ id }),
    };
  },
  setBranding: async () => ({
    action: "updated",
    type: "branding",
    change: () => latchkey.setBranding({ body: { product_name: "Wonderland" } }),
  }),
  createOidcDynamicClient: async () => ({
    action: "created",
    type: "client",
    change: () => register(),
  }),
  setOidcDynamicClient: async () => {
    const { client_id = "", registration_access_token: token } = await register();
    return {
      action: "updated",
      type: "client",
      change: () =>
        registered({
          method: "PUT",
          path: `/connect/register/${client_id}`,
          token,
          body: { ...description, client_id, client_name: "Albums" },
        }),
    };
  },
  deleteOidcDynamicClient: async () => {
    const { client_id, registration_access_token: token } = await register();
    return {
      action: "deleted",
      type: "client",
      change: () => registered({ method: "DELETE", path: `/connect/register/${client_id}`, token }),
    };
  },
  createRegistrationToken: async () => ({
    action: "created",
    type: "registration_token",
    change: () => newRegistrationToken(),
  }),
  deleteRegistrationToken: async () => {
    const { id } = await newRegistrationToken();
    return {
      action: "deleted",
      type: "registration_token",
      change: () => latchkey.deleteRegistrationToken({ id }),
    };
  },
  trustJwtGrantIssuer: async () => ({
    action: "created",
    type: "trusted_issuer",
    change: () => trust(),
  }),
  updateTrustedJwtGrantIssuer: async () => {
    const { id } = await trust();
    return {
      action: "updated",
      type: "trusted_issuer",
      change: () => latchkey.updateTrustedJwtGrantIssuer({ id, body: { enabled: false } }),
    };
  },
  deleteTrustedJwtGrantIssuer: async () => {
    const { id } = await trust();
    return {
      action: "deleted",
      type: "trusted_issuer",
      change: () => latchkey.deleteTrustedJwtGrantIssuer({ id }),
    };
  },
  createAuthorizationDetailsType: async () => ({
    action: "created",
    type: "authorization_details_type",
    change: () => newDetailsType(),
  }),
  updateAuthorizationDetailsType: async () => {
    const { created_at: _, updated_at: __, ...body } = await newDetailsType();
    return {
      action: "updated",
      type: "authorization_details_type",
      change: () => latchkey.updateAuthorizationDetailsType({ type: body.type, body }),
    };
  },
  deleteAuthorizationDetailsType: async () => {
    const { type } = await newDetailsType();
    return {
      action: "deleted",
      type: "authorization_details_type",
      change: () => latchkey.deleteAuthorizationDetailsType({ type }),
    };
  },
  createWorkspace: async () => ({
    action: "created",
    type: "workspace",
    change: () => latchkey.createWorkspace({ body: { name: "Looking-Glass" } }),
  }),
  updateWorkspace: ofWorkspace("updated", (id) =>
    latchkey.updateWorkspace({ id, body: { name: "Other" } }),
  ),
  deleteWorkspace: ofWorkspace("deleted", (id) => latchkey.deleteWorkspace({ id })),
  createWorkspaceMember: ofWorkspace("member_added", (id) =>
    latchkey.createWorkspaceMember({ id, body: { subject: "queen" } }),
  ),
  updateWorkspaceMember: ofMember("member_updated", (id, user_id) =>
    latchkey.updateWorkspaceMember({ id, user_id, body: { role: "admin" } }),
  ),
  deleteWorkspaceMember: ofMember("member_removed", (id, user_id) =>
    latchkey.deleteWorkspaceMember({ id, user_id }),
  ),
  createIntegration: async () => ({
    action: "created",
    type: "integration",
    change: () => newIntegration(),
  }),
  updateIntegration: ofIntegration("updated", (id) =>
    learn(latchkey.updateIntegration({ id, body: { name: "Other" } })),
  ),
  deleteIntegration: ofIntegration("deleted", (id) => latchkey.deleteIntegration({ id })),
  rotateIntegrationSecret: ofIntegration("secret_rotated", (id) =>
    learn(latchkey.rotateIntegrationSecret({ id })),
  ),
  rotateWebhookSecret: ofIntegration("webhook_secret_rotated", (id) =>
    learn(latchkey.rotateWebhookSecret({ id })),
  ),
  issueIntegrationToken: ofInternal("token_issued", (id) =>
    learn(latchkey.issueIntegrationToken({ id })),
  ),
  revokeIntegrationTokens: ofInternal("tokens_revoked", (id) =>
    latchkey.revokeIntegrationTokens({ id }),
  ),
  updateInstallation: ofBot("installation_updated", (bot_id) =>
    latchkey.updateInstallation({ bot_id, body: { resources: [] } }),
  ),
  deleteInstallation: ofBot("installation_disconnected", (bot_id) =>
    latchkey.deleteInstallation({ bot_id }),
  ),
  labelManagedResource: async () => ({
    action: "labelled",
    type: "client",
    change: () => label(newName()),
  }),
  releaseManagedResource: async () => {
    const id = newName();
    await label(id);
    return {
      action: "released",
      type: "client",
      change: () => latchkey.releaseManagedResource({ kind: "client", id, owner: "git" }),
    };
  },
  createApiKey: async () => ({ action: "created", type: "api_key", change: () => newApiKey() }),
  renameApiKey: ofApiKey("updated", (id) =>
    latchkey.renameApiKey({ id, body: { name: "Deployments" } }),
  ),
  revokeApiKey: ofApiKey("revoked", (id) => latchkey.revokeApiKey({ id })),
  addOperator: async () => ({ action: "created", type: "operator", change: () => newOperator() }),
  updateOperator: ofOperator("updated", (subject) =>
    latchkey.updateOperator({ subject, body: { role: "operator" } }),
  ),
  removeOperator: ofOperator("deleted", (subject) => latchkey.removeOperator({ subject })),
  createEventReceiver: async () => ({
    action: "created",
    type: "event_receiver",
    change: () => newReceiver(),
  }),
  updateEventReceiver: ofReceiver("updated", (id) =>
    latchkey.updateEventReceiver({
      id,
      body: { name: "Other", url: RECEIVER, kinds: ["account.deleted"] },
    }),
  ),
  deleteEventReceiver: ofReceiver("deleted", (id) => latchkey.deleteEventReceiver({ id })),
  rotateEventReceiverSecret: ofReceiver("secret_rotated", (id) =>
    learn(latchkey.rotateEventReceiverSecret({ id })),
  ),
  setEventStreamStatus: ofStream("updated", ({ stream_id: id }) =>
    latchkey.setEventStreamStatus({ id, body: { status: "paused" } }),
  ),
  skipEvent: async () => {
    const { stream_id, as } = await newStream(await newStreamClient());
    await latchkey.verifySsfStream({ body: { stream_id } }, as);
    const [waiting] = await latchkey.listEventDeliveries({ id: stream_id });
    const change = () => latchkey.skipEvent({ id: stream_id, delivery: waiting?.id ?? "" });
    return { action: "event_skipped", type: "event_stream", change };
  },
  deleteEventStream: ofStream("deleted", ({ stream_id: id }) => latchkey.deleteEventStream({ id })),
  createSsfStream: async () => {
    const as = await newStreamClient();
    return { action: "created", type: "event_stream", change: () => newStream(as) };
  },
  updateSsfStream: ofStream("updated", ({ stream_id, as }) =>
    latchkey.updateSsfStream({ body: { stream_id, description: "Other" } }, as),
  ),
  replaceSsfStream: ofStream("updated", ({ stream_id, as }) =>
    latchkey.replaceSsfStream({ body: { stream_id, description: "Other" } }, as),
  ),
  deleteSsfStream: ofStream("deleted", ({ stream_id, as }) =>
    latchkey.deleteSsfStream({ stream_id }, as),
  ),
  setSsfStatus: ofStream("updated", ({ stream_id, as }) =>
    latchkey.setSsfStatus({ body: { stream_id, status: "paused" } }, as),
  ),
  removeSsfSubject: ofStream("subject_removed", ({ stream_id, as }) =>
    latchkey.removeSsfSubject({ body: { stream_id, subject } }, as),
  ),
  addSsfSubject: async () => {
    const { stream_id, as } = await newStream(await newStreamClient());
    await latchkey.removeSsfSubject({ body: { stream_id, subject } }, as);
    return {
      action: "subject_added",
      type: "event_stream",
      change: () => latchkey.addSsfSubject({ body: { stream_id, subject } }, as),
    };
  },
};

/** Operations that may change something and leave no entry, each with its reason. */
const exempt: Readonly<Partial<Record<OperationId, string>>> = {
  acceptLoginRequest: "a step of a flow",
  rejectLoginRequest: "a step of a flow",
  acceptConsentRequest: "a step of a flow",
  rejectConsentRequest: "a step of a flow",
  acceptLogoutRequest: "a step of a flow",
  rejectLogoutRequest: "a step of a flow",
  acceptUserCodeRequest: "a step of a flow",
  rejectUserCodeRequest: "a step of a flow",
  acceptBackchannelRequest: "a step of a flow",
  rejectBackchannelRequest: "a step of a flow",
  acceptWorkspaceConsentRequest: "a step of a flow: the exchange of its code installs",
  rejectWorkspaceConsentRequest: "a step of a flow",
  testWebhook: "sends a webhook; nothing is another afterwards",
  holdApplyLease: "a lease that expires within a minute",
  releaseApplyLease: "ends such a lease",
  compareOAuth2ClientSecret: "answers whether a secret is that of a client",
  createOperatorSession: "signs the caller in, with the access token of a user",
  endOperatorSession: "signs the caller out",
  testEventReceiver: "sends an event; nothing is another afterwards",
  resendEvent: "sends an event; nothing is another afterwards",
  verifySsfStream: "sends an event; nothing is another afterwards",
  pollSsfStream: "delivers events",
};

/** Operations whose change has further consequences, each with an entry of its own. */
const severalEntries: Readonly<Partial<Record<OperationId, string>>> = {
  deleteAccount: "disables the account first, ends what the user has, then deletes it",
};

describe("every operation that changes something leaves an entry", () => {
  for (const id of operationIds.filter((one) => mayChange(operations[one]))) {
    if (exempt[id] !== undefined) continue;
    const prepare = cases[id];
    it(id, async () => {
      assert.ok(prepare, "has neither a case nor a reason");
      const { action, type, change } = await prepare();
      const before = await latchkey.getAuditHead();
      world.clock.now += 1; // An update changes `updated_at` at least.
      await change();
      const entries = await latchkey.listAuditEntries({ limit: 20 });
      const left = entries.filter(({ sequence }) => sequence > before.sequence);
      const [entry] = left;
      assert.ok(entry);
      if (severalEntries[id] === undefined) assert.equal(left.length, 1);
      const { kind } = entry.caller;
      const isPublic = operations[id].tag === "public";
      assert.deepEqual(
        { action: entry.action, type: entry.object.type, operation: entry.operation, kind },
        { action, type, operation: id, kind: isPublic ? "client" : "local" },
      );
      assert.equal(entry.address, "127.0.0.1");
      assert.ok(entry.request_id);
      if (entry.action === "created") assert.equal(entry.before, undefined);
      if (entry.action === "updated") assert.notDeepEqual(entry.before, entry.after);
      if (entry.action === "deleted") assert.equal(entry.after, undefined);
    });
  }

  it("and none has both a case and a reason to leave none", () => {
    assert.deepEqual(
      Object.keys(exempt).filter((id) => id in cases),
      [],
    );
    for (const id of [...Object.keys(exempt), ...Object.keys(cases)])
      assert.ok(
        operationIds.some((one) => one === id && mayChange(operations[one])),
        id,
      );
  });
});

test("no operation that reads leaves an entry", async () => {
  await latchkey.wellKnown(); // The server makes the keys that it needs first, and says so.
  const before = await latchkey.getAuditHead();
  const reading = operationIds.filter((id) => !mayChange(operations[id]));
  assert.ok(reading.length > 50);
  for (const id of reading) {
    const { path, method } = operations[id];
    const url = `http://admin.test${path.replaceAll(/\{\w+\}/g, "unknown")}`;
    await (await world.fetch(url, { method, redirect: "manual" })).text();
  }
  assert.deepEqual(await latchkey.getAuditHead(), before);
});

test("what ends everything leaves one entry that counts it, and a dry run leaves none", async () => {
  await signIn();
  const { sequence: first } = await latchkey.getAuditHead();
  const expected = await latchkey.endEverything({ body: { subject: "alice", dry_run: true } });
  assert.equal((await latchkey.getAuditHead()).sequence, first);
  const { ended, ended_before, complete } = await latchkey.endEverything({
    body: { subject: "alice" },
  });
  assert.deepEqual(ended, expected.ended);
  assert.ok((ended["grants"] ?? 0) > 0 && (ended["login_sessions"] ?? 0) > 0);
  world.clock.now += 60;
  await continueEndings(withTermination(server.context)); // What it removes is recorded already.
  const [entry] = await latchkey.listAuditEntries({ limit: 1 });
  assert.deepEqual(
    { sequence: entry?.sequence, action: entry?.action, object: entry?.object },
    { sequence: first + 1, action: "ended", object: { type: "account", id: "alice" } },
  );
  assert.deepEqual(entry?.after, { ended_before, ended, complete });
});

test("a grant that is ended leaves one entry, and ending it again none", async () => {
  await signIn();
  const page = { limit: 1, offset: 0 };
  const { grants } = server.context.store;
  const { items } = await grants.listConsents({ subject: "alice" }, page, world.clock.now);
  const grant_id = items[0]?.grant_id ?? "";
  const { sequence: first } = await latchkey.getAuditHead();
  await latchkey.endEverything({ body: { grant_id, dry_run: true } });
  assert.equal((await latchkey.getAuditHead()).sequence, first);
  for (const _ of [1, 2]) await latchkey.endEverything({ body: { grant_id } });
  const [entry] = await latchkey.listAuditEntries({ limit: 1 });
  assert.deepEqual(
    { sequence: entry?.sequence, action: entry?.action, object: entry?.object },
    { sequence: first + 1, action: "ended", object: { type: "grant", id: grant_id } },
  );
});

test("a request that fails leaves no entry", async () => {
  const before = await latchkey.getAuditHead();
  written.write({ "ttl.auth_code": "soon" });
  let refused = 0;
  for (const id of operationIds.filter((one) => mayChange(operations[one]))) {
    const { path, method } = operations[id];
    const url = `http://admin.test${path.replaceAll(/\{\w+\}/g, "unknown")}`;
    const response = await world.fetch(url, { method, body: '["none"]' });
    await response.text();
    // What is there no more is deleted already.
    assert.ok(response.status >= 400 || response.status === 204, `${id} is ${response.status}`);
    if (response.status >= 400) refused += 1;
  }
  assert.ok(refused > 50);
  assert.deepEqual(await latchkey.getAuditHead(), before);
});

test("a request that is refused for want of a scope leaves no entry, and one with a key names the key", async () => {
  const [reader, writer] = [mintApiKey(), mintApiKey()];
  const other = await startTestServer({
    "serve.admin.api_keys": [`read:${hashApiKey(reader)}`, `read+write+keys:${hashApiKey(writer)}`],
  });
  const as = (api_key: string): Client =>
    createClient({ admin: "http://admin.test", api_key, fetch: other.fetch });
  for (const id of operationIds.filter((one) => mayChange(operations[one]))) {
    const { path, method, access } = operations[id];
    if (access === "open") continue;
    const url = `http://admin.test${path.replaceAll(/\{\w+\}/g, "unknown")}`;
    const headers = { Authorization: `Bearer ${reader}` };
    assert.equal((await other.fetch(url, { method, headers, body: "{}" })).status, 403, id);
  }
  assert.deepEqual(await as(reader).listAuditEntries({}), []);
  await as(writer).createOAuth2Client({ body: {} });
  const [entry] = await as(reader).listAuditEntries({});
  assert.deepEqual(entry?.caller, {
    kind: "api_key",
    id: hashApiKey(writer).slice(0, 12),
    name: "serve.admin.api_keys",
  });
  const text = await as(reader).exportAuditEntries({});
  for (const key of [reader, writer, hashApiKey(writer)]) assert.ok(!text.includes(key));
});

test("no entry has a secret, and all of them are one chain", async () => {
  const lines = await linesOf(latchkey);
  assert.ok(lines.length > 100);
  const text = lines.join("\n");
  const known = [...secrets].filter(Boolean);
  assert.ok(known.length > 20, `${known.length} secrets are known`);
  for (const secret of known) assert.ok(!text.includes(secret));
  assert.doesNotMatch(text, /"(?:d|k|p|q|priv|password|password_hash|secret)":/);
  assert.doesNotMatch(text, /"client_secret":"(?!\(changed\)")/);
  assert.match(text, /"client_secret":"\(changed\)"/);
  const { hash, sequence } = await latchkey.getAuditHead();
  const verified = verify(lines, { head: hash });
  assert.equal(verified.broken, undefined);
  assert.deepEqual(verified.last, { hash, sequence });
});

test("entries are found by object, caller, action, operation, time and text", async () => {
  const id = await newClient();
  world.clock.now += 60;
  const since = new Date(world.clock.now * 1000).toISOString();
  await latchkey.updateOAuth2Client({ id, body: { client_name: "A name to be found" } });
  const actions = (entries: readonly AuditEntry[]) => entries.map(({ action }) => action);
  const object = { object_type: "client", object_id: id };
  assert.deepEqual(actions(await latchkey.listAuditEntries(object)), ["updated", "created"]);
  assert.deepEqual(actions(await latchkey.listAuditEntries({ ...object, since })), ["updated"]);
  assert.deepEqual(actions(await latchkey.listAuditEntries({ ...object, until: since })), [
    "created",
  ]);
  assert.deepEqual(actions(await latchkey.listAuditEntries({ ...object, action: "created" })), [
    "created",
  ]);
  const search = "NAME TO BE found";
  assert.deepEqual(actions(await latchkey.listAuditEntries({ search })), ["updated"]);
  assert.deepEqual(await latchkey.listAuditEntries({ search: "name%found" }), []);
  assert.deepEqual(await latchkey.listAuditEntries({ ...object, caller_kind: "command" }), []);
  const operation = "updateOAuth2Client";
  assert.deepEqual(actions(await latchkey.listAuditEntries({ ...object, operation })), ["updated"]);
  const [last] = await latchkey.listAuditEntries({ ...object, limit: 1 });
  const before = last?.sequence ?? 0;
  assert.deepEqual(actions(await latchkey.listAuditEntries({ ...object, before })), ["created"]);
  assert.deepEqual(await latchkey.getAuditEntry({ sequence: String(before) }), last);
});

test("a request for entries that cannot be understood is refused", async () => {
  for (const query of ["since=yesterday", "before=x", "before=-1", "caller_kind=king"]) {
    const { status } = await world.fetch(`http://admin.test/audit/entries?${query}`);
    assert.equal(status, 400, query);
  }
  for (const path of ["entries/0", "entries/99999999", "entries/x"])
    assert.equal((await world.fetch(`http://admin.test/audit/${path}`)).status, 404, path);
  assert.equal((await world.fetch("http://admin.test/audit/export?after=x")).status, 400);
});

test("what an entry holds of an account survives the account, and names no one", async () => {
  const username = newName();
  const personal = ["Alice Pleasance Liddell", "alice@liddell.example", "Dean's daughter"];
  const [name = "", email = "", note = ""] = personal;
  const account = await latchkey.createAccount({
    body: { username, password: WORDS, claims: { name, email }, attributes: { note } },
  });
  await latchkey.updateAccount({ username, body: { claims: { name, email, gender: "f" } } });
  await latchkey.deleteAccount({ username });
  const entries = await latchkey.listAuditEntries({ object_id: account.subject });
  const text = JSON.stringify(entries);
  for (const value of [...personal, username]) assert.ok(!text.includes(value), value);
  const updated = entries.find(({ action, after }) => action === "updated" && after !== undefined);
  assert.deepEqual(entries.at(-2)?.after, { state: "active", changed: ["claims.gender"] });
  assert.ok(updated);
});

async function learn<T>(response: Promise<T>): Promise<T> {
  const found = await response;
  const fields = typeof found === "object" && found !== null ? Object.entries(found) : [];
  for (const [field, value] of fields)
    if (/secret|token$/.test(field) && typeof value === "string") secrets.add(value);
  return found;
}

async function newClient(): Promise<string> {
  const { client_id } = await learn(latchkey.createOAuth2Client({ body: { client_name: "x" } }));
  return client_id ?? "";
}

function ofClient(action: string, change: (id: string) => Promise<unknown>): Case {
  return async () => {
    const id = await newClient();
    return { action, type: "client", change: () => change(id) };
  };
}

function label(id: string) {
  return latchkey.labelManagedResource({ body: { kind: "client", id, owner: "git" } });
}

async function newApiKey(): Promise<string> {
  const { id, key } = await latchkey.createApiKey({ body: { name: newName(), role: "viewer" } });
  secrets.add(key);
  return id;
}

function ofApiKey(action: string, change: (id: string) => Promise<unknown>): Case {
  return async () => {
    const id = await newApiKey();
    return { action, type: "api_key", change: () => change(id) };
  };
}

async function newOperator(): Promise<string> {
  const subject = newName();
  await latchkey.addOperator({ body: { subject, role: "viewer" } });
  return subject;
}

function ofOperator(action: string, change: (subject: string) => Promise<unknown>): Case {
  return async () => {
    const subject = await newOperator();
    return { action, type: "operator", change: () => change(subject) };
  };
}

async function newApi() {
  return latchkey.createApi({ body: { identifier: `https://${newName()}.example` } });
}

function ofApi(action: string, change: (id: string) => Promise<unknown>): Case {
  return async () => {
    const { id } = await newApi();
    return { action, type: "api", change: () => change(id) };
  };
}

async function newKeySet(alg: string) {
  const set = newName();
  const { keys } = await latchkey.createJsonWebKeySet({ set, body: { alg } });
  for (const { d, k } of keys) secrets.add(d ?? "").add(k ?? "");
  return { set, kid: keys[0]?.kid ?? "" };
}

function ofKeySet(action: string, change: (set: string, kid: string) => Promise<unknown>): Case {
  return async () => {
    // One that is symmetric has nothing but its description to show.
    const { set, kid } = await newKeySet(action === "key_deleted" ? "ES256" : "HS256");
    return { action, type: "key_set", change: () => change(set, kid) };
  };
}

async function signIn(): Promise<void> {
  const app = await registerApp(latchkey, { client_id: newName(), scope: "openid offline" });
  const browser = openBrowser(world);
  const login = { remember: true, remember_for: 3600 };
  const page = await authorize(browser, requestOf(app));
  await passConsent(world, browser, await passLogin(world, browser, page, login), {
    remember: true,
  });
}

async function requestToken(client_id: string, client_secret: string): Promise<void> {
  const response = await world.fetch("http://public.test/oauth2/token", {
    method: "POST",
    headers: {
      Authorization: `Basic ${btoa(`${client_id}:${encodeURIComponent(client_secret)}`)}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  assert.equal(response.status, 200, await response.text());
}

function invite() {
  return learn(latchkey.createInvitation({ body: { email: `${newName()}@wonderland.example` } }));
}

async function newAccount() {
  return latchkey.createAccount({ body: { username: newName(), password: WORDS } });
}

/** An account with two factors and a session. */
function ofAccount(action: string, change: (username: string) => Promise<unknown>): Case {
  return async () => {
    const { username, subject } = await newAccount();
    const { factors } = withIdentity(server.context).identity.store;
    const common = { subject, counter: 1, created_at: 1, last_used_at: undefined, name: "" };
    const isFactor = action.startsWith("factor");
    for (const factor_id of isFactor ? [newName(), newName()] : [])
      await factors.add({ ...common, factor_id, kind: "totp", secret: "c2VjcmV0" });
    if (action.startsWith("session"))
      await server.context.store.login_sessions.remember({
        sid: newName(),
        subject,
        authenticated_at: world.clock.now,
        expires_at: world.clock.now + 3600,
      });
    return { action, type: "account", change: () => change(username) };
  };
}

function newProvider() {
  const client_secret = "what the provider knows";
  secrets.add(client_secret);
  return latchkey.createIdentityProvider({
    body: {
      id: newName(),
      name: "There",
      issuer: "https://there.example",
      client_id: "here",
      client_secret,
    },
  });
}

const RECEIVER = "https://events.example/hooks?key=unspoken";
secrets.add("unspoken");

function newReceiver() {
  const body = { name: "Security team", url: RECEIVER, kinds: ["account.created"] } as const;
  return learn(latchkey.createEventReceiver({ body: { ...body, kinds: [...body.kinds] } }));
}

function ofReceiver(action: string, change: (id: string) => Promise<unknown>): Case {
  return async () => {
    const { id } = await newReceiver();
    return { action, type: "event_receiver", change: () => change(id) };
  };
}

/** Whom streams are about. */
const subject = { format: "email", email: "dinah@wonderland.example" };
secrets.add(subject.email);

interface Authorized {
  readonly authorization: string;
}

/** A client that may have a stream, as its token authorizes it. */
async function newStreamClient(): Promise<Authorized> {
  const client_secret = "a secret of this receiver";
  secrets.add(client_secret);
  const { client_id } = await latchkey.createOAuth2Client({
    body: {
      client_secret,
      grant_types: ["client_credentials"],
      scope: "ssf.manage",
      token_endpoint_auth_method: "client_secret_basic",
    },
  });
  const authorization = `Basic ${btoa(`${client_id}:${encodeURIComponent(client_secret)}`)}`;
  const token = await tokenOf(latchkey, { authorization }, { scope: "ssf.manage" });
  return { authorization: `Bearer ${token}` };
}

async function newStream(as: Authorized) {
  const authorization_header = "Bearer of a stream";
  secrets.add(authorization_header);
  const { stream_id } = await latchkey.createSsfStream(
    {
      body: {
        events_requested: [signalEvents.session_revoked],
        delivery: { method: deliveryMethods.push, endpoint_url: RECEIVER, authorization_header },
      },
    },
    as,
  );
  return { stream_id, as };
}

function ofStream(
  action: string,
  change: (stream: Awaited<ReturnType<typeof newStream>>) => Promise<unknown>,
): Case {
  return async () => {
    const stream = await newStream(await newStreamClient());
    return { action, type: "event_stream", change: () => change(stream) };
  };
}

async function registered(request: Parameters<typeof callRegistration>[1]) {
  const { status, body } = await callRegistration(world, request);
  assert.ok(status < 300, JSON.stringify(body));
  await learn(Promise.resolve(body));
  return body;
}

function register() {
  return registered({
    body: { ...description, token_endpoint_auth_method: "client_secret_basic" },
  });
}

function newRegistrationToken() {
  return learn(latchkey.createRegistrationToken({ body: { note: "for tests" } }));
}

function trust() {
  return latchkey.trustJwtGrantIssuer({
    body: {
      issuer: `https://${newName()}.example`,
      subject: "ci",
      jwks_uri: "https://issuer.example/jwks",
      scope: ["deploy"],
      expires_at: "2030-01-01T00:00:00Z",
    },
  });
}

function newDetailsType() {
  return latchkey.createAuthorizationDetailsType({
    body: { type: newName(), schema: { type: "object" }, sentences: { en: "Pay." } },
  });
}

function ofWorkspace(action: string, change: (id: string) => Promise<unknown>): Case {
  return async () => {
    const { id } = await latchkey.createWorkspace({ body: { name: "Looking-Glass" } });
    return { action, type: "workspace", change: () => change(id) };
  };
}

function ofMember(action: string, change: (id: string, user_id: string) => Promise<unknown>): Case {
  return async () => {
    const { id } = await latchkey.createWorkspace({ body: { name: "Looking-Glass" } });
    const { user_id } = await latchkey.createWorkspaceMember({ id, body: { subject: "queen" } });
    return { action, type: "workspace", change: () => change(id, user_id) };
  };
}

function newIntegration() {
  const body = { name: "Notes", webhook_url: "https://notes.example/webhooks" };
  return learn(latchkey.createIntegration({ body }));
}

function ofIntegration(action: string, change: (id: string) => Promise<unknown>): Case {
  return async () => {
    const { id } = await newIntegration();
    return { action, type: "integration", change: () => change(id) };
  };
}

function newInternal() {
  const body = { name: "Inside", kind: "internal", install_scope: [workspace.id] } as const;
  return learn(latchkey.createIntegration({ body }));
}

function ofInternal(action: string, change: (id: string) => Promise<unknown>): Case {
  return async () => {
    const { id } = await newInternal();
    return { action, type: "integration", change: () => change(id) };
  };
}

function ofBot(action: string, change: (bot_id: string) => Promise<unknown>): Case {
  return async () => {
    const { id: integration_id } = await newInternal();
    const [bot] = await latchkey.listInstallations({ integration_id });
    return { action, type: "workspace", change: () => change(bot?.bot_id ?? "") };
  };
}
