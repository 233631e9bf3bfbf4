import assert from "node:assert/strict";
import { test } from "node:test";
import type { TrustedIssuerInput } from "@latchkey/api";
import { startTestServer } from "../support/server.ts";
import { assertRefused } from "./refusal.ts";
import { makeIssuer, trust } from "./trusted-issuer.ts";

const { latchkey, clock, server } = await startTestServer();
const ci = await makeIssuer("https://ci.example");

test("a trusted issuer is created as in Hydra, read, listed, and deleted", async () => {
  const created = await trust(latchkey, ci, { subject: "mike@example.com", scope: ["a", "b"] });
  const { id, jwks, ...rest } = created;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    issuer: "https://ci.example",
    subject: "mike@example.com",
    allow_any_subject: false,
    scope: ["a", "b"],
    public_key: { set: "https://ci.example", kid: "2027-01" },
    created_at: "2027-01-15T08:00:00Z",
    expires_at: "2099-01-01T00:00:00Z",
  });
  assert.deepEqual(jwks?.keys, [ci.signer.open]);
  assert.deepEqual(await latchkey.getTrustedJwtGrantIssuer({ id }), created);

  clock.now += 1;
  const other = await trust(latchkey, await makeIssuer("https://other.example"));
  assert.deepEqual(await latchkey.listTrustedJwtGrantIssuers({}), [created, other]);
  const { iss: issuer } = ci;
  assert.deepEqual(await latchkey.listTrustedJwtGrantIssuers({ issuer }), [created]);
  const page = await latchkey.call("listTrustedJwtGrantIssuers", { limit: 1, offset: 1 });
  assert.deepEqual(page.body, [other]);
  assert.equal(page.headers.get("x-total-count"), "2");
  assert.match(page.headers.get("link") ?? "", /rel="previous"/);

  for (const one of [id, other.id]) await latchkey.deleteTrustedJwtGrantIssuer({ id: one });
  for (const unknown of [id, "no-uuid", "%00"]) {
    const read = await latchkey.call("getTrustedJwtGrantIssuer", { id: unknown });
    assertRefused(read, 404, "not_found");
    const deleted = await latchkey.call("deleteTrustedJwtGrantIssuer", { id: unknown });
    assertRefused(deleted, 404, "not_found");
  }
});

test("everything that workloads need comes back as it was sent", async () => {
  const {
    id: _id,
    created_at: _at,
    subject,
    allow_any_subject,
    ...rest
  } = await trust(latchkey, ci, {
    ...workload,
    jwks_uri: "https://ci.example/jwks",
  });
  assert.deepEqual({ subject, allow_any_subject }, { subject: "", allow_any_subject: false });
  assert.deepEqual(rest, {
    issuer: "https://ci.example",
    jwks_uri: "https://ci.example/jwks",
    scope: ["deploy", "logs.*"],
    expires_at: "2099-01-01T00:00:00Z",
    ...workload,
  });
});

const workload = {
  subject_pattern: "repo:octo/*:ref:refs/heads/main",
  assertion_audiences: ["latchkey"],
  claims: { repository_owner: "octo", "kubernetes.io": { namespace: ["prod", "test"] } },
  client_id: "deployments",
  allow_assertion_reuse: true,
} satisfies Partial<TrustedIssuerInput>;

test("a second record about the same is a conflict, until the first has expired", async () => {
  const partner = await makeIssuer("https://twice.example");
  const expires_at = new Date((clock.now + 60) * 1000).toISOString();
  await trust(latchkey, partner, { subject: "alice", expires_at });
  const body = {
    issuer: partner.iss,
    subject: "alice",
    jwk: { ...partner.signer.open },
    expires_at: "2099-01-01T00:00:00Z",
  };
  assertRefused(await latchkey.call("trustJwtGrantIssuer", { body }), 409, "conflict");
  for (const other of [{ subject: "bob" }, { client_id: "app" }, { claims: { tier: 1 } }])
    await latchkey.trustJwtGrantIssuer({ body: { ...body, ...other } });
  clock.now += 60;
  await latchkey.trustJwtGrantIssuer({ body });
});

test("an issuer has no more than a hundred records for one subject", async () => {
  const busy = await makeIssuer("https://busy.example");
  const clients = Array.from({ length: 100 }, (_, index) => `client-${index}`);
  for (const client_id of clients) await trust(latchkey, busy, { client_id });
  const body = {
    issuer: busy.iss,
    allow_any_subject: true,
    jwk: { ...busy.signer.open },
    expires_at: "2099-01-01T00:00:00Z",
  };
  const reply = await latchkey.call("trustJwtGrantIssuer", { body });
  assert.match(assertRefused(reply, 409, "conflict"), /100 records/);
  await latchkey.trustJwtGrantIssuer({ body: { ...body, allow_any_subject: false, subject: "a" } });
});

test("an expired record is swept", async () => {
  const brief = await makeIssuer("https://brief.example");
  const expires_at = new Date((clock.now + 60) * 1000).toISOString();
  const { id } = await trust(latchkey, brief, { expires_at });
  clock.now += 61;
  await server.context.store.sweep(clock.now, 100);
  assertRefused(await latchkey.call("getTrustedJwtGrantIssuer", { id }), 404, "not_found");
});

const valid = {
  issuer: "https://wrong.example",
  subject: "alice",
  jwk: { ...ci.signer.open },
  expires_at: "2099-01-01T00:00:00Z",
};
const without = (name: keyof typeof valid) =>
  Object.fromEntries(Object.entries(valid).filter(([field]) => field !== name));
const deep = { a: { a: { a: { a: { a: { a: 1 } } } } } };

const wrong: readonly (readonly [string, object, RegExp])[] = [
  ["no issuer", without("issuer"), /issuer/],
  ["an empty issuer", { ...valid, issuer: "" }, /issuer/],
  ["our own issuer", { ...valid, issuer: "http://127.0.0.1:4444" }, /another server/],
  ["no subject", without("subject"), /exactly one of subject/],
  ["two kinds of subjects", { ...valid, allow_any_subject: true }, /exactly one of subject/],
  ["a pattern beside a subject", { ...valid, subject_pattern: "a*" }, /exactly one of subject/],
  ["a pattern without a star", { ...without("subject"), subject_pattern: "a" }, /subject_pattern/],
  ["a pattern with two", { ...without("subject"), subject_pattern: "a*b*" }, /subject_pattern/],
  ["no keys", without("jwk"), /exactly one of jwk/],
  ["keys twice", { ...valid, jwks_uri: "https://a.example/" }, /exactly one of jwk/],
  ["a key without a kid", { ...valid, jwk: { kty: "EC" } }, /kid/],
  ["a key that is none", { ...valid, jwk: { kty: "EC", kid: "1" } }, /jwk/],
  ["a symmetric key", { ...valid, jwk: { kty: "oct", k: "YWJj", kid: "1" } }, /kty/],
  ["an empty set", { ...without("jwk"), jwks: { keys: [] } }, /from 1 to 50/],
  ["a jwks_uri that is none", { ...without("jwk"), jwks_uri: "file:///etc" }, /jwks_uri/],
  ["no end", without("expires_at"), /expires_at/],
  ["an end in the past", { ...valid, expires_at: "2020-01-01T00:00:00Z" }, /future/],
  ["an end that is no time", { ...valid, expires_at: "next year" }, /future/],
  ["an end without a zone", { ...valid, expires_at: "2099-01-01T00:00:00" }, /future/],
  ["claims that nest too deep", { ...valid, claims: deep }, /nest no deeper/],
  ["a scope with a space", { ...valid, scope: ["a b"] }, /scope/],
  ["a NUL", { ...valid, issuer: "a\0b" }, /NUL/],
  ["a field that is unknown", { ...valid, admin: true }, /admin/],
];

for (const [title, body, says] of wrong) {
  test(`refused: ${title}`, async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Wrong on purpose.
    const input = { body: body as TrustedIssuerInput };
    const reply = await latchkey.call("trustJwtGrantIssuer", input);
    assert.match(assertRefused(reply, 400, "invalid_request"), says);
  });
}
