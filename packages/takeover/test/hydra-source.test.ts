import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import { recordKey } from "../src/record-key.ts";
import { type RecordKind, recordKinds, type TakenRecord } from "../src/record.ts";
import type { LeftOut, Source } from "../src/source.ts";
import { SourceError } from "../src/source.ts";
import type { Database } from "../src/sources/databases/database.ts";
import { openSqlite } from "../src/sources/databases/sqlite.ts";
import { openHydra } from "../src/sources/hydra/hydra-source.ts";
import { openSource, type SourceOptions } from "../src/sources/open-source.ts";
import {
  createHydraDatabase,
  type HydraDatabase,
  type HydraDatabaseOptions,
  type HydraVersion,
  signatureOf,
} from "./support/hydra-database.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-takeover-"));
after(() => rmSync(folder, { recursive: true }));

const NOW = 1_800_000_000;
const SECRET = "a-system-secret-of-the-tests";
const versions: readonly HydraVersion[] = ["v1.9", "v1.11", "v26"];

for (const version of versions) {
  describe(`a database of Ory Hydra ${version}`, () => {
    it("gives its clients with the hashes of their secrets", async () => {
      const { database, open } = createDatabase({ version });
      database.addClient({
        client_id: "photos",
        client_secret: "cheese",
        redirect_uris: ["https://photos.example/cb", "https://photos.example/other"],
        scope: "openid photos.read",
        audience: ["https://api.example"],
        metadata: { team: 1 },
        ...(version === "v1.9"
          ? {}
          : { lifespans: { client_credentials_grant_access_token_lifespan: 630_720_000 } }),
      });
      database.addClient({ client_id: "spa", token_endpoint_auth_method: "none" });
      const token = version === "v1.9" ? undefined : database.addRegistrationToken("photos");
      const [photos, spa] = await readAll(await open(), "client");

      assert.equal(photos?.client.client_id, "photos");
      assert.deepEqual(photos.client.redirect_uris, [
        "https://photos.example/cb",
        "https://photos.example/other",
      ]);
      assert.deepEqual(photos.client.audience, ["https://api.example"]);
      assert.deepEqual(photos.client.metadata, { team: 1 });
      assert.equal(
        photos.client.client_credentials_grant_access_token_lifespan,
        version === "v1.9" ? undefined : "175200h0m0s",
      );
      assert.match(photos.secret_hashes.join(), version === "v26" ? /^\$pbkdf2-sha256/ : /^\$2a\$/);
      assert.equal(
        photos.registration_token?.signature,
        token === undefined ? undefined : signatureOf(token),
      );
      assert.deepEqual([photos.created_at, photos.updated_at], [NOW, NOW]);
      assert.deepEqual(spa?.secret_hashes, []);
    });

    it("gives its keys under the ids that it publishes, the oldest of a set first", async () => {
      const { database, open } = createDatabase({ version });
      const set = "hydra.openid.id-token";
      const second = database.addKey(set, { id: "a-later", alg: "ES256", created_at: NOW });
      const first = database.addKey(set, { id: "b-earlier", alg: "ES256", created_at: NOW - 9 });
      database.addKeyRow("mine", { kty: "oct", kid: "mine", k: "c2VjcmV0" });
      const keys = await readAll(await open(), "key");

      assert.deepEqual(
        keys.map(({ set: name, key }) => [name, key.kid, key.d ?? key.k]),
        [
          [set, first.kid, first["d"]],
          [set, second.kid, second["d"]],
          ["mine", "mine", "c2VjcmV0"],
        ],
      );
      assert.equal(first.kid, version === "v26" ? "b-earlier" : "public:b-earlier");
    });

    it("gives a grant with its used code and its refresh tokens, the used ones first", async () => {
      const { database, open } = createDatabase({ version });
      database.addClient({ client_id: "photos" });
      const { consent, ...tokens } = database.addGrant({
        client_id: "photos",
        subject: "alice",
        sid: "session-1",
        scope: ["openid", "offline_access", "photos.read"],
        audience: ["https://api.example"],
        identifier: "pairwise-alice",
        nonce: "n-1",
        acr: "urn:acr:1",
        access_token: { level: 3 },
        id_token: { email: "alice@example.org" },
        context: { from: "login" },
        rotations: 2,
      });
      const [grant, ...others] = await readAll(await open(), "grant");

      assert.deepEqual(others, []);
      const { access_tokens, refresh_tokens, code, consent: answer, ...rest } = grant ?? {};
      assert.deepEqual(rest, {
        kind: "grant",
        id: consent.id,
        client_id: "photos",
        subject: "alice",
        id_token_subject: "pairwise-alice",
        sid: "session-1",
        scope: ["openid", "offline_access", "photos.read"],
        audience: ["https://api.example"],
        granted_at: NOW,
        requested_at: NOW,
        auth_time: NOW,
        nonce: "n-1",
        acr: "urn:acr:1",
        access_token: { level: 3 },
        id_token: { email: "alice@example.org" },
      });
      assert.deepEqual(answer, {
        skip: false,
        requested_scope: ["openid", "offline_access", "photos.read"],
        requested_audience: ["https://api.example"],
        oidc_context: {},
        request_url: consent.request_url,
        context: { from: "login" },
        remember: false,
        remember_for: 0,
        handled_at: NOW,
      });
      const expires_at = NOW + 3600;
      assert.deepEqual(code, {
        signature: signatureOf(tokens.code),
        issued_at: NOW,
        expires_at,
        used: true,
      });
      // 1.9 deletes refresh tokens that were used.
      const used = version === "v1.9" ? [] : tokens.used_refresh_tokens;
      assert.deepEqual(
        refresh_tokens?.map(({ signature, used: isUsed }) => [signature, isUsed]),
        [
          ...used.map((token) => [signatureOf(token), true]),
          [signatureOf(tokens.refresh_token ?? ""), false],
        ],
      );
      const signature = signatureOf(tokens.access_token);
      assert.deepEqual(access_tokens, [
        {
          ...(version === "v26"
            ? { signature: sha384(signature), digest: "sha384" }
            : { signature }),
          issued_at: NOW,
          expires_at,
          scope: ["openid", "offline_access", "photos.read"],
          audience: ["https://api.example"],
        },
      ]);
    });

    it("gives codes that wait, with their redirect URI and PKCE", async () => {
      const { database, open } = createDatabase({ version });
      database.addClient({ client_id: "photos" });
      const consent = database.addConsent({ client_id: "photos", subject: "alice", nonce: "n-1" });
      const code = database.addCode(consent, {
        redirect_uri: "https://photos.example/cb",
        code_challenge: "challenge",
      });
      const [grant] = await readAll(await open(), "grant");
      assert.deepEqual(grant?.code, {
        signature: signatureOf(code),
        issued_at: NOW,
        expires_at: NOW + 3600,
        used: false,
        redirect_uri: "https://photos.example/cb",
        code_challenge: "challenge",
        code_challenge_method: "S256",
      });
    });

    it("gives remembered consents without tokens, and leaves out what is over", async () => {
      const { database, open } = createDatabase({ version });
      database.addClient({ client_id: "photos" });
      const of = { client_id: "photos", subject: "alice", remember: true };
      const endless = database.addConsent({ ...of, id: "a1" });
      const lasting = database.addConsent({ ...of, id: "a2", remember_for: 60 });
      database.addConsent({ ...of, id: "a3", remember_for: 60, granted_at: NOW - 61 });
      database.addConsent({ ...of, id: "a4", rejected: true });
      database.addConsent({ ...of, id: "a5", remember: false });
      database.addConsent({ ...of, id: "a6", skip: true });
      database.addGrant({ ...of, id: "a7", remember: false, rotations: 1, expires_in: -1 });
      const source = await open();

      const grants = await readAll(source, "grant");
      assert.deepEqual(
        grants.map(({ id, consent }) => [id, consent.remember, consent.remember_for]),
        [
          [endless.id, true, 0],
          [lasting.id, true, 60],
        ],
      );
      const left = await leftOut(source, "grant");
      assert.ok(left.every(({ dead }) => dead === true));
      assert.equal(left.filter(({ key }) => key !== undefined).length, 5);
    });

    it("gives tokens of machines, without an end where the source has none", async () => {
      const { database, open } = createDatabase({ version });
      database.addClient({ client_id: "backup" });
      const token = database.addMachineToken({
        client_id: "backup",
        scope: ["api.read"],
        ext: { tier: 2 },
      });
      database.addMachineToken({ client_id: "backup", expires_in: -1 });
      database.addMachineToken({ client_id: "backup", active: false });
      const source = await open();
      const tokens = await readAll(source, "token");
      assert.deepEqual(
        tokens.map(({ client_id, subject, scope, ext, expires_at }) => ({
          client_id,
          subject,
          scope,
          ext,
          expires_at,
        })),
        [
          {
            client_id: "backup",
            subject: "backup",
            scope: ["api.read"],
            ext: { tier: 2 },
            expires_at: NOW + 3600,
          },
        ],
      );
      const signature = signatureOf(token);
      assert.equal(tokens[0]?.signature, version === "v26" ? sha384(signature) : signature);
      assert.equal((await leftOut(source, "token")).length, 2);
      assert.deepEqual(await readAll(source, "grant"), []);
    });

    it("gives sessions that are remembered, forced subjects, assertions and logouts under way", async () => {
      const { database, open } = createDatabase({ version });
      database.addClient({ client_id: "photos" });
      const sid = database.addSession({ subject: "alice", authenticated_at: NOW - 60 });
      database.addSession({ subject: "alice", remember: false });
      database.addSession({ subject: "" });
      database.addForcedSubject({ client_id: "photos", subject: "alice", identifier: "forced" });
      database.addForcedSubject({ client_id: "gone", subject: "alice", identifier: "forced" });
      database.addAssertion("jti-1");
      database.addAssertion("jti-2", NOW);
      const waiting = database.addLogout({ subject: "alice", sid, client_id: "photos" });
      const accepted = database.addLogout({ subject: "alice", sid, state: "accepted" });
      database.addLogout({ subject: "alice", sid, state: "used" });
      database.addLogout({ subject: "alice", sid, state: "rejected" });
      database.addLogout({ subject: "alice", sid: "gone" });
      const source = await open();

      const sessions = await readAll(source, "session");
      assert.deepEqual(
        sessions.map(({ sid: id, subject, authenticated_at }) => [id, subject, authenticated_at]),
        [[sid, "alice", NOW - 60]],
      );
      assert.deepEqual(await readAll(source, "subject"), [
        { kind: "subject", client_id: "photos", subject: "alice", identifier: "forced" },
      ]);
      assert.deepEqual(await readAll(source, "assertion"), [
        {
          kind: "assertion",
          jti_sha256: createHash("sha256").update("jti-1").digest("hex"),
          expires_at: NOW + 300,
        },
      ]);
      const logouts = await readAll(source, "logout");
      assert.deepEqual(
        new Set(
          logouts.map(({ challenge, verifier, state }) => `${challenge} ${verifier} ${state}`),
        ),
        new Set([
          `${waiting.challenge} ${waiting.verifier} waiting`,
          `${accepted.challenge} ${accepted.verifier} accepted`,
        ]),
      );
    });

    it("gives logouts without times the same way whenever it is read", async () => {
      const { database, open } = createDatabase({ version });
      const sid = database.addSession({ subject: "alice" });
      const { challenge } = database.addLogout({ subject: "alice", sid });
      if (version === "v26")
        database.run("UPDATE hydra_oauth2_logout_request SET requested_at = NULL");
      const source = await open();
      const later = await source.readSome?.("logout", [challenge], NOW + 60);
      assert.deepEqual(later?.records, await readAll(source, "logout"));
    });

    it("gives flows that are under way, with what the apps answered", async () => {
      const { database, open } = createDatabase({ version });
      database.addClient({ client_id: "photos" });
      const of = { client_id: "photos", subject: "alice", sid: "session-1", scope: ["openid"] };
      const steps = ["login", "login_answered", "consent", "consent_answered"] as const;
      const names = steps.map((at) => database.addFlow(at, of));
      database.addFlow("login", { ...of, granted_at: NOW - 3601 });
      database.addGrant({ ...of, rotations: 0 });
      const flows = await readAll(await open(), "flow");

      assert.deepEqual(
        steps.map((at) => {
          const flow = flows.find((each) => each.at === at);
          const { login_challenge, login_verifier, login_csrf } = flow ?? {};
          const { consent_challenge, consent_verifier, consent_csrf } = flow ?? {};
          return {
            login_challenge,
            login_verifier,
            login_csrf,
            ...(consent_challenge === undefined
              ? {}
              : { consent_challenge, consent_verifier, consent_csrf }),
          };
        }),
        names,
      );
      assert.equal(flows.length, steps.length);
      const last = flows.find(({ at }) => at === "consent_answered");
      assert.equal(last?.login?.["subject"], "alice");
      assert.deepEqual(last?.consent?.["grant_scope"], ["openid"]);
    });

    it("is read to the same records in batches of any size, from any position", async () => {
      const { database, open } = createDatabase({ version });
      fill(database);
      const source = await open();
      for (const kind of recordKinds) {
        const whole = await readAll(source, kind, 1000);
        assert.deepEqual(await readAll(source, kind, 1), whole);
        for await (const { position } of source.read(kind, { now: NOW, limit: 2 })) {
          const rest: TakenRecord[] = [];
          for await (const batch of source.read(kind, { now: NOW, limit: 3, after: position })) {
            rest.push(...batch.records);
          }
          assert.deepEqual(rest, whole.slice(whole.length - rest.length));
        }
      }
    });

    it("shows what changed or is gone, and reads it alone", async () => {
      const { database, open } = createDatabase({ version });
      fill(database);
      const source = await open();
      const before = await fingerprints(source, "grant");
      const known = await readAll(source, "grant");
      assert.deepEqual(
        known.map(recordKey).filter((key) => !before.has(key)),
        [],
      );

      const [changed, gone] = known.filter(hasTokens).map(({ id }) => id);
      database.run("DELETE FROM hydra_oauth2_access WHERE request_id = ?", changed ?? "");
      const consents =
        version === "v26" ? "hydra_oauth2_flow" : "hydra_oauth2_consent_request_handled";
      const key = version === "v26" ? "consent_challenge_id" : "challenge";
      database.run(`DELETE FROM ${consents} WHERE ${key} = ?`, gone ?? "");
      for (const table of ["access", "refresh", "code", "oidc", "pkce"]) {
        database.run(`DELETE FROM hydra_oauth2_${table} WHERE request_id = ?`, gone ?? "");
      }
      const added = database.addGrant({ client_id: "photos", subject: "bob", rotations: 0 });

      const now = await fingerprints(source, "grant");
      const differing = [...now].filter(([id, digest]) => before.get(id) !== digest);
      assert.deepEqual(new Set(differing.map(([id]) => id)), new Set([changed, added.consent.id]));
      assert.deepEqual(
        [...before.keys()].filter((id) => !now.has(id)),
        [gone],
      );
      const some = await source.readSome?.("grant", [added.consent.id, gone ?? ""], NOW);
      assert.deepEqual(some?.records.map(recordKey), [added.consent.id]);
    });

    it("has fingerprints and single records of every kind", async () => {
      const { database, open } = createDatabase({ version });
      fill(database);
      const source = await open();
      for (const kind of recordKinds) {
        const records = await readAll(source, kind);
        const keys = records.map(recordKey);
        const prints = await fingerprints(source, kind);
        assert.deepEqual(
          keys.filter((key) => !prints.has(key)),
          [],
        );
        const some = await source.readSome?.(kind, keys, NOW);
        assert.deepEqual(new Set(some?.records), new Set(records));
      }
    });

    it("is examined: what is carried, what stays behind and how large it is", async () => {
      const { database, open } = createDatabase({ version });
      fill(database);
      database.addMachineToken({ client_id: "photos", expires_in: -1 });
      database.addSession({ subject: "alice", remember: false });
      const source = await open();
      const { kinds, left_behind } = await source.examine(NOW);
      for (const { kind, count } of kinds) {
        assert.equal(count, (await readAll(source, kind)).length, kind);
      }
      assert.equal(left_behind.find(({ table }) => table === "hydra_oauth2_access")?.rows, 1);
      assert.equal(
        left_behind.find(({ reason }) => reason === "the login was not remembered")?.rows,
        1,
      );
    });

    it("is carried as far as it makes sense after a clean-up script", async () => {
      const { database, open } = createDatabase({ version });
      database.addClient({ client_id: "photos" });
      const orphan = database.addGrant({
        client_id: "photos",
        subject: "alice",
        rotations: 0,
        sid: "s-1",
        scope: ["openid", "a"],
      });
      database.addGrant({ client_id: "gone", subject: "alice", rotations: 0 });
      for (const table of tablesOfConsents(version)) database.run(`DELETE FROM ${table}`);
      const unsealed = database.addMachineToken({ client_id: "photos" });
      const stored = version === "v26" ? sha384(signatureOf(unsealed)) : signatureOf(unsealed);
      database.run(
        "UPDATE hydra_oauth2_access SET session_data = 'AAAA' WHERE signature = ?",
        stored,
      );
      const source = await open();

      const grants = await readAll(source, "grant");
      assert.deepEqual(
        grants.map(({ id, subject, sid, scope, consent }) => [
          id,
          subject,
          sid,
          scope,
          consent.remember,
        ]),
        [[orphan.consent.id, "alice", "s-1", ["openid", "a"], false]],
      );
      assert.equal(
        grants[0]?.refresh_tokens[0]?.signature,
        signatureOf(orphan.refresh_token ?? ""),
      );
      const left = [...(await leftOut(source, "grant")), ...(await leftOut(source, "token"))];
      assert.deepEqual(
        new Set(left.map(({ reason }) => reason)),
        new Set([
          "its client is gone",
          "its session data cannot be decrypted with the system secrets",
        ]),
      );
    });

    it("is read with rotated system secrets, and refused without the right one", async () => {
      const { database, open } = createDatabase({ version });
      database.addClient({ client_id: "photos" });
      database.addKey("hydra.openid.id-token", { alg: "ES256" });
      database.addGrant({ client_id: "photos", subject: "alice", rotations: 0 });
      database.rotateSystemSecret("a-newer-system-secret");
      database.addGrant({ client_id: "photos", subject: "alice", rotations: 0 });

      const source = await open({ system_secrets: ["a-newer-system-secret", SECRET] });
      assert.equal((await readAll(source, "grant")).length, 2);
      await assert.rejects(
        open({ system_secrets: ["a-wrong-system-secret"] }),
        isSourceError(/system secret is not that of the source/),
      );
    });

    it("is only ever read", async () => {
      const { database, open } = createDatabase({ version });
      fill(database);
      database.close();
      const before = readFileSync(database.path);
      const source = await open();
      await source.examine(NOW);
      for (const kind of recordKinds) await readAll(source, kind);
      await source.close();
      assert.deepEqual(readFileSync(database.path), before);
    });
  });
}

describe("the session data of Ory Hydra", () => {
  it("may be plain, and access tokens JWTs", async () => {
    const { database, open } = createDatabase({ version: "v1.11", encrypt: false, jwt: true });
    database.addClient({ client_id: "photos" });
    const { access_token } = database.addGrant({ client_id: "photos", subject: "alice" });
    const [grant] = await readAll(await open(), "grant");
    assert.deepEqual(
      grant?.access_tokens.map(({ signature, digest }) => [signature, digest]),
      [[sha384(signatureOf(access_token)), "sha384"]],
    );
  });

  it("without an expiry is valid for ever of a refresh token, and as long as the settings say of others", async () => {
    const { database, open } = createDatabase({ version: "v1.11" });
    database.addClient({ client_id: "photos" });
    const consent = database.addConsent({ client_id: "photos", subject: "alice" });
    database.addAccessToken(consent, { expires_in: null });
    database.addRefreshToken(consent, { expires_in: null });
    const [grant] = await readAll(await open({ lifespans: { access_token: 90 } }), "grant");
    assert.equal(grant?.access_tokens[0]?.expires_at, NOW + 90);
    assert.equal(grant?.refresh_tokens[0] && "expires_at" in grant.refresh_tokens[0], false);
  });
});

describe("chains of Ory Hydra", () => {
  it("of the device flow have the id of their consent", async () => {
    const { database, open } = createDatabase({ version: "v26" });
    database.addClient({ client_id: "tv" });
    const consent = database.addConsent({ client_id: "tv", subject: "alice" });
    const request_id = "6f0f5a2e-device-request";
    database.addAccessToken(consent, { request_id });
    database.addRefreshToken(consent, { request_id });
    const grants = await readAll(await open(), "grant");
    assert.deepEqual(
      grants.map(({ id, access_tokens, refresh_tokens }) => [
        id,
        access_tokens.length,
        refresh_tokens.length,
      ]),
      [[consent.id, 1, 1]],
    );
  });

  it("of implicit and hybrid flows know which tokens the authorization endpoint issued", async () => {
    const { database, open } = createDatabase({ version: "v1.9" });
    database.addClient({ client_id: "photos" });
    const of = { client_id: "photos", subject: "alice" };
    const url = "https://id.example.com/oauth2/auth?response_type=";
    const implicit = database.addConsent({ ...of, id: "a1", request_url: `${url}token` });
    database.addAccessToken(implicit);
    const hybrid = database.addConsent({ ...of, id: "a2", request_url: `${url}code%20token` });
    database.addCode(hybrid, { active: false });
    database.addAccessToken(hybrid);
    database.addAccessToken(hybrid, { issued_at: NOW + 5 });
    const plain = database.addConsent({ ...of, id: "a3", request_url: `${url}code` });
    database.addCode(plain, { active: false });
    database.addAccessToken(plain);
    const grants = await readAll(await open(), "grant");
    assert.deepEqual(
      grants.map(({ access_tokens }) =>
        access_tokens.map((token) => token.from_authorization ?? false),
      ),
      [[true], [true, false], [false]],
    );
  });

  it("keep the grace period of a refresh token, and narrower tokens", async () => {
    const { database, open } = createDatabase({ version: "v26" });
    database.addClient({ client_id: "photos" });
    const consent = database.addConsent({
      client_id: "photos",
      subject: "alice",
      scope: ["a", "b"],
    });
    const columns = { first_used_at: "2027-01-15 07:59:50+00:00", used_times: 2 };
    database.addRefreshToken(consent, { active: false, issued_at: NOW - 20, columns });
    database.addRefreshToken(consent);
    database.addAccessToken(consent, { scope: ["b"] });
    const [grant] = await readAll(await open(), "grant");
    assert.deepEqual(
      grant?.refresh_tokens.map(({ used, first_used_at, used_times }) => [
        used,
        first_used_at,
        used_times,
      ]),
      [
        [true, NOW - 10, 2],
        [false, undefined, undefined],
      ],
    );
    assert.deepEqual([grant?.scope, grant?.access_tokens[0]?.scope], [["a", "b"], ["b"]]);
  });

  it("of an upgraded database are granted although their state says rejected", async () => {
    const { database, open } = createDatabase({ version: "v26" });
    database.addClient({ client_id: "photos" });
    const sid = database.addSession({ subject: "alice" });
    const { id } = database.addConsent({ client_id: "photos", subject: "", remember: true, sid });
    database.run(
      "UPDATE hydra_oauth2_flow SET state = 128, login_error = '{}', consent_was_used = 1",
    );
    const grants = await readAll(await open(), "grant");
    assert.deepEqual(
      grants.map((grant) => [grant.id, grant.subject, grant.consent.remember]),
      [[id, "alice", true]],
    );
  });
});

describe("trusted issuers of Ory Hydra", () => {
  for (const version of ["v1.11", "v26"] as const) {
    it(`of ${version} come with their keys, which are no keys of this server`, async () => {
      const { database, open } = createDatabase({ version });
      const key = database.addTrustedIssuer({
        issuer: "https://i.example",
        scope: ["a", "b"],
        id: "1",
      });
      database.addTrustedIssuer({ issuer: "https://j.example", subject: "robot", id: "2" });
      database.addTrustedIssuer({ issuer: "https://k.example", expires_at: NOW, id: "3" });
      database.addTrustedIssuer({ issuer: "https://l.example", id: "4" });
      database.run("DELETE FROM hydra_jwk WHERE sid = 'https://l.example'");
      const source = await open();
      const issuers = await readAll(source, "issuer");
      assert.deepEqual(
        issuers.map(({ issuer, subject, allow_any_subject, scope }) => [
          issuer,
          subject,
          allow_any_subject,
          scope,
        ]),
        [
          ["https://i.example", "", true, ["a", "b"]],
          ["https://j.example", "robot", false, []],
        ],
      );
      assert.deepEqual([issuers[0]?.key.kid, issuers[0]?.key.x], [key.kid, key["x"]]);
      assert.deepEqual(
        (await leftOut(source, "issuer")).map(({ reason, dead }) => [reason, dead]),
        [
          ["the trust expired", true],
          ["its key is gone", undefined],
        ],
      );
      assert.deepEqual(await readAll(source, "key"), []);
    });
  }
});

describe("secrets of clients that were rotated", () => {
  it("come after the newest, five of them at most", async () => {
    const { database, open } = createDatabase({ version: "v26" });
    database.run("ALTER TABLE hydra_client ADD COLUMN rotated_secrets TEXT");
    database.addClient({ client_id: "photos", client_secret: "cheese" });
    const rotated = ["1", "2", "3", "4", "5", "6"].map((each) => `$2a$04$${each}`);
    database.run("UPDATE hydra_client SET rotated_secrets = ?", JSON.stringify(rotated));
    const [photos] = await readAll(await open(), "client");
    assert.match(photos?.secret_hashes[0] ?? "", /^\$pbkdf2/);
    assert.deepEqual(photos?.secret_hashes.slice(1), rotated.slice(0, 5));
  });
});

describe("a database with several tenants", () => {
  const other = "8a4e6f62-0d3c-4f9e-8d0e-6a1f4c1b2d03";

  it("is read for the one that was chosen", async () => {
    const { database, open } = createDatabase({ version: "v26" });
    fill(database);
    database.insert("networks", { id: other });
    database.addClient({ client_id: "theirs", columns: { nid: other } });

    await assert.rejects(
      open(),
      isSourceError(new RegExp(`several tenants.*${database.nid}.*${other}`)),
    );
    await assert.rejects(open({ tenant: "none" }), isSourceError(/has no tenant none/));
    const source = await open({ tenant: other });
    const clients = await readAll(source, "client");
    assert.deepEqual(clients.map(recordKey), ["theirs"]);
    assert.deepEqual(await readAll(source, "grant"), []);
    assert.equal((await readAll(await open({ tenant: database.nid }), "grant")).length, 3);
  });
});

describe("a source that cannot be read", () => {
  it("is refused with a sentence", async () => {
    const text = join(folder, "text.sqlite");
    writeFileSync(text, "no database, but long enough to look like one".repeat(100));
    const empty = join(folder, "empty.sqlite");
    new DatabaseSync(empty).exec("CREATE TABLE users (id TEXT)");
    const options = { system_secrets: [SECRET] };
    for (const [path, sentence] of [
      [join(folder, "missing.sqlite"), /There is no file/],
      [text, /is not a SQLite database/],
      [empty, /not a database of Ory Hydra/],
    ] as const) {
      await assert.rejects(openSource(`sqlite://${path}`, options), isSourceError(sentence));
    }
  });

  it("is refused where nothing answers, without its password", async () => {
    for (const dsn of [
      "postgres://alice:cheese@127.0.0.1:1/hydra?sslmode=disable",
      "mysql://alice:cheese@tcp(127.0.0.1:1)/hydra",
    ]) {
      await assert.rejects(openSource(dsn, { system_secrets: [SECRET] }), (error) => {
        return isSourceError(/cannot be used/)(error) && !String(error).includes("cheese");
      });
    }
  });
});

describe("a SQLite file of a running server", () => {
  it("gives a chain as it is at one moment, although it is refreshed while it is read", async () => {
    const { database } = createDatabase({ version: "v26" });
    database.run("PRAGMA journal_mode = wal");
    database.addClient({ client_id: "photos" });
    const { consent } = database.addGrant({
      client_id: "photos",
      subject: "alice",
      rotations: 0,
    });
    const file = openSqlite(database.path);
    let isRefreshed = false;
    const refreshing: Database = {
      ...file,
      async query(sql, values) {
        const rows = await file.query(sql, values);
        if (/FROM hydra_oauth2_refresh t WHERE/.test(sql) && !isRefreshed) {
          isRefreshed = true;
          database.run("update hydra_oauth2_refresh set active = 0");
          database.run("delete from hydra_oauth2_access");
          database.addAccessToken(consent);
          database.addRefreshToken(consent);
        }
        return rows;
      },
    };
    const source = await openHydra(refreshing, { system_secrets: [SECRET] });
    const [before] = await readAll(source, "grant");
    assert.ok(isRefreshed);
    const [later] = await readAll(source, "grant");
    assert.deepEqual([before?.refresh_tokens.length, later?.refresh_tokens.length], [1, 2]);
    assert.notDeepEqual(before?.access_tokens, later?.access_tokens);
    await source.close();
  });

  it("is read with what is in its write-ahead log alone", async () => {
    const { database, open } = createDatabase({ version: "v1.9" });
    database.run("PRAGMA journal_mode = wal");
    database.addClient({ client_id: "photos" });
    chmodSync(database.path, 0o400);
    assert.equal((await readAll(await open(), "client")).length, 1);
  });
});

let count = 0;

function createDatabase(options: Pick<HydraDatabaseOptions, "version" | "encrypt" | "jwt">) {
  const path = join(folder, `${++count}.sqlite`);
  const database = createHydraDatabase({ path, system_secret: SECRET, now: NOW, ...options });
  return {
    database,
    open: async (given?: Partial<SourceOptions>) =>
      openSource(`sqlite://${path}?_fk=true`, { system_secrets: [SECRET], ...given }),
  };
}

/** Something of every kind. */
function fill(database: HydraDatabase): void {
  database.addClient({ client_id: "photos" });
  database.addClient({ client_id: "calendar" });
  database.addKey("hydra.openid.id-token", { alg: "ES256" });
  database.addKey("hydra.openid.id-token", { alg: "ES256" });
  const sid = database.addSession({ subject: "alice" });
  database.addSession({ subject: "bob" });
  const of = { client_id: "photos", subject: "alice", sid };
  database.addGrant({ ...of, rotations: 1 });
  database.addGrant({ ...of, rotations: 0, remember: true });
  database.addConsent({ ...of, remember: true });
  database.addForcedSubject({ client_id: "photos", subject: "alice", identifier: "one" });
  database.addForcedSubject({ client_id: "calendar", subject: "alice", identifier: "two" });
  database.addMachineToken({ client_id: "photos" });
  database.addMachineToken({ client_id: "calendar" });
  database.addAssertion("jti-1");
  database.addFlow("login", of);
  database.addFlow("consent_answered", of);
  database.addLogout({ subject: "alice", sid });
  if (database.version !== "v1.9") database.addTrustedIssuer({ issuer: "https://i.example" });
}

function hasTokens({ access_tokens }: RecordOf<"grant">): boolean {
  return access_tokens.length > 0;
}

function tablesOfConsents(version: HydraVersion): readonly string[] {
  if (version === "v26") return ["hydra_oauth2_flow"];
  return ["hydra_oauth2_consent_request", "hydra_oauth2_consent_request_handled"];
}

type RecordOf<Kind extends RecordKind> = Extract<TakenRecord, { readonly kind: Kind }>;

async function readAll<Kind extends RecordKind>(
  source: Source,
  kind: Kind,
  limit = 100,
): Promise<readonly RecordOf<Kind>[]> {
  const records: RecordOf<Kind>[] = [];
  for await (const batch of source.read(kind, { now: NOW, limit })) {
    assert.ok(batch.records.length <= limit);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Records of the kind that was asked for.
    records.push(...(batch.records as RecordOf<Kind>[]));
  }
  return records;
}

async function leftOut(source: Source, kind: RecordKind): Promise<readonly LeftOut[]> {
  const left: LeftOut[] = [];
  for await (const batch of source.read(kind, { now: NOW, limit: 100 }))
    left.push(...batch.left_out);
  return left;
}

async function fingerprints(source: Source, kind: RecordKind): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for await (const batch of source.fingerprints?.(kind, { now: NOW, limit: 3 }) ?? []) {
    for (const { key, digest } of batch.fingerprints) {
      assert.ok(!all.has(key));
      all.set(key, digest);
    }
  }
  return all;
}

function isSourceError(sentence: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof SourceError && sentence.test(error.message);
}

function sha384(signature: string): string {
  return createHash("sha384").update(signature).digest("hex");
}
