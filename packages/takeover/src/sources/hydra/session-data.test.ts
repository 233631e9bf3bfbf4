import assert from "node:assert/strict";
import { createCipheriv } from "node:crypto";
import { describe, it } from "node:test";
import { systemKeys } from "./secrets.ts";
import { readSessionData } from "./session-data.ts";

const keys = systemKeys(["the-new-system-secret", "the-old-system-secret"]);

const old = {
  idToken: {
    Claims: {
      Subject: "pairwise-alice",
      Nonce: "n-1",
      RequestedAt: "2026-11-16T09:43:02Z",
      AuthTime: "2026-11-16T09:43:01.5Z",
      AuthenticationContextClassReference: "urn:acr:1",
      AuthenticationMethodsReference: "",
      Extra: { email: "alice@example.org", sid: "session-1" },
    },
    ExpiresAt: { access_token: "2026-11-16T10:43:02Z", refresh_token: "0001-01-01T00:00:00Z" },
    Subject: "alice",
  },
  extra: { level: 3 },
};

const renamed = {
  id_token: {
    id_token_claims: {
      sub: "pairwise-alice",
      nonce: "n-1",
      rat: "2026-11-16T09:43:02Z",
      auth_time: "2026-11-16T09:43:01.5Z",
      acr: "urn:acr:1",
      amr: [],
      ext: { email: "alice@example.org", sid: "session-1" },
    },
    expires_at: { access_token: "2026-11-16T10:43:02Z" },
    subject: "alice",
  },
  extra: { level: 3 },
};

const expected = {
  subject: "alice",
  id_token_subject: "pairwise-alice",
  nonce: "n-1",
  requested_at: Date.parse("2026-11-16T09:43:02Z") / 1000,
  auth_time: Date.parse("2026-11-16T09:43:01Z") / 1000,
  acr: "urn:acr:1",
  amr: [],
  sid: "session-1",
  id_token: { email: "alice@example.org" },
  access_token: { level: 3 },
  expires_at: {
    access_token: Date.parse("2026-11-16T10:43:02Z") / 1000,
    refresh_token: undefined,
    authorize_code: undefined,
  },
};

describe("session_data", () => {
  for (const [name, session] of Object.entries({ old, renamed })) {
    it(`is read under its ${name} names`, () => {
      assert.deepEqual(readSessionData(JSON.stringify(session), keys), expected);
    });
    for (const [index, key] of keys.entries()) {
      it(`is decrypted under secret ${index}, with its ${name} names`, () => {
        assert.deepEqual(readSessionData(seal(JSON.stringify(session), key), keys), expected);
      });
    }
  }

  it("is read of a machine, which has no claims", () => {
    const session = { idToken: { Claims: { Extra: null }, Subject: "photos" }, extra: null };
    const { subject, id_token, access_token, sid } =
      readSessionData(JSON.stringify(session), keys) ?? {};
    assert.deepEqual(
      { subject, id_token, access_token, sid },
      { subject: "photos", id_token: {}, access_token: {}, sid: "" },
    );
  });

  for (const stored of [
    seal(JSON.stringify(old), systemKeys(["another-system-secret"])[0] ?? Buffer.alloc(32)),
    seal("no JSON", keys[0] ?? Buffer.alloc(32)),
    "AAAA",
    "",
  ]) {
    it(`${stored.slice(0, 8)}… is not opened`, () => {
      assert.equal(readSessionData(stored, keys), undefined);
    });
  }
});

function seal(plain: string, key: Buffer): string {
  const nonce = Buffer.alloc(12, 7);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}
