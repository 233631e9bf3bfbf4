import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { basic } from "@latchkey/client";
import type { ServingProcess } from "../processes/latchkey-process.ts";
import { CALLBACK, codeOfAlice, openPeerBrowser, registerPhotos } from "../support/processes.ts";

/** Clients that request tokens whatever happens to the database, and record the responses. */
export interface Load {
  /** Waits until requests succeed again, and fails when that takes longer than 20 s. */
  untilServed(): Promise<void>;
  /** How many requests succeeded so far. */
  served(): number;
  /** The number of 503 responses so far. */
  postponed(): number;
  /** Ends the load and holds every answer against what the server knows now. */
  finish(): Promise<void>;
}

const MACHINES = 10;
const REFRESHERS = 4;
const REDEEMERS = 2;

/**
 * Sixteen connections: machines that get tokens, apps that refresh, and apps that redeem codes. One that gets a 503 sends
 * the same again. Nothing but 200 and 503 may be answered.
 */
export async function startLoad(server: ServingProcess, codes_to_redeem: number): Promise<Load> {
  const { latchkey, public_url } = server;
  const machine = await latchkey.createOAuth2Client({
    body: { grant_types: ["client_credentials"] },
  });
  const asMachine = basic(machine.client_id, machine.client_secret ?? "");
  const asPhotos = await registerPhotos(latchkey);
  const codes: string[] = [];
  const browser = openPeerBrowser(server);
  for (let count = codes_to_redeem + REFRESHERS; count > 0; count -= 1) {
    codes.push(await codeOfAlice(browser, latchkey));
  }
  /** Tokens that must be active in the end. Of an app that refreshes, only the last is. */
  const acknowledged: string[] = [];
  const refusals: string[] = [];
  const counts = { served: 0, postponed: 0 };
  const stopping = new AbortController();

  /** Sends a form until it is answered with something else than 503. */
  const ask = async (authorization: string, form: Record<string, string>): Promise<Tokens> => {
    for (;;) {
      const response = await fetch(`${public_url}/oauth2/token`, {
        method: "POST",
        headers: { authorization },
        body: new URLSearchParams(form),
      });
      const body: Tokens = await response.json();
      if (response.status === 200) {
        counts.served += 1;
        return body;
      }
      if (response.status !== 503) refusals.push(`${response.status} ${JSON.stringify(body)}`);
      assert.equal(response.status, 503, JSON.stringify(body));
      assert.equal(response.headers.get("retry-after"), "1");
      counts.postponed += 1;
      await pause(20);
    }
  };

  const redeem = (code = ""): Promise<Tokens> =>
    ask(asPhotos, { grant_type: "authorization_code", code, redirect_uri: CALLBACK });

  const runMachine = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      acknowledged.push((await ask(asMachine, { grant_type: "client_credentials" })).access_token);
      await pause(5);
    }
  };
  const runRefresher = async (): Promise<void> => {
    let { refresh_token } = await redeem(codes.shift());
    while (!stopping.signal.aborted) {
      ({ refresh_token } = await ask(asPhotos, { grant_type: "refresh_token", refresh_token }));
      await pause(5);
    }
    acknowledged.push(refresh_token);
  };
  const runRedeemer = async (): Promise<void> => {
    while (!stopping.signal.aborted && codes.length > 0) {
      acknowledged.push((await redeem(codes.shift())).refresh_token);
      await pause(40);
    }
  };
  const clients = Promise.all([
    ...Array.from({ length: MACHINES }, runMachine),
    ...Array.from({ length: REFRESHERS }, runRefresher),
    ...Array.from({ length: REDEEMERS }, runRedeemer),
  ]);
  clients.catch(() => {}); // `finish` hears of it.

  return {
    async untilServed() {
      const giveUpAt = performance.now() + 20_000;
      // More than what was under way when the fault came.
      for (const enough = counts.served + MACHINES; counts.served < enough;) {
        assert.ok(performance.now() < giveUpAt, `not served for 20 s; ${refusals.join()}`);
        await pause(10);
      }
    },
    served: () => counts.served,
    postponed: () => counts.postponed,
    async finish() {
      stopping.abort();
      await clients;
      assert.deepEqual(refusals, []);
      assert.deepEqual(await inactive(server, acknowledged), []);
    },
  };
}

/** Those of the tokens that are not active. */
async function inactive({ latchkey }: ServingProcess, tokens: string[]): Promise<string[]> {
  const lost: string[] = [];
  while (tokens.length > 0) {
    const some = tokens.splice(0, 32);
    const found = await Promise.all(some.map((token) => latchkey.introspectOAuth2Token({ token })));
    lost.push(...some.filter((_, index) => !found[index]?.active));
  }
  return lost;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}
