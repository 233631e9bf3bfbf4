import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { createSelfDescribedClients } from "../../../src/features/registration/store.ts";
import { createAuthorizationDetailsTypes } from "../../../src/features/authorization-details/store.ts";
import { createReceivers } from "../../../src/features/signals/store/receivers.ts";
import type { Sealer } from "../../../src/crypto/sealed.ts";
import { ok } from "../../../src/result.ts";
import { bytes, type Column, pick, text } from "../../../src/store/database/columns.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { command, query } from "../../../src/store/database/statement.ts";
import { coreSealedColumns } from "../../../src/store/tables/sealed-columns.ts";
import type { TestStore } from "../../support/store.ts";
import { featureTables } from "../../support/tables.ts";
import { aType } from "./authorization-details-types.ts";
import { aClient, aDocumentClient } from "./client-example.ts";
import { tables } from "./column-maps.ts";
import { aReceiver } from "./events.ts";
import { aGrant, aLogout, anAccount, anId, given, NOW, type Servers } from "./example.ts";
import { aProvider } from "./federation.ts";
import { anExchange, anIntegration, aMember, aWorkspace, consented } from "./workspace-example.ts";

type Key = Readonly<Record<string, string | number>>;

/** A row with a document, and what replaces that. */
interface Replaced {
  /** The values of the key of its table. */
  readonly key: Key;
  /** Each replaces the document at a server that does not know a field of it. */
  readonly verbs: readonly ((peer: TestStore) => Promise<unknown>)[];
}

/** Makes a row at a server, for each column of documents that are replaced. */
const replaced: Readonly<Record<string, (store: TestStore) => Promise<Replaced>>> = {
  "account.details": async (store) => {
    const alice = anAccount();
    const { username } = alice;
    await store.accounts.create(alice);
    const change = (peer: TestStore) =>
      peer.accounts.change(username, (was) => ({ ...was, groups: ["staff"] }));
    return { key: { username }, verbs: [change, (peer) => peer.accounts.beginDeletion(username)] };
  },
  "account_factor.sealed": async (store) => {
    const { subject, ...alice } = anAccount();
    await store.accounts.create({ ...alice, subject });
    const factor_id = anId();
    const named = { factor_id, subject, kind: "totp" as const, name: "", secret: "AAECAwQFBgcICQ" };
    const factor = { ...named, counter: 1, created_at: NOW, last_used_at: undefined };
    await store.factors.add(factor);
    return { key: { factor_id }, verbs: [(peer) => peer.factors.use(factor, 2, NOW)] };
  },
  "api.document": async (store) => {
    const id = randomUUID();
    const api = { ...anApi, id, identifier: `https://${id}.example` };
    await store.apis.create(api);
    return { key: { id }, verbs: [(peer) => peer.apis.replace({ ...api, name: "Pictures" })] };
  },
  "authorization_details_type.document": async (store) => {
    const { created_at, ...type } = aType();
    await createAuthorizationDetailsTypes(store.tools).create({ ...type, created_at });
    const replace = ({ tools }: TestStore) =>
      createAuthorizationDetailsTypes(tools).replace({ ...type, reducible: [] });
    return { key: { type: type.type }, verbs: [replace] };
  },
  "authorization_grant.sealed": async (store) => {
    const grant = await given(store, aGrant());
    const key = { grant_id: grant.grant_id, subject_key: grant.subject_key };
    const rotate = async (peer: TestStore) => {
      const found = (await peer.grants.find(grant)) ?? assert.fail();
      const session = { ...found.session, nonce: "another" };
      const times = { generation_at_ms: NOW * 1000 + 1, expires_at: NOW + 3_600, client_epoch: 7 };
      const next = { ...times, cnf: undefined, narrowed_details: undefined, session };
      assert.ok(await peer.grants.rotate(found, next));
    };
    return { key, verbs: [rotate] };
  },
  "branding.document": async (store) => {
    await store.branding.set({ product_name: "Wonderland" });
    return { key: { name: "pages" }, verbs: [(peer) => peer.branding.set({ css: "a{}" })] };
  },
  "client.document": async (store) => {
    const photos = aClient({ client_secret_hash: "sha256:old" });
    const { client_id } = photos;
    await store.clients.create(photos);
    const times = { now: NOW, overlap: 60 };
    return {
      key: { client_id },
      verbs: [
        ({ clients }) => clients.replace({ ...photos, client_name: "Pictures" }),
        ({ clients }) => clients.rotateSecret(client_id, "sha256:new", times),
        ({ clients }) => clients.replaceSecretHash(client_id, "sha256:old", "sha256:older"),
        ({ clients }) => clients.deletePreviousSecrets(client_id, NOW),
      ],
    };
  },
  "event_receiver.document": receiver,
  "event_receiver.sealed": receiver,
  "identity_provider.document": provider,
  "identity_provider.sealed": provider,
  "installation.document": async (store) => {
    const { grant } = await consented(store);
    const exchange = anExchange();
    await store.workspace_grants.exchange(grant, exchange);
    const bot_id = exchange.new_bot_id;
    return {
      key: { bot_id },
      verbs: [
        ({ installations }) => installations.share(bot_id, ["r2"], NOW),
        ({ installations }) => installations.disconnect(bot_id, NOW),
      ],
    };
  },
  "integration.document": integration,
  "integration.webhook": integration,
  "kept_token.sealed": async (store) => {
    const [alice, there] = [anAccount(), { ...aProvider(), keep_tokens: true }];
    const owner = { subject: alice.subject, provider_id: there.id };
    await store.accounts.create(alice);
    await store.identity_providers.create(there);
    const times = { linked_at: NOW, last_used_at: NOW };
    const identity = { ...owner, provider_subject: anId(), label: "alice" };
    await store.linked_identities.link({ ...identity, ...times });
    const tokens = {
      access_token: "a",
      access_token_expires_at: undefined,
      refresh_token: undefined,
      scope: [],
      provider_subject: "1",
      issued_by: "there",
    };
    const kept = { now: NOW, expires_at: NOW + 60 };
    await store.kept_tokens.keep(owner, () => tokens, kept);
    const replace = async ({ kept_tokens }: TestStore) => {
      const found = (await kept_tokens.find(owner, NOW)) ?? assert.fail();
      assert.ok(await kept_tokens.replace(found, { ...tokens, access_token: "b" }, NOW + 90));
    };
    return {
      key: owner,
      verbs: [replace, (peer) => peer.kept_tokens.keep(owner, () => tokens, kept)],
    };
  },
  "logout_request.sealed": async (store) => {
    const { logout_id } = aLogout();
    await store.logout_requests.begin(aLogout({ logout_id }), NOW + 60);
    const advance = async ({ logout_requests }: TestStore) => {
      const found = (await logout_requests.find(logout_id)) ?? assert.fail();
      assert.ok(await logout_requests.advance({ ...found, state: "accepted" }));
    };
    return { key: { logout_id }, verbs: [advance] };
  },
  "workspace.document": async (store) => {
    const acme = aWorkspace();
    const { id } = acme;
    await store.workspaces.create(acme);
    const change = (peer: TestStore) =>
      peer.workspaces.change(id, () => ok({ ...acme, name: "Renamed" }));
    return { key: { id }, verbs: [change] };
  },
  "workspace_member.document": async (store) => {
    const acme = aWorkspace();
    const alice = aMember(acme.id);
    const { workspace_id, user_id } = alice;
    await store.workspaces.create(acme);
    await store.members.create(alice);
    const change = (peer: TestStore) =>
      peer.members.change(workspace_id, user_id, () => ({ ...alice, name: "Alice" }));
    return { key: { workspace_id, user_id }, verbs: [change] };
  },
};

/** Other columns with documents, and why none of these is replaced by one that knows less. */
const notReplaced: Readonly<Record<string, string>> = {
  "access_token.details": "written once",
  "account.profile": "claims, of which operators choose all",
  "account_event.details": "written once: only its count changes",
  "account_factor.public_key": "written once",
  "authorization_grant.cnf": "of one generation, which is written once",
  "authorization_grant.narrowed_details": "of one generation, which is written once",
  "authorization_grant.previous_cnf": "moved there as it is",
  "authorization_grant.previous_details": "moved there as it is",
  "backchannel_request.sealed": "written once",
  "device_authorization.authentication": "written once",
  "device_authorization.authorization_details": "written once",
  "event_delivery.content": "written once",
  "federated_session.sealed": "of one sign-in, which is written once",
  "federation_attempt.sealed": "of one attempt, which is written once",
  "flow.answers": "login and consent alone, which are carried from step to step",
  "flow.sealed": "written once",
  "inspected_step.document": "written once",
  "invitation.details": "of one invitation, which is written once",
  "json_web_key.sealed": "a key, which is a standard's",
  "mail_delivery.sealed": "written once",
  "one_time_code.sealed": "written once",
  "one_time_link.sealed": "written once",
  "pushed_request.sealed": "written once",
  "resealing.document": "progress of a job, which carries what it read",
  "termination.work": "the place of a job, where the next one follows",
  "trusted_issuer.document": "written once",
  "webhook_delivery.target": "where it is sent: a copy of the integration's, as that is deleted",
  "workspace_grant.sealed": "written once",
};

const sealedColumns = [
  ...coreSealedColumns,
  ...featureTables.flatMap(({ sealed }) => sealed ?? []),
];

/** A document that an older server replaces keeps the fields that a newer one added. */
export function describeNewerFields(servers: () => Servers, sealer: Sealer): void {
  describe("fields of a newer server", () => {
    for (const [place, make] of Object.entries(replaced)) {
      it(`stay in ${place}`, async () => {
        const { database, store, peer } = servers();
        const { key, verbs } = await make(store);
        const document = documentAt(database, sealer, place, key);
        for (const [at, verb] of verbs.entries()) {
          const { of_the_next_version: _, ...known } = await document.read();
          await document.write({ ...known, of_the_next_version: ["a limit"] });
          await peer.refresh();
          const before = await document.raw();
          await verb(peer);
          assert.notDeepEqual(await document.raw(), before, `verb ${at} replaces it`);
          const after = await document.read();
          assert.deepEqual(after["of_the_next_version"], ["a limit"], `verb ${at}`);
        }
      });
    }

    it("of the client of a metadata document stay when that is read again", async () => {
      const { database, store, peer } = servers();
      const agent = aDocumentClient();
      const describedBy = ({ tools }: TestStore) =>
        createSelfDescribedClients(tools).storeDocument(agent, NOW + 60, 10_000);
      await describedBy(store);
      const { client_id } = agent;
      const document = documentAt(database, sealer, "client.document", { client_id });
      await document.write({ ...(await document.read()), of_the_next_version: true });
      await describedBy(peer);
      assert.equal((await document.read())["of_the_next_version"], true);
    });

    it("are looked for in every column that holds documents", async () => {
      const { database } = servers();
      const known = new Set([...Object.keys(replaced), ...Object.keys(notReplaced)]);
      const declared = tables.flatMap(({ name, columns }) =>
        Object.entries(columns).map(([column, { type, takes }]) => ({ name, column, type, takes })),
      );
      const sealed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`));
      const missing: string[] = [];
      for (const { name, column, type, takes } of declared) {
        const place = `${name}.${column}`;
        const holds =
          takes !== undefined ||
          sealed.has(place) ||
          (type === "text" && (await holdsDocuments(database, name, column)));
        if (holds && !known.has(place)) missing.push(place);
        if (takes !== undefined) assert.ok(place in replaced, `${place} is replaced`);
      }
      assert.deepEqual(missing, [], "columns without a case");
      const places = new Set(declared.map(({ name, column }) => `${name}.${column}`));
      for (const place of known) assert.ok(places.has(place), `there is no ${place}`);
    });
  });
}

async function receiver({ tools }: TestStore): Promise<Replaced> {
  const made = aReceiver();
  const { receiver_id } = made;
  await createReceivers(tools).create(made);
  const change = (peer: TestStore) =>
    createReceivers(peer.tools).change(receiver_id, () => ({ ...made, name: "Renamed" }), NOW);
  return { key: { receiver_id }, verbs: [change] };
}

async function provider({ identity_providers }: TestStore): Promise<Replaced> {
  const made = aProvider();
  await identity_providers.create(made);
  const replace = (peer: TestStore) =>
    peer.identity_providers.replace({ ...made, name: "Renamed" });
  return { key: { provider_id: made.id }, verbs: [replace] };
}

async function integration({ integrations }: TestStore): Promise<Replaced> {
  const webhook = { url: "https://notes.example/hook", secrets: [] };
  const notes = { ...anIntegration(), webhook };
  const { id } = notes;
  await integrations.create(notes);
  const change = (peer: TestStore) =>
    peer.integrations.change(id, () => ({ ...notes, name: "Renamed" }));
  return { key: { id }, verbs: [change] };
}

const anApi = {
  name: "Photos",
  scopes: [],
  access_token_jwt_typ: "at+jwt" as const,
  allow_any_client: false,
  consent_required: true,
  introspection_clients: [],
  created_at: NOW,
  updated_at: NOW,
};

/** Reads and writes a document as it is stored. */
function documentAt(database: Database, sealer: Sealer, place: string, key: Key) {
  const [name = "", column = ""] = place.split(".");
  const columns = tables.find((one) => one.name === name)?.columns ?? {};
  const sealed = sealedColumns.find((one) => one.table === name && one.column === column);
  const [context = ""] = sealed?.contextsOf(key) ?? [];
  const where = Object.keys(key)
    .map((one) => `${one} = :${one}`)
    .join(" and ");
  const byKey = pick(columns, ...Object.keys(key));
  const stored: Column<string | Uint8Array> = sealed === undefined ? text : bytes;
  const select = query({
    given: byKey,
    returns: { value: stored },
    sql: `select ${column} as value from ${name} where ${where}`,
  });
  const update = command({
    given: { ...byKey, value: stored },
    sql: `update ${name} set ${column} = :value where ${where}`,
  });
  const raw = async (): Promise<string | Uint8Array> => {
    const [row] = await database.read(() => select(key));
    return row?.value ?? assert.fail(`${place} has no such row`);
  };
  return {
    raw,
    async read(): Promise<Record<string, unknown>> {
      const value = await raw();
      return JSON.parse(typeof value === "string" ? value : sealer.open(value, context).toString());
    },
    async write(document: Record<string, unknown>) {
      const json = JSON.stringify(document);
      const value = sealed === undefined ? json : sealer.seal(json, context);
      await database.write(() => update({ ...key, value }));
    },
  };
}

async function holdsDocuments(database: Database, name: string, column: string) {
  const found = query({
    returns: { column: text },
    sql: `select ${column} as "column" from ${name} where ${column} like '{"document_version"%' limit 1`,
  });
  return (await database.read(() => found({}))).length > 0;
}
