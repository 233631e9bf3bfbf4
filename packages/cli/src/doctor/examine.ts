import type { WellKnown } from "@latchkey/api";
import { type Client, createClient } from "@latchkey/client";

import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import type { Fetch } from "../http-fetch.ts";
import { judgeApp } from "./app.ts";
import { inspectTls } from "./certificate.ts";
import { judgeClock } from "./clock.ts";
import { judgeCookies } from "./cookies.ts";
import { judgeCors, STRANGER } from "./cors.ts";
import { judgeExposure } from "./exposure.ts";
import { type Finding, finder } from "./finding.ts";
import { judgeIssuer } from "./issuer.ts";
import { type Journey, travelFor, travelWithAdmin, type Traveller } from "./journey.ts";
import { judgeKeys } from "./keys.ts";
import { knock } from "./knock.ts";
import { judgeTls } from "./tls.ts";

/** What to examine, and what there is to do it with. */
export interface Patient {
  /** Where the public listener is reached from outside. */
  readonly url: string;
  /** Where the admin listener is, for a journey through login and consent. */
  readonly admin_url: string | undefined;
  readonly api_key: string | undefined;
  /** A client to start a journey for, where there is no admin listener. */
  readonly traveller: Traveller | undefined;
  /** Goes to everything the public can see. */
  readonly visit: Fetch;
  /** Goes to the admin listener, with the key. */
  readonly administer: Fetch;
}

/** Looks at a deployment from outside, as a browser and a client would. Throws where nobody answers. */
export async function examine(patient: Patient): Promise<readonly Finding[]> {
  const { url, visit } = patient;
  const latchkey = connect(patient);
  const origin = { headers: { Origin: STRANGER } };
  const sent_at_ms = Date.now();
  const discovered = await discover(latchkey, url);
  const { headers } = discovered;
  const clock = { date: headers.get("date"), sent_at_ms, received_at_ms: Date.now() };
  const discovery = discovered.body;
  const keys = await latchkey.call("wellKnown");
  const userinfo = await latchkey.call("userinfo", {}, origin);
  return [
    ...judgeIssuer(url, discovery),
    judgeTls(url, await inspectTls(url), Date.now()),
    judgeClock(clock),
    await judgeHealth(latchkey),
    ...judgeKeys(keys.ok ? keys.body.keys : undefined, discovery),
    ...judgeCors({
      discovery: headers.get("access-control-allow-origin"),
      userinfo: userinfo.headers.get("access-control-allow-origin"),
      userinfo_credentials: userinfo.headers.get("access-control-allow-credentials"),
    }),
    ...judgeJourney(await travel(patient, latchkey), discovery.issuer),
    ...judgeExposure(await knock(url, visit)),
  ];
}

function connect({ url, admin_url, api_key, visit, administer }: Patient): Client {
  const base = admin_url?.replace(/\/+$/, "");
  return createClient({
    public: url,
    fetch: (target, init) => (target.startsWith(`${base}/`) ? administer : visit)(target, init),
    ...(base !== undefined && { admin: base }),
    ...(api_key !== undefined && { api_key }),
  });
}

async function discover(latchkey: Client, url: string) {
  const reply = await latchkey
    .call("discoverOpenIDConfiguration", {}, { headers: { Origin: STRANGER } })
    .catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Failure(
        exitCodes.unreachable,
        `Nobody answers at ${url}: ${why}. Is that where browsers go?`,
        { cause },
      );
    });
  if (reply.ok && isDiscovery(reply.body)) return { headers: reply.headers, body: reply.body };
  throw new Failure(
    exitCodes.unreachable,
    `${url}/.well-known/openid-configuration is answered ${reply.status}, without a discovery document. Is the path passed on to the public listener?`,
  );
}

function isDiscovery(body: WellKnown): boolean {
  return URL.canParse(body.issuer);
}

async function judgeHealth(latchkey: Client): Promise<Finding> {
  const { good, bad } = finder("health");
  const { ok, status } = await latchkey.call("isInstanceReady");
  return ok
    ? good("The server and its database respond.")
    : bad(
        `/health/ready is answered ${status}.`,
        "Look at the database, and into the server's log.",
      );
}

interface Unable {
  readonly unable: string;
}

async function travel(
  { admin_url, traveller, visit }: Patient,
  latchkey: Client,
): Promise<Journey | Unable> {
  try {
    if (admin_url !== undefined) return await travelWithAdmin(latchkey, visit);
    if (traveller !== undefined) return await travelFor(traveller, latchkey, visit);
    return { unable: "there is no client to make it for" };
  } catch (error) {
    return { unable: error instanceof Error ? error.message : String(error) };
  }
}

function judgeJourney(journey: Journey | Unable, issuer: string): readonly Finding[] {
  const fix =
    "Say where the admin listener is with --endpoint, and a client is made and deleted for it; or name one with --client-id.";
  if ("unable" in journey)
    return ["cookies", "login", "consent"].map((check) =>
      finder(check).skipped(`No authorization request was made: ${journey.unable}.`, fix),
    );
  const { set_cookie, login, consent, stopped } = journey;
  if (login === undefined)
    return [
      finder("login").bad(
        `An authorization request got nowhere: ${stopped ?? "no reason was given"}.`,
        "Check the client, its redirect URIs and scope, and urls.login.",
      ),
    ];
  return [
    ...judgeCookies(issuer, set_cookie),
    judgeApp("login", issuer, login),
    consent === undefined
      ? finder("consent").skipped(`Consent was not reached: ${stopped ?? "nobody logged in"}.`, fix)
      : judgeApp("consent", issuer, consent),
  ];
}
