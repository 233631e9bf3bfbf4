import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createLocalJWKSet, jwtVerify } from "jose";
import { databases } from "../processes/databases.ts";
import { freePorts } from "../processes/free-ports.ts";
import type { ServingProcess } from "../processes/latchkey-process.ts";
import { isActive } from "../operations/machine.ts";
import type { Browser } from "../support/browser.ts";
import {
  askToSignIn,
  CALLBACK,
  codeOfAlice,
  ISSUER,
  letAliceConsent,
  logAliceIn,
  openPeerBrowser,
  parameterOf,
  registerPhotos,
  startPeer,
} from "../support/processes.ts";
import { startTestServer } from "../support/server.ts";

for (const { name, emptyDsn } of databases) {
  describe(`${name}: a server that is killed`, () => {
    it("notifies a client that was down of a logout, when both are up again", async () => {
      const dsn = await emptyDsn();
      const [port] = await freePorts();
      const killed = await startPeer(dsn);
      const sid = await logAliceOut(killed, `http://127.0.0.1:${port}/logout`);
      await waitUntil(async () => (await failedDeliveries(killed)) > 0);
      // Writes are committed in their order, so after this one the failure is written down too.
      await killed.latchkey.revokeAuthenticationSession({ subject: "nobody" });
      await killed.kill("SIGKILL");

      const photos = await listenForLogouts(port);
      const successor = await startPeer(dsn);
      const notice = await photos.nextNotice();
      const keys = createLocalJWKSet({ keys: [...(await successor.latchkey.wellKnown()).keys] });
      const { payload, protectedHeader } = await jwtVerify(notice, keys, {
        issuer: ISSUER,
        audience: "photos",
      });
      assert.equal(protectedHeader.typ, "logout+jwt");
      assert.equal(payload["sid"], sid);
      await successor.kill("SIGTERM");
    });

    it("while it notifies a client of a logout leaves the notification to the next server", async () => {
      const dsn = await emptyDsn();
      const [port] = await freePorts();
      const photos = await listenForLogouts(port, { mute: true });
      const killed = await startPeer(dsn);
      const sid = await logAliceOut(killed, `http://127.0.0.1:${port}/logout`);
      await photos.nextNotice(); // It was delivered, but the process ended before the response.
      await killed.kill("SIGKILL");
      photos.speak();

      // The process that took the delivery may still hold its lease; a clock that is ahead need not wait for it.
      const ahead = Math.floor(Date.now() / 1000) + 31;
      const successor = await startTestServer({ dsn, "urls.self.issuer": ISSUER });
      successor.clock.now = ahead;
      successor.server.context.deliveries_due.notify();
      const notice = await photos.nextNotice();
      const keys = createLocalJWKSet({ keys: [...(await successor.latchkey.wellKnown()).keys] });
      const { payload } = await jwtVerify(notice, keys, { currentDate: new Date(ahead * 1000) });
      assert.equal(payload["sid"], sid);
    });

    it("finds every flow where it was: login accepted before, consent after", async () => {
      const dsn = await emptyDsn();
      const killed = await startPeer(dsn);
      const authorization = await registerPhotos(killed.latchkey);
      const browser = openPeerBrowser(killed);
      const login_challenge = await askToSignIn(browser);
      const back = await logAliceIn(killed.latchkey, login_challenge);
      await killed.kill("SIGKILL");

      const successor = await startPeer(dsn);
      browser.turnTo(successor);
      const { latchkey } = successor;
      const consent_challenge = parameterOf(await browser.go(back), "consent_challenge");
      const { subject } = await latchkey.getConsentRequest({ consent_challenge });
      assert.equal(subject, "alice");
      const consented = await browser.go(await letAliceConsent(latchkey, consent_challenge));
      const code = parameterOf(consented, "code");
      const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
      const tokens = await latchkey.oauth2Token(form, { authorization });
      assert.equal(await isActive(latchkey, tokens.access_token), true);
      await successor.kill("SIGTERM");
    });

    it("keeps its state: sessions, codes and refresh tokens stay valid", async () => {
      const dsn = await emptyDsn();
      const killed = await startPeer(dsn);
      const authorization = await registerPhotos(killed.latchkey);
      const browser = openPeerBrowser(killed);
      const code = await codeOfAlice(browser, killed.latchkey);
      await killed.kill("SIGKILL");

      const second = await startPeer(dsn);
      const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
      const { refresh_token = "" } = await second.latchkey.oauth2Token(form, { authorization });
      await second.kill("SIGKILL");

      const third = await startPeer(dsn);
      const { latchkey } = third;
      browser.turnTo(third);
      const login_challenge = await askToSignIn(browser);
      const { skip, subject } = await latchkey.getLoginRequest({ login_challenge });
      assert.deepEqual({ skip, subject }, { skip: true, subject: "alice" });
      const refreshment = { grant_type: "refresh_token", refresh_token };
      const { access_token } = await latchkey.oauth2Token(refreshment, { authorization });
      assert.equal(await isActive(latchkey, access_token), true);
      assert.equal((await latchkey.call("oauth2Token", form, { authorization })).status, 400);
      assert.equal(await isActive(latchkey, access_token), false, "the code was shown again");
      await third.kill("SIGTERM");
    });
  });
}

/** Alice signs in to `photos` and logs out; answers the session that ended, as her ID token named it. */
async function logAliceOut(peer: ServingProcess, backchannel_logout_uri: string): Promise<string> {
  const { latchkey } = peer;
  const authorization = await registerPhotos(latchkey, { backchannel_logout_uri });
  const browser = openPeerBrowser(peer);
  const code = await codeOfAlice(browser, latchkey);
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  const { id_token = "" } = await latchkey.oauth2Token(form, { authorization });
  await leave(browser, peer);
  const claims: unknown = JSON.parse(
    Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString(),
  );
  assert.ok(typeof claims === "object" && claims !== null && "sid" in claims);
  return String(claims.sid);
}

async function leave(browser: Browser, { latchkey }: ServingProcess): Promise<void> {
  const asked = await browser.go(`${ISSUER}/oauth2/sessions/logout`);
  const logout_challenge = parameterOf(asked, "logout_challenge");
  const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
  assert.equal((await browser.go(redirect_to)).status, 302);
}

interface Receiver {
  /** The next logout token that arrives, or one that is waiting. */
  readonly nextNotice: () => Promise<string>;
  /** From here on every notice is answered. */
  readonly speak: () => void;
}

/** The client's end of the back channel: it takes notices, and answers them unless it is mute. */
async function listenForLogouts(port: number, { mute = false } = {}): Promise<Receiver> {
  const waiting: ((notice: string) => void)[] = [];
  const unread: string[] = [];
  let silent = mute;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const notice = new URLSearchParams(await text(request)).get("logout_token") ?? "";
    const reader = waiting.shift();
    if (reader === undefined) unread.push(notice);
    else reader(notice);
    if (!silent) response.end();
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    async nextNotice() {
      return unread.shift() ?? new Promise((resolve) => waiting.push(resolve));
    },
    speak: () => void (silent = false),
  };
}

async function failedDeliveries({ latchkey }: ServingProcess): Promise<number> {
  const metrics = await latchkey.prometheus();
  const line = /^latchkey_logout_deliveries_total\{outcome="failed"\} (\d+)$/m.exec(metrics);
  return Number(line?.[1] ?? 0);
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= 500; attempt += 1) {
    if (await holds()) return;
    await pause(20);
  }
  assert.fail("It never came to that.");
}
