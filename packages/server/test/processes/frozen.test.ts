import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { isActive } from "../operations/machine.ts";
import {
  CALLBACK,
  codeOfAlice,
  openPeerBrowser,
  registerPhotos,
  startPeer,
} from "../support/processes.ts";
import { databases } from "./databases.ts";
import type { ServingProcess } from "./latchkey-process.ts";

const GRACE_MS = 1_000;

describe("a server that was frozen", () => {
  const running: ServingProcess[] = [];
  afterEach(async () => {
    for (const server of running) process.kill(server.pid, "SIGCONT");
    await Promise.all(running.splice(0).map(({ kill }) => kill("SIGTERM")));
  });

  for (const connected of ["before", "meanwhile"] as const) {
    it(`revokes nothing for requests that another answered since; connected ${connected}`, async () => {
      const { frozen, other, authorization } = await startTwo();
      const browser = openPeerBrowser(other);
      const [first, second] = [
        await codeOfAlice(browser, other.latchkey),
        await codeOfAlice(browser, other.latchkey),
      ];
      const { refresh_token } = await exchange(other, authorization, redemptionOf(first));

      const forms = [{ grant_type: "refresh_token", refresh_token }, redemptionOf(second)];
      const early = connected === "before" ? forms.map(() => connectTo(frozen)) : [];
      await Promise.all(early.map((socket) => once(socket, "connect")));
      process.kill(frozen.pid, "SIGSTOP");
      const sockets = forms.map((_, index) => early[index] ?? connectTo(frozen));
      for (const [index, form] of forms.entries())
        sockets[index]?.write(request(form, authorization));

      const refreshed = await exchange(other, authorization, forms[0] ?? {});
      const redeemed = await exchange(other, authorization, forms[1] ?? {});
      await pause(2 * GRACE_MS); // Beyond the grace period, and the time in which codes are sent twice.
      process.kill(frozen.pid, "SIGCONT");
      for (const answer of await Promise.all(sockets.map((socket) => text(socket)))) {
        assert.match(answer, /^HTTP\/1\.1 400 [^]*"invalid_grant"/);
      }
      for (const { access_token } of [refreshed, redeemed]) {
        assert.equal(await isActive(other.latchkey, access_token), true);
      }
    });
  }

  async function startTwo(): Promise<{
    readonly frozen: ServingProcess;
    readonly other: ServingProcess;
    readonly authorization: string;
  }> {
    const dsn = (await databases[0]?.emptyDsn()) ?? "";
    const grace = { "oauth2.grant.refresh_token.rotation_grace_period": `${GRACE_MS}ms` };
    const other = await startPeer(dsn, grace);
    running.push(other);
    const frozen = await startPeer(dsn, grace);
    running.push(frozen);
    return { frozen, other, authorization: await registerPhotos(other.latchkey) };
  }
});

function redemptionOf(code: string): Readonly<Record<string, string>> {
  return { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
}

async function exchange(
  { public_url }: ServingProcess,
  authorization: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly access_token: string; readonly refresh_token: string }> {
  const response = await fetch(`${public_url}/oauth2/token`, {
    method: "POST",
    headers: { authorization },
    body: new URLSearchParams(form),
  });
  assert.equal(response.status, 200);
  return response.json();
}

function connectTo({ public_url }: ServingProcess): Socket {
  return connect(Number(new URL(public_url).port), "127.0.0.1");
}

function request(form: Readonly<Record<string, string>>, authorization: string): string {
  const body = new URLSearchParams(form).toString();
  return [
    "POST /oauth2/token HTTP/1.1",
    "Host: id.example",
    "Connection: close",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    `Authorization: ${authorization}`,
    "",
    body,
  ].join("\r\n");
}
