import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import type {
  MailDelivery,
  OneTimeCode,
  OneTimeLink,
} from "../../../../identity/src/mail/store/port.ts";
import { bytes } from "../../../src/store/database/columns.ts";
import { query } from "../../../src/store/database/statement.ts";
import { NOW, type Servers } from "./example.ts";

const anIdOf = (size: number) => randomBytes(size).toString("base64url");
const aMail = (due_at: number): MailDelivery => ({
  delivery_id: anIdOf(16),
  attempts: 0,
  due_at,
  expires_at: NOW + 600,
  mail: {
    to: "alice@wonderland.example",
    template: "verify_email",
    subject: "Verify your email address",
    text: "https://op.example/?token=confidential",
    html: "<p>Verify</p>",
  },
});
const aLink = (): OneTimeLink => ({
  token_hash: anIdOf(32),
  purpose: "verify_email",
  subject: "alice-1",
  address: "alice@wonderland.example",
  payload: { from: "cellar" },
  expires_at: NOW + 600,
});
const aCode = (): OneTimeCode => ({
  code_id: anIdOf(16),
  purpose: "sign_in",
  code: "012345",
  subject: "alice-1",
  address: undefined,
  payload: { browser: "b" },
  tries_left: 3,
  expires_at: NOW + 600,
});

/** The contract of the mails that are to be sent, and of links and codes that are used once. */
export function describeMails(servers: () => Servers): void {
  describe("mails", () => {
    it("are taken by one of several servers when they are due, with all their fields", async () => {
      const { store, peer } = servers();
      const [due, later] = [aMail(NOW), aMail(NOW + 60)];
      await store.mail_outbox.add(due);
      await store.mail_outbox.add(later);
      const taken = await Promise.all(
        [store, peer].map(({ mail_outbox }) => mail_outbox.take(NOW, NOW + 30, 100)),
      );
      const own = taken.flat().filter(({ delivery_id }) => delivery_id === due.delivery_id);
      assert.deepEqual(own, [{ ...due, attempts: 1, due_at: NOW + 30 }]);
      assert.ok(!taken.flat().some(({ delivery_id }) => delivery_id === later.delivery_id));
      await store.mail_outbox.finish(due.delivery_id);
      await store.mail_outbox.finish(later.delivery_id);
    });

    it("are postponed, put back, and gone when they were sent or have expired", async () => {
      const { store } = servers();
      const mail = aMail(NOW);
      const isDue = async (now: number) =>
        (await store.mail_outbox.take(now, now + 1, 100)).find(
          ({ delivery_id }) => delivery_id === mail.delivery_id,
        )?.attempts;
      await store.mail_outbox.add(mail);
      assert.equal(await isDue(NOW), 1);
      await store.mail_outbox.postpone(mail.delivery_id, NOW + 100);
      assert.equal(await isDue(NOW + 99), undefined);
      assert.equal(await isDue(NOW + 100), 2);
      await store.mail_outbox.putBack(mail.delivery_id, NOW + 101);
      assert.equal(await isDue(NOW + 101), 2);
      assert.equal(await isDue(NOW + 600), undefined, "it has expired");
      await store.mail_outbox.finish(mail.delivery_id);
      assert.equal(await isDue(NOW + 200), undefined);
    });

    it("are sealed", async () => {
      const { store, database } = servers();
      const mail = aMail(NOW + 10);
      await store.mail_outbox.add(mail);
      const rows = await database.read(() =>
        query({ returns: { sealed: bytes }, sql: "select sealed from mail_delivery limit 10" })({}),
      );
      assert.ok(rows.length > 0);
      for (const { sealed } of rows) {
        const stored = Buffer.from(sealed).toString("latin1");
        assert.ok(!stored.includes("wonderland") && !stored.includes("confidential"));
      }
      await store.mail_outbox.finish(mail.delivery_id);
    });
  });

  describe("one-time links", () => {
    it("are found as long as they are valid, for their purpose", async () => {
      const { store, peer } = servers();
      const link = aLink();
      const { token_hash, purpose } = link;
      await store.one_time_links.add(link);
      assert.deepEqual(await peer.one_time_links.find(token_hash, purpose, NOW), link);
      assert.equal(await peer.one_time_links.find(token_hash, "reset_password", NOW), undefined);
      assert.equal(await peer.one_time_links.find(token_hash, purpose, NOW + 600), undefined);
      assert.equal(await peer.one_time_links.find(anIdOf(32), purpose, NOW), undefined);
    });

    it("are taken by one of several requests", async () => {
      const { store, peer } = servers();
      const link = aLink();
      const { token_hash, purpose } = link;
      await store.one_time_links.add(link);
      const taken = await Promise.all(
        [store, peer, store, peer].map(({ one_time_links }) =>
          one_time_links.take(token_hash, purpose, NOW),
        ),
      );
      assert.deepEqual(
        taken.filter((one) => one !== undefined),
        [link],
      );
      assert.equal(await store.one_time_links.find(token_hash, purpose, NOW), undefined);
    });

    it("are not taken for another purpose, nor after they have expired", async () => {
      const { store } = servers();
      const link = aLink();
      const { token_hash, purpose } = link;
      await store.one_time_links.add(link);
      assert.equal(await store.one_time_links.take(token_hash, "reset_password", NOW), undefined);
      assert.equal(await store.one_time_links.take(token_hash, purpose, NOW + 600), undefined);
      assert.deepEqual(await store.one_time_links.take(token_hash, purpose, NOW + 599), link);
    });
  });

  describe("one-time codes", () => {
    it("are right once", async () => {
      const { store, peer } = servers();
      const code = aCode();
      await store.one_time_codes.add(code);
      const { subject, address, payload } = code;
      const tried = await Promise.all(
        [store, peer].map(({ one_time_codes }) =>
          one_time_codes.attempt(code.code_id, code.purpose, "012345", NOW),
        ),
      );
      assert.deepEqual(
        tried.toSorted((one, other) => (one.kind < other.kind ? 1 : -1)),
        [{ kind: "right", content: { subject, address, payload } }, { kind: "gone" }],
      );
    });

    it("are gone after their tries, of all servers together", async () => {
      const { store, peer } = servers();
      const code = aCode();
      const { code_id, purpose } = code;
      await store.one_time_codes.add(code);
      const tried = await Promise.all(
        [store, peer, store, peer, store].map(({ one_time_codes }) =>
          one_time_codes.attempt(code_id, purpose, "543210", NOW),
        ),
      );
      assert.deepEqual(tried.map(({ kind }) => kind).toSorted(), [
        "gone",
        "gone",
        "wrong",
        "wrong",
        "wrong",
      ]);
      const right = await store.one_time_codes.attempt(code_id, purpose, "012345", NOW);
      assert.deepEqual(right, { kind: "gone" });
    });

    it("are gone when they have expired, and for another purpose", async () => {
      const { store } = servers();
      const code = aCode();
      const { code_id, purpose } = code;
      await store.one_time_codes.add(code);
      const attempt = async (for_purpose: string, now: number) =>
        (await store.one_time_codes.attempt(code_id, for_purpose, "012345", now)).kind;
      assert.equal(await attempt("verify_email", NOW), "gone");
      assert.equal(await attempt(purpose, NOW + 600), "gone");
      assert.equal(await attempt(purpose, NOW + 599), "right");
    });
  });
}
