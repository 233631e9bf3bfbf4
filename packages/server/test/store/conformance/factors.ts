import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type {
  AccountSession,
  PasskeyFactor,
  TotpFactor,
} from "../../../../identity/src/store/port.ts";
import { anAccount, anId, NOW, type Servers } from "./example.ts";

const aHash = () => Buffer.from(anId()).toString("base64url");
const aTotp = (subject: string): TotpFactor => ({
  factor_id: `totp:${subject}`,
  subject,
  kind: "totp",
  name: "",
  secret: "AAECAwQFBgcICQ",
  counter: 100,
  created_at: NOW,
  last_used_at: undefined,
});
const aPasskey = (subject: string): PasskeyFactor => ({
  factor_id: anId(),
  subject,
  kind: "passkey",
  name: "Laptop",
  public_key: { key: "pQECAyYgASFYIA", transports: ["internal", "hybrid"], is_synced: true },
  counter: 0,
  created_at: NOW + 1,
  last_used_at: undefined,
});

/** The contract of factors, recovery codes and the sessions of accounts. */
export function describeFactors(servers: () => Servers): void {
  const addAccount = async () => {
    const alice = anAccount();
    await servers().store.accounts.create(alice);
    return alice;
  };

  describe("factors", () => {
    it("are stored for an account, each id once", async () => {
      const { store, peer } = servers();
      const { subject } = await addAccount();
      const [totp, passkey] = [aTotp(subject), aPasskey(subject)];
      assert.equal(await store.factors.add(totp), true);
      assert.equal(await store.factors.add({ ...totp, secret: "other" }), false);
      assert.equal(await store.factors.add(passkey), true);
      assert.equal(await store.factors.add(aTotp(anId())), false, "there is no such account");
      assert.deepEqual(await peer.factors.list(subject), [totp, passkey]);
      assert.deepEqual(await peer.factors.find(passkey.factor_id), passkey);
      assert.equal(await store.factors.find(anId()), undefined);
    });

    it("that are added as the first are the only ones, also when several are added at once", async () => {
      const { store, peer } = servers();
      const { subject } = await addAccount();
      const first = { is_first: true };
      const added = await Promise.all([
        store.factors.add(aPasskey(subject), first),
        peer.factors.add(aTotp(subject), first),
        store.factors.add(aPasskey(subject), first),
      ]);
      assert.equal(added.filter(Boolean).length, 1);
      assert.equal((await store.factors.list(subject)).length, 1);
      assert.equal(await peer.factors.add(aPasskey(subject), { is_first: false }), true);
    });

    it("are used with a higher counter each time, by one of several servers", async () => {
      const { store, peer } = servers();
      const { subject } = await addAccount();
      const totp = aTotp(subject);
      await store.factors.add(totp);
      const uses = await Promise.all(
        [store, peer, store, peer].map(({ factors }) => factors.use(totp, 101, NOW + 5)),
      );
      assert.equal(uses.filter(Boolean).length, 1);
      assert.equal(await store.factors.use(totp, 100, NOW + 6), false);
      const used = { ...totp, counter: 101, last_used_at: NOW + 5 };
      assert.deepEqual(await peer.factors.find(totp.factor_id), used);
      assert.equal(await peer.factors.use(totp, 102, NOW + 7), true);
    });

    it("that do not count stay at 0, and one that counts does not go back to it", async () => {
      const { store } = servers();
      const { subject } = await addAccount();
      const [synced, counting] = [aPasskey(subject), { ...aPasskey(subject), counter: 3 }];
      await store.factors.add(synced);
      await store.factors.add(counting);
      assert.equal(await store.factors.use(synced, 0, NOW), true);
      assert.equal(await store.factors.use(synced, 0, NOW), true);
      assert.equal(await store.factors.use(counting, 0, NOW), false);
      assert.equal(await store.factors.use(counting, 3, NOW), false);
    });

    it("are removed by their user, with the recovery codes when the app goes", async () => {
      const { store } = servers();
      const { subject } = await addAccount();
      const [totp, passkey] = [aTotp(subject), aPasskey(subject)];
      await store.factors.add(totp);
      await store.factors.add(passkey);
      await store.factors.replaceRecoveryCodes(subject, [aHash(), aHash()]);
      assert.equal(await store.factors.remove(anId(), passkey.factor_id), false);
      assert.equal(await store.factors.remove(subject, passkey.factor_id), true);
      assert.equal(await store.factors.countRecoveryCodes(subject), 2);
      assert.equal(await store.factors.remove(subject, totp.factor_id), true);
      assert.equal(await store.factors.countRecoveryCodes(subject), 0);
      await store.factors.add(totp);
      await store.factors.add(passkey);
      assert.equal(await store.factors.removeAll(subject), 2);
      assert.deepEqual(await store.factors.list(subject), []);
    });

    it("that are the last way to sign in stay, also when both are removed at once", async () => {
      const { store, peer } = servers();
      const alice = anAccount();
      const { subject } = alice;
      const passkey = aPasskey(subject);
      const registration_id = aHash();
      await store.registrations.begin({ registration_id, expires_at: NOW + 600 }, NOW);
      await store.registrations.complete(alice, { registration_id }, passkey, NOW);
      assert.equal(await store.linked_identities.hasPassword(subject), false);
      assert.equal(await store.factors.removeUnlessLast(subject, passkey.factor_id), "last");
      assert.equal(await store.factors.removeUnlessLast(anId(), passkey.factor_id), "unknown");
      const other = aPasskey(subject);
      await store.factors.add(other);
      const outcomes = await Promise.all([
        store.factors.removeUnlessLast(subject, passkey.factor_id),
        peer.factors.removeUnlessLast(subject, other.factor_id),
      ]);
      assert.deepEqual(outcomes.toSorted(), ["last", "removed"]);
      await store.factors.add(aTotp(subject));
      const app = aTotp(subject).factor_id;
      assert.equal(await store.factors.removeUnlessLast(subject, app), "removed");
      await store.accounts.change(alice.username, (present) => ({
        ...present,
        password_hash: "another",
      }));
      const [left] = await store.factors.list(subject);
      const { factor_id = "" } = left ?? {};
      assert.equal(await peer.factors.removeUnlessLast(subject, factor_id), "removed");
      assert.equal(await peer.factors.removeUnlessLast(subject, factor_id), "unknown");
    });

    it("are deleted with their account", async () => {
      const { store } = servers();
      const { subject, username } = await addAccount();
      await store.factors.add(aTotp(subject));
      await store.factors.replaceRecoveryCodes(subject, [aHash()]);
      await store.accounts.delete(username);
      assert.deepEqual(await store.factors.list(subject), []);
      assert.equal(await store.factors.countRecoveryCodes(subject), 0);
    });
  });

  describe("recovery codes", () => {
    it("are used once, by one of several servers", async () => {
      const { store, peer } = servers();
      const { subject } = await addAccount();
      const [code, other] = [aHash(), aHash()];
      await store.factors.replaceRecoveryCodes(subject, [code, other]);
      const uses = await Promise.all(
        [store, peer, store, peer].map(({ factors }) => factors.useRecoveryCode(subject, code)),
      );
      assert.equal(uses.filter(Boolean).length, 1);
      assert.equal(await store.factors.useRecoveryCode(anId(), other), false);
      assert.equal(await store.factors.countRecoveryCodes(subject), 1);
    });

    it("replace those before, and are not stored without an account", async () => {
      const { store } = servers();
      const { subject } = await addAccount();
      const [old, fresh] = [aHash(), aHash()];
      await store.factors.replaceRecoveryCodes(subject, [old]);
      await store.factors.replaceRecoveryCodes(subject, [fresh]);
      assert.equal(await store.factors.useRecoveryCode(subject, old), false);
      assert.equal(await store.factors.useRecoveryCode(subject, fresh), true);
      const stranger = anId();
      await store.factors.replaceRecoveryCodes(stranger, [aHash()]);
      assert.equal(await store.factors.countRecoveryCodes(stranger), 0);
    });
  });

  describe("sessions of accounts", () => {
    const aSession = (subject: string, signed_in_at: number): AccountSession => ({
      subject,
      sid: anId(),
      device: "Firefox/Linux",
      amr: ["pwd", "otp"],
      signed_in_at,
      expires_at: NOW + 60,
    });

    it("are listed newest first until they expire, and removed by their user", async () => {
      const { store, peer } = servers();
      const subject = anId();
      const [one, two] = [aSession(subject, NOW), aSession(subject, NOW + 1)];
      await store.account_sessions.add(one);
      await store.account_sessions.add(two);
      assert.deepEqual(await peer.account_sessions.list(subject, NOW, 10), [two, one]);
      assert.deepEqual(await peer.account_sessions.list(subject, NOW, 1), [two]);
      assert.deepEqual(await peer.account_sessions.find(subject, one.sid, NOW), one);
      assert.equal(await peer.account_sessions.find(anId(), one.sid, NOW), undefined);
      assert.deepEqual(await store.account_sessions.list(subject, NOW + 60, 10), []);
      await store.account_sessions.remove(anId(), one.sid);
      await store.account_sessions.remove(subject, two.sid);
      assert.deepEqual(await store.account_sessions.list(subject, NOW, 10), [one]);
      await store.sweep(NOW + 61, 100);
      assert.deepEqual(await store.account_sessions.list(subject, NOW, 10), []);
    });
  });

  describe("devices of accounts", () => {
    const aDevice = (subject: string, last_used_at = NOW) => ({
      subject,
      token_hash: aHash(),
      last_used_at,
      expires_at: last_used_at + 100,
    });

    it("are known until they expire, and to their account alone", async () => {
      const { store, peer } = servers();
      const [{ subject }, other] = [await addAccount(), await addAccount()];
      const { account_devices: devices } = peer;
      const device = aDevice(subject);
      assert.equal(await store.account_devices.add(device), true);
      assert.equal(await devices.has(subject, device.token_hash, NOW + 99), true);
      assert.equal(await devices.has(subject, device.token_hash, NOW + 100), false);
      assert.equal(await devices.has(other.subject, device.token_hash, NOW), false);
      assert.equal(await devices.has(subject, aHash(), NOW), false);
      const later = { ...device, last_used_at: NOW + 50, expires_at: NOW + 150 };
      assert.equal(await store.account_devices.add(later), true);
      assert.equal(await devices.has(subject, device.token_hash, NOW + 149), true);
      assert.equal(await store.account_devices.add(aDevice(anId())), false, "no such account");
    });

    it("are the twenty that were used last", async () => {
      const { store } = servers();
      const { subject } = await addAccount();
      const added = Array.from({ length: 22 }, (_, index) => aDevice(subject, NOW + index));
      for (const device of added) await store.account_devices.add(device);
      const known = await Promise.all(
        added.map(({ token_hash }) => store.account_devices.has(subject, token_hash, NOW)),
      );
      assert.deepEqual(
        known,
        added.map((_, index) => index >= 2),
      );
    });

    it("are forgotten, all but some, and with a new password or a disabled account all", async () => {
      const { store } = servers();
      const { username, subject } = await addAccount();
      const known = ({ token_hash }: { readonly token_hash: string }) =>
        store.account_devices.has(subject, token_hash, NOW);
      const [one, two] = [aDevice(subject), aDevice(subject)];
      for (const device of [one, two]) await store.account_devices.add(device);
      await store.account_devices.removeOthers(subject, [one.token_hash]);
      assert.deepEqual([await known(one), await known(two)], [true, false]);
      await store.accounts.change(username, (present) => ({ ...present, groups: ["staff"] }));
      assert.equal(await known(one), true);
      await store.accounts.change(username, (present) => ({ ...present, password_hash: "new" }));
      assert.equal(await known(one), false);
      await store.account_devices.add(one);
      await store.accounts.change(username, (present) => ({ ...present, state: "disabled" }));
      assert.equal(await known(one), false);
      await store.account_devices.add(one);
      await store.accounts.delete(username);
      assert.equal(await known(one), false);
    });
  });
}
