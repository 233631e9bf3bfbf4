import assert from "node:assert/strict";
import { hash, randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { command, nullable, query, text } from "@latchkey/server/feature/store";
import { clearRemains } from "../../../takeover/src/clear-remains.ts";
import { createRemains } from "../../../takeover/src/remains.ts";
import { createTakenStore } from "../../../takeover/src/store.ts";
import { assertionRows, taken_subject } from "../../../takeover/src/tables.ts";
import { issueOpaque } from "../../../takeover/test/support/issued.ts";
import { END_OF_TIME } from "../../src/crypto/grant-token.ts";
import { newRow } from "../../src/store/database/statement.ts";
import { isActive } from "../operations/machine.ts";
import { registerApp } from "../support/app.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import { authorize, requestOf, signIn } from "../support/flow.ts";
import { SECRET, startTakenServer } from "./taken-server.ts";

const useToken = command({
  given: { client_id: text },
  sql: "update client set registration_token_hash = 'of its own' where client_id = :client_id",
});
const allTokens = query({
  returns: { client_id: nullable(text) },
  sql: "select client_id from taken_token",
});

const DAY = 86_400;
const START = 1_800_000_000;

describe("what is left of a takeover", () => {
  it("is shown until the last of it expires; then nothing is recognised, and it goes", async () => {
    const world = await startTakenServer({}, START + DAY);
    const { latchkey, issueLike, clock, context, lines } = world;
    const photos = await registerApp(latchkey);
    const { access_token } = await signIn(world, photos);
    const theirs = await issueLike("access", access_token);
    assert.deepEqual(await latchkey.getTakeover(), {
      state: "done",
      source: "Ory Hydra 1.9 on SQLite",
      began_at: "2027-01-15T08:00:00Z",
      ended_at: "2027-01-15T08:00:00Z",
      live_tokens: 1,
      needed_until: "2027-01-16T08:00:00Z",
    });
    assert.ok(await isActive(latchkey, theirs));

    const { tools } = context.store;
    const remains = createRemains(tools);
    const part = { store: createTakenStore(tools), remains };
    const subject = { subject: "alice", client_id: "photos", identifier: "a pseudonym" };
    await tools.database.insert(
      newRow({ table: taken_subject.name, columns: taken_subject.columns }, subject),
    );
    const clear = () => clearRemains(Object.assign(Object.create(context), { takeover: part }));
    await clear();
    assert.equal((await latchkey.getTakeover()).state, "done");

    clock.now = START + DAY;
    assert.deepEqual(await latchkey.getTakeover(), { state: "none", live_tokens: 0 });
    assert.equal(await part.store.subjects.find("photos", "alice"), "a pseudonym");
    await clear();
    await clear();
    assert.equal(await part.store.subjects.find("photos", "alice"), undefined);
    const logged = lines.filter((line) => line.includes("nothing of the takeover is valid"));
    assert.equal(logged.length, 1);
  });

  it("names the end of what expires beside registration access tokens, which do not", async () => {
    const { latchkey, addToken } = await startTakenServer({}, END_OF_TIME);
    const photos = await registerApp(latchkey);
    const registration = { client_id: photos.client_id, expires_at: END_OF_TIME };
    await addToken("registration", "of-photos", registration);
    await addToken("access", "that-expires", { expires_at: START + 60 });
    const found = await latchkey.getTakeover();
    const { live_tokens, registration_tokens, needed_until } = found;
    assert.deepEqual(
      { live_tokens, registration_tokens, needed_until },
      { live_tokens: 1, registration_tokens: 1, needed_until: "2027-01-15T08:01:00Z" },
    );
    await addToken("refresh", "without-an-end", { expires_at: END_OF_TIME });
    const { needed_until: end } = await latchkey.getTakeover();
    assert.equal(end, undefined);
  });

  it("has an end again when each client has used its registration access token", async () => {
    const { latchkey, addToken, context } = await startTakenServer({}, END_OF_TIME);
    const { client_id } = await registerApp(latchkey);
    await addToken("registration", "of-photos", { client_id, expires_at: END_OF_TIME });
    const { tools } = context.store;
    const remains = createRemains(tools);
    assert.equal(await remains.clear(START), false);
    assert.equal((await latchkey.getTakeover()).state, "done");

    await tools.database.write(() => useToken({ client_id }));
    assert.equal(await remains.clear(START), true);
    assert.equal((await latchkey.getTakeover()).state, "none");
    assert.deepEqual(await tools.database.read(() => allTokens({})), []);
  });

  it("is nothing where nothing was taken over: no token of another server is looked up", async () => {
    const world = await startTakenServer({}, START);
    assert.deepEqual(await world.latchkey.getTakeover(), { state: "none", live_tokens: 0 });
    assert.equal(await isActive(world.latchkey, issueOpaque(SECRET).token), false);
  });
});

describe("what the other server remembered of users and clients", () => {
  it("an identifier that its login app chose is recognised in an id_token_hint", async () => {
    const world = await startTakenServer({
      "oidc.subject_identifiers.supported_types": ["public", "pairwise"],
      "oidc.subject_identifiers.pairwise.salt": "a salt that is long enough",
    });
    const { latchkey, context } = world;
    const photos = await registerApp(latchkey, { subject_type: "pairwise" });
    const browser = openBrowser(world);
    const forced = { force_subject_identifier: "a pseudonym" };
    const { id_token = "" } = await signIn(world, photos, { login: forced });
    await signIn(world, photos, {
      browser,
      login: { remember: true },
      consent: { remember: true },
    });
    const hinted = requestOf(photos, { prompt: "none", id_token_hint: id_token });
    const before = locationOf(await authorize(browser, hinted)).searchParams.get("error");
    assert.equal(
      before,
      "login_required",
      "the hint is of an identifier that this session never had",
    );

    const subject = { subject: "alice", client_id: "photos", identifier: "a pseudonym" };
    await context.store.tools.database.insert(
      newRow({ table: taken_subject.name, columns: taken_subject.columns }, subject),
    );
    const after = locationOf(await authorize(browser, hinted));
    assert.equal(after.searchParams.get("error"), null);
    assert.ok(after.searchParams.has("login_challenge"));
  });

  it("an assertion that it accepted is not accepted again", async () => {
    const { context, clock } = await startTakenServer();
    const { predecessor, store } = context;
    assert.ok(predecessor);
    const jti = randomUUID();
    const digest = hash("sha256", jti, "buffer");
    assert.equal(await predecessor.hasAccepted(jti), false);
    await store.tools.database.insert(
      newRow(assertionRows, { digest, expires_at: clock.now + 60 }),
    );
    assert.ok(await predecessor.hasAccepted(jti));
    clock.now += 60;
    assert.equal(await predecessor.hasAccepted(jti), false);
  });
});
