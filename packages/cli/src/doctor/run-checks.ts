import type { SignerStatus, SystemSecrets, TakeoverStatus, WellKnown } from "@latchkey/api";
import { type Client, createClient, paginate } from "@latchkey/client";

import { exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import type { Fetch } from "../connection/http-fetch.ts";
import { findRefusedUrls, type NamedUrl, urlsOf } from "../connection/refused-urls.ts";
import { checkApp } from "./login-app.ts";
import { inspectTls } from "./certificate.ts";
import { checkClock } from "./clock.ts";
import { checkCookies } from "./cookies.ts";
import { checkCors, UNLISTED_ORIGIN } from "./cors.ts";
import { checkExposure } from "./admin-exposure.ts";
import { type Finding, findingsFor } from "./finding.ts";
import { checkIssuer } from "./issuer.ts";
import {
  type FlowEvidence,
  startFlow,
  runFlowWithTestClient,
  type FlowClient,
} from "./authorization-flow.ts";
import { checkKeys } from "./keys.ts";
import { probeAdminApi } from "./admin-probe.ts";
import { checkOutbound, type OutboundEvidence } from "./outbound.ts";
import { checkSecrets } from "./secrets.ts";
import { checkSigners } from "./signers.ts";
import { checkTakeover } from "./takeover.ts";
import { checkTls } from "./tls.ts";

/** The deployment to check, and how to reach it. */
export interface Deployment {
  /** Public URL, as browsers use it. */
  readonly url: string;
  /** URL of the admin listener, to run a flow with a temporary client. */
  readonly admin_url: string | undefined;
  readonly api_key: string | undefined;
  /** An existing client to start a flow for, if there is no admin URL. */
  readonly flow_client: FlowClient | undefined;
  /** Used for the public listener and the login and consent apps. */
  readonly visit: Fetch;
  /** Used for the admin listener, with the API key. */
  readonly administer: Fetch;
}

/** Runs all checks as a browser and a client would. Throws if the server does not respond. */
export async function runChecks(deployment: Deployment): Promise<readonly Finding[]> {
  const { url, visit } = deployment;
  const latchkey = connect(deployment);
  const origin = { headers: { Origin: UNLISTED_ORIGIN } };
  const sent_at_ms = Date.now();
  const discovered = await discover(latchkey, url);
  const { headers } = discovered;
  const clock = { date: headers.get("date"), sent_at_ms, received_at_ms: Date.now() };
  const discovery = discovered.body;
  const keys = await latchkey.call("wellKnown");
  const userinfo = await latchkey.call("userinfo", {}, origin);
  const taken = await findTakeover(deployment, latchkey);
  return [
    ...checkIssuer(url, discovery),
    checkTls(url, await inspectTls(url), Date.now()),
    checkClock(clock),
    await checkHealth(latchkey),
    ...checkKeys(keys.ok ? keys.body.keys : undefined, discovery),
    ...checkSecrets(await findSecrets(deployment, latchkey), Date.now(), taken),
    ...checkSigners(await findSigners(deployment, latchkey)),
    ...checkTakeover(taken),
    ...checkOutbound(await findOutbound(deployment, latchkey)),
    ...checkCors({
      discovery: headers.get("access-control-allow-origin"),
      userinfo: userinfo.headers.get("access-control-allow-origin"),
      userinfo_credentials: userinfo.headers.get("access-control-allow-credentials"),
    }),
    ...checkFlow(await runFlow(deployment, latchkey), discovery.issuer),
    ...checkExposure(await probeAdminApi(url, visit)),
  ];
}

/** Undefined without an admin listener, without access to it, and where the server takes nothing over. */
async function findTakeover(
  { admin_url }: Deployment,
  latchkey: Client,
): Promise<TakeoverStatus | undefined> {
  if (admin_url === undefined) return undefined;
  const reply = await latchkey.call("getTakeover").catch(() => undefined);
  return reply?.ok === true ? reply.body : undefined;
}

/** Undefined without an admin listener, or without access to it. */
async function findSecrets(
  { admin_url }: Deployment,
  latchkey: Client,
): Promise<SystemSecrets | undefined> {
  if (admin_url === undefined) return undefined;
  const reply = await latchkey.call("getSystemSecrets").catch(() => undefined);
  return reply?.ok === true ? reply.body : undefined;
}

/** Undefined without an admin listener, or without access to it. */
async function findSigners(
  { admin_url }: Deployment,
  latchkey: Client,
): Promise<readonly SignerStatus[] | undefined> {
  if (admin_url === undefined) return undefined;
  const reply = await latchkey.call("listSigners").catch(() => undefined);
  return reply?.ok === true ? reply.body : undefined;
}

/** Undefined without an admin listener, or without access to it. */
async function findOutbound(
  { admin_url }: Deployment,
  latchkey: Client,
): Promise<OutboundEvidence | undefined> {
  if (admin_url === undefined) return undefined;
  const named: NamedUrl[] = [];
  const page = { limit: 500 };
  const collect = async <T>(list: AsyncIterable<T>, urlsIn: (one: T) => readonly NamedUrl[]) => {
    try {
      for await (const one of list) named.push(...urlsIn(one));
    } catch {
      // A server without a feature has none of its records, and a key may not see all.
    }
  };
  await collect(
    paginate((at) => latchkey.call("listOAuth2Clients", at), page),
    (client) => urlsOf("client", client.client_id ?? "", client),
  );
  await collect(
    paginate((at) => latchkey.call("listTrustedJwtGrantIssuers", at), page),
    (trusted) => urlsOf("trusted_issuer", trusted.issuer, trusted),
  );
  await collect(
    paginate((at) => latchkey.call("listIdentityProviders", at), page),
    (provider) => urlsOf("identity_provider", provider.id, provider),
  );
  await collect(
    paginate((at) => latchkey.call("listEventReceivers", at), page),
    (receiver) => urlsOf("event_receiver", receiver.name, receiver),
  );
  await collect(
    paginate((at) => latchkey.call("listIntegrations", at), page),
    (integration) => urlsOf("integration", integration.id, integration),
  );
  if (named.length === 0) return undefined;
  const found = await findRefusedUrls(latchkey, named).catch(() => undefined);
  return found && { ...found, checked: named.length };
}

function connect({ url, admin_url, api_key, visit, administer }: Deployment): Client {
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
    .call("discoverOpenIDConfiguration", {}, { headers: { Origin: UNLISTED_ORIGIN } })
    .catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Failure(
        exitCodes.unreachable,
        `No response from ${url}: ${why}. Check that this is the URL browsers use.`,
        { cause },
      );
    });
  if (reply.ok && isDiscovery(reply.body)) return { headers: reply.headers, body: reply.body };
  const fix = isTlsRequired(reply.body) ? ASK_THE_PROXY : CHECK_THE_PROXY;
  throw new Failure(
    exitCodes.unreachable,
    `${url}/.well-known/openid-configuration returns ${reply.status} without a discovery document. ${fix}`,
  );
}

const CHECK_THE_PROXY = "Check that the proxy forwards the path to the public listener.";
const ASK_THE_PROXY =
  "The listener accepts only what a proxy received by TLS (serve.tls.allow_termination_from): name the address of that proxy.";

function isTlsRequired(body: unknown): boolean {
  return (
    typeof body === "object" && body !== null && "error" in body && body.error === "tls_required"
  );
}

function isDiscovery(body: WellKnown): boolean {
  return URL.canParse(body.issuer);
}

async function checkHealth(latchkey: Client): Promise<Finding> {
  const { good, bad } = findingsFor("health");
  const { ok, status } = await latchkey.call("isInstanceReady");
  return ok
    ? good("The server and its database respond.")
    : bad(`/health/ready returns ${status}.`, "Check the database and the server log.");
}

interface NotRun {
  readonly not_run: string;
}

async function runFlow(
  { admin_url, flow_client, visit }: Deployment,
  latchkey: Client,
): Promise<FlowEvidence | NotRun> {
  try {
    if (admin_url !== undefined) return await runFlowWithTestClient(latchkey, visit);
    if (flow_client !== undefined) return await startFlow(flow_client, latchkey, visit);
    return { not_run: "no client is available" };
  } catch (error) {
    return { not_run: error instanceof Error ? error.message : String(error) };
  }
}

function checkFlow(flow: FlowEvidence | NotRun, issuer: string): readonly Finding[] {
  const fix =
    "Set the admin listener with --endpoint, to use a temporary client, or name an existing client with --client-id.";
  if ("not_run" in flow)
    return ["cookies", "login", "consent"].map((check) =>
      findingsFor(check).skipped(`No authorization request was made: ${flow.not_run}.`, fix),
    );
  const { set_cookie, login, consent, stopped } = flow;
  if (login === undefined)
    return [
      findingsFor("login").bad(
        `The authorization request failed: ${stopped ?? "unknown error"}.`,
        "Check the client, its redirect URIs and scope, and urls.login.",
      ),
    ];
  return [
    ...checkCookies(issuer, set_cookie),
    checkApp("login", issuer, login),
    consent === undefined
      ? findingsFor("consent").skipped(`Consent was not reached: ${stopped ?? "no login"}.`, fix)
      : checkApp("consent", issuer, consent),
  ];
}
