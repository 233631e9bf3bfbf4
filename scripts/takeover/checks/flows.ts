import { check, type Check } from "../compare.ts";
import type { Facts, FlowFact, Json } from "../facts.ts";
import {
  normalTokenResponse,
  objectOf,
  textOf,
  tokenResponseOf,
  withoutEmpty,
} from "../normal-forms.ts";
import type { Destructive } from "../plan.ts";
import type { Answer, Browser, World } from "../world.ts";
import { redeemCode } from "./tokens.ts";
import { acceptRequest, readRequest } from "./sessions.ts";

/** Authorizations half way: what the apps read at their challenges, and where the browser ends. */
export function flowTasks(facts: Facts): readonly Destructive[] {
  return facts.flows.map((flow) => ({
    chain: `flow ${flow.id}`,
    run: (world) => checkFlow(world, flow),
  }));
}

async function* checkFlow(world: World, flow: FlowFact): AsyncGenerator<Check> {
  const entry = `flows/${flow.id}`;
  const { get_login, get_consent, redeem, ends_at = {} } = flow.answers;
  for (const [app, fact] of [
    ["login", get_login],
    ["consent", get_consent],
  ] as const) {
    if (fact === undefined) continue;
    yield check(`${entry} get_${app}`, requestOfFact(fact), async () =>
      requestOfFact(await getRequest(world, app, flow)),
    );
  }
  let end: End | undefined;
  const expectedEnd = { ...ends_at, params: listOf(ends_at["params"]) };
  yield check(`${entry} ends_at`, expectedEnd, async () => {
    end = await carryOn(world, flow);
    return end.ends_at;
  });
  if (redeem === undefined) return;
  yield check(`${entry} redeem`, withoutAuthTime(normalTokenResponse(redeem), flow), async () => {
    if (end?.code === undefined) return "there is no code";
    const { client, redirect_uri, code_verifier } = flow;
    const answer = await redeemCode(world, { client, redirect_uri, code_verifier, code: end.code });
    return withoutAuthTime(tokenResponseOf(answer), flow);
  });
}

function listOf(value: unknown): unknown {
  return Array.isArray(value) ? value.map(String).toSorted() : value;
}

async function getRequest(world: World, app: "login" | "consent", flow: FlowFact): Promise<Answer> {
  const challenge = app === "login" ? flow.login_challenge : (flow.consent_challenge ?? "");
  const path = `/oauth2/auth/requests/${app}?${app}_challenge=${encodeURIComponent(challenge)}`;
  return world.admin("GET", path);
}

/** A request without its challenges; of a refusal the status, and whether the browser can begin again. */
function requestOfFact({ status, body }: Json | Answer): unknown {
  const fields = objectOf(body);
  if (status !== 200) return { status, ...("redirect_to" in fields && { begins_again: true }) };
  const {
    challenge: _challenge,
    login_challenge: _login_challenge,
    consent_request_id: _consent_request_id,
    client,
    ...rest
  } = fields;
  return { status, body: withoutEmpty({ ...rest, client_id: objectOf(client)["client_id"] }) };
}

/** Where a browser ended. */
interface End {
  readonly ends_at: Json;
  readonly code?: string | undefined;
}

/** Goes on from where the browser stands; the apps accept what they are asked, as they did at the other server. */
async function carryOn(world: World, flow: FlowFact): Promise<End> {
  const browser = world.browser(flow.cookies);
  let answer = await firstStep(world, browser, flow);
  for (let steps = 0; steps < 8; steps += 1) {
    const { location } = answer;
    if (location === undefined) return { ends_at: { status: answer.status } };
    if (location.host === world.issuer.host) {
      answer = await browser.go(location.href);
      continue;
    }
    const app = appAt(world, location);
    if (app === undefined) return endAt(location);
    const request = await readRequest(world, app, answer);
    answer = flow.rejected
      ? await rejectLogin(world, browser, request)
      : await acceptRequest(world, browser, app, request, answerOf(app, flow));
  }
  throw new Error("The browser is sent from app to app.");
}

async function rejectLogin(world: World, browser: Browser, request: Json): Promise<Answer> {
  const query = `login_challenge=${encodeURIComponent(textOf(request["challenge"]))}`;
  const error = { error: "access_denied", error_description: "no" };
  const { body } = await world.admin("PUT", `/oauth2/auth/requests/login/reject?${query}`, error);
  return browser.go(textOf(objectOf(body)["redirect_to"]));
}

function answerOf(app: "login" | "consent", { subject = "" }: FlowFact): Json {
  return app === "login" ? { subject } : { grant_scope: ["openid"] };
}

/** The verifier's URL where the app had answered; else the app answers now, or learns where the browser begins again. */
async function firstStep(world: World, browser: Browser, flow: FlowFact): Promise<Answer> {
  switch (flow.at) {
    case "login-answered":
      return browser.go(flow.login_redirect ?? "");
    case "consent-answered":
      return browser.go(flow.consent_redirect ?? "");
    case "login":
    case "consent": {
      const { status, body } = await getRequest(world, flow.at, flow);
      const fields = objectOf(body);
      if (status === 200)
        return acceptRequest(world, browser, flow.at, fields, answerOf(flow.at, flow));
      const { redirect_to } = fields;
      if (typeof redirect_to === "string") return browser.go(redirect_to);
      return { status, body, headers: new Headers(), location: undefined };
    }
  }
}

function appAt({ facts }: World, { origin, pathname }: URL): "login" | "consent" | undefined {
  const { login, consent } = facts.settings.urls;
  const place = `${origin}${pathname}`;
  if (place === login) return "login";
  return place === consent ? "consent" : undefined;
}

function endAt(location: URL): End {
  const { searchParams, origin, pathname, protocol } = location;
  const error = searchParams.get("error");
  const url = origin === "null" ? `${protocol}${pathname}` : `${origin}${pathname}`;
  // What this server adds to a response (RFC 9207).
  const params = [...searchParams.keys()].filter((name) => name !== "iss").toSorted();
  return {
    ends_at: { url, params, ...(error !== null && { error }) },
    code: searchParams.get("code") ?? undefined,
  };
}

/** A user who signs in now has done so now; a flow that had come that far keeps its time. */
function withoutAuthTime(response: Json, { at }: FlowFact): Json {
  const { id_token, ...rest } = response;
  if (at !== "login" || id_token === undefined) return response;
  const { claims, ...token } = objectOf(id_token);
  const { auth_time: _auth_time, ...others } = objectOf(claims);
  return { ...rest, id_token: { ...token, claims: others } };
}
