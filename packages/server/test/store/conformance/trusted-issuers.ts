import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import type { TrustedIssuer } from "../../../src/features/trusted-issuers/rules/trusted-issuer.ts";
import { exampleTrustedIssuer } from "../../../src/features/trusted-issuers/rules/example-trusted-issuer.ts";
import { createTrustedIssuers } from "../../../src/features/trusted-issuers/store.ts";
import type { Store } from "../../../src/store/port/store.ts";
import { anId, NOW, page, type Servers } from "./example.ts";

const issuersOf = (store: Store) => createTrustedIssuers(store.tools);

/** The contract of trusted issuers. */
export function describeTrustedIssuers(servers: () => Servers): void {
  describe("trusted issuers", () => {
    it("finds what was created, every field of it, also from another server", async () => {
      const { store, peer } = servers();
      const issuer = anIssuer({
        subject_pattern: "repo:*",
        allow_any_subject: false,
        jwks: { keys: [{ kty: "EC", kid: "1" }] },
        assertion_audiences: ["latchkey"],
        claims: { env: ["prod"] },
        client_id: "app",
        allow_assertion_reuse: true,
      });
      assert.equal(await issuersOf(store).create(issuer), "created");
      assert.deepEqual(await issuersOf(peer).find(issuer.id), issuer);
      assert.equal(await issuersOf(peer).find(randomUUID()), undefined);
    });

    it("stores one record about the same, until it has expired", async () => {
      const { store, peer } = servers();
      const issuer = anIssuer({ expires_at: NOW + 10 });
      const twin = { ...issuer, id: randomUUID() };
      assert.equal(await issuersOf(store).create(issuer), "created");
      assert.equal(await issuersOf(peer).create(twin), "exists");
      const later = { ...twin, created_at: NOW + 10, expires_at: NOW + 20 };
      assert.equal(await issuersOf(peer).create(later), "created");
      assert.equal(await issuersOf(store).find(issuer.id), undefined);
    });

    it("finds the records about a subject, but none that has expired", async () => {
      const { store } = servers();
      const issuer = `https://${anId()}.example`;
      const any = anIssuer({ issuer });
      const alice = anIssuer({ issuer, subject: "alice", allow_any_subject: false });
      const bob = anIssuer({ issuer, subject: "bob", allow_any_subject: false });
      const gone = anIssuer({ issuer, client_id: "gone", expires_at: NOW + 1 });
      for (const one of [any, alice, bob, gone]) await issuersOf(store).create(one);
      const ids = async (subject: string, now = NOW + 1) => {
        const found = await issuersOf(store).findCovering(issuer, subject, now);
        return found.map(({ id }) => id).toSorted();
      };
      assert.deepEqual(await ids("alice"), [any.id, alice.id].toSorted());
      assert.deepEqual(await ids("carol"), [any.id]);
      assert.deepEqual(await ids("carol", NOW), [any.id, gone.id].toSorted());
      assert.deepEqual(await issuersOf(store).findCovering("https://x.example", "", NOW), []);
    });

    it("lists those of an issuer, the oldest first, page by page, and deletes one", async () => {
      const { store } = servers();
      const issuer = `https://${anId()}.example`;
      const all = [3, 1, 2].map((age) =>
        anIssuer({ issuer, created_at: NOW - age, client_id: `client-${age}` }),
      );
      for (const one of all) await issuersOf(store).create(one);
      const fromSecond = { limit: 2, offset: 1 };
      const { items, total } = await issuersOf(store).list(issuer, fromSecond);
      assert.deepEqual([items.map(({ created_at }) => NOW - created_at), total], [[2, 1], 3]);
      const everything = await issuersOf(store).list(undefined, page);
      assert.ok(everything.total >= 3);
      const [{ id } = anIssuer()] = items;
      assert.equal(await issuersOf(store).delete(id), true);
      assert.equal(await issuersOf(store).delete(id), false);
    });

    it("has no more than a hundred records for one subject", async () => {
      const { store } = servers();
      const issuer = `https://${anId()}.example`;
      const create = (index: number) =>
        issuersOf(store).create(anIssuer({ issuer, client_id: `client-${index}` }));
      for (let index = 0; index < 100; index += 1) assert.equal(await create(index), "created");
      assert.equal(await create(100), "too_many");
    });

    it("sweeps what has expired", async () => {
      const { store } = servers();
      const issuer = anIssuer({ expires_at: NOW + 5 });
      await issuersOf(store).create(issuer);
      await store.sweep(NOW + 5, 1_000);
      assert.ok(await issuersOf(store).find(issuer.id));
      await store.sweep(NOW + 6, 1_000);
      assert.equal(await issuersOf(store).find(issuer.id), undefined);
    });
  });
}

function anIssuer(remarks: Partial<TrustedIssuer> = {}): TrustedIssuer {
  return exampleTrustedIssuer({
    id: randomUUID(),
    issuer: `https://${anId()}.example`,
    created_at: NOW,
    expires_at: NOW + 1_000,
    ...remarks,
  });
}
