import { check, type Check } from "../compare.ts";
import { basicClientFor, type ClientFact, clientOf, type Json } from "../facts.ts";
import { objectOf, textOf, withoutEmpty } from "../normal-forms.ts";
import type { Answer, Browser, World } from "../world.ts";

/** RFC 7636 appendix B. */
export const PKCE = {
  code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
} as const;

/** Sends a browser to the authorization endpoint for a client. */
export function authorize(
  browser: Browser,
  client: ClientFact,
  parameters: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { code_challenge, code_challenge_method } = PKCE;
  const query = new URLSearchParams({
    client_id: client.client_id,
    response_type: "code",
    redirect_uri: client.redirect_uri ?? "",
    state: "a-state-of-the-client",
    nonce: "a-nonce-of-the-client",
    code_challenge,
    code_challenge_method,
    ...parameters,
  });
  return browser.go(`/oauth2/auth?${query}`);
}

/** The request that the login or the consent app reads at the challenge it got. */
export async function readRequest(
  world: World,
  app: "login" | "consent",
  { location }: Answer,
): Promise<Json> {
  const challenge = location?.searchParams.get(`${app}_challenge`);
  if (typeof challenge !== "string") {
    const error = location?.searchParams.get("error") ?? "nothing";
    throw new Error(`The browser was not sent to the ${app} app, but got ${error}.`);
  }
  const path = `/oauth2/auth/requests/${app}?${app}_challenge=${encodeURIComponent(challenge)}`;
  const { status, body } = await world.admin("GET", path);
  if (status !== 200) throw new Error(`The ${app} request responds ${status}.`);
  return objectOf(body);
}

/** An app accepts, and the browser goes on. */
export async function acceptRequest(
  world: World,
  browser: Browser,
  app: "login" | "consent",
  request: Json,
  body: Json,
): Promise<Answer> {
  const challenge = encodeURIComponent(textOf(request["challenge"]));
  const path = `/oauth2/auth/requests/${app}/accept?${app}_challenge=${challenge}`;
  const answer = await world.admin("PUT", path, body);
  if (answer.status !== 200) {
    throw new Error(
      `Accepting the ${app} request responds ${answer.status} ${textOf(objectOf(answer.body)["error_description"])}`,
    );
  }
  return browser.go(textOf(objectOf(answer.body)["redirect_to"]));
}

/** Browser sessions: whether the cookie signs in, and the answer to `prompt=none`. */
export async function* checkSessions(world: World): AsyncGenerator<Check> {
  for (const { id, cookies, answers } of world.facts.sessions) {
    const client = basicClientFor(world.facts, id);
    const { login_skip, session_id } = answers.authorize;
    const expected = {
      login_skip,
      subject: answers.login_request_subject,
      // Of a browser that is not signed in, a new one each time.
      ...(login_skip && { session_id }),
    };
    yield check(`sessions/${id} authorize`, expected, async () => {
      const browser = world.browser(cookies);
      const asked = await authorize(browser, client, { scope: "openid" });
      const request = await readRequest(world, "login", asked);
      return {
        login_skip: request["skip"],
        subject: request["subject"],
        ...(request["skip"] === true && { session_id: request["session_id"] }),
      };
    });
    yield check(`sessions/${id} prompt_none`, promptNone(answers.prompt_none), async () => {
      const browser = world.browser(cookies);
      const { location } = await authorize(browser, client, { scope: "openid", prompt: "none" });
      const error = location?.searchParams.get("error");
      return {
        goes_to: `${location?.origin}${location?.pathname}`,
        ...(typeof error === "string" && { error }),
      };
    });
  }
}

function promptNone({ goes_to, error }: Json): Json {
  return { goes_to, ...(error !== undefined && { error }) };
}

/** Remembered consents: whether the consent app is asked to skip. */
export async function* checkRememberedConsents(world: World): AsyncGenerator<Check> {
  for (const fact of world.facts.remembered_consents) {
    const { session, subject, login_skip, consent_skip, scope } = fact;
    const entry = `remembered_consents/${session} at ${fact.client} for ${scope}`;
    const held = world.facts.sessions.find(({ id }) => id === session);
    yield check(entry, { login_skip, consent_skip }, async () => {
      const browser = world.browser(held?.cookies);
      const asked = await authorize(browser, clientOf(world.facts, fact.client), { scope });
      const login = await readRequest(world, "login", asked);
      const next = await acceptRequest(world, browser, "login", login, { subject });
      const consent = await readRequest(world, "consent", next);
      return { login_skip: login["skip"], consent_skip: consent["skip"] };
    });
  }
}

/** The consents of a user, as the operator sees them. */
export async function* checkConsentSessions(world: World): AsyncGenerator<Check> {
  const now = Date.now() / 1000;
  for (const [subject, facts] of Object.entries(world.facts.consent_sessions)) {
    const listed = await listConsents(world, subject);
    const found = new Set<unknown>();
    for (const fact of facts) {
      const client_id = clientIdOf(fact);
      const entry = `consent_sessions/${subject} at ${client_id} (${textOf(fact["handled_at"]).slice(11, 19)})`;
      if (hasEnded(fact, now)) continue;
      const got = listed.find((one) => !found.has(one) && isSame(one, fact));
      if (got !== undefined) found.add(got);
      yield {
        entry,
        expected: consentOf(fact),
        got: got === undefined ? "not listed" : consentOf(got),
      };
    }
    const others = listed.filter((one) => !found.has(one)).map(clientIdOf);
    yield { entry: `consent_sessions/${subject} others`, expected: [], got: others };
  }
}

async function listConsents(world: World, subject: string): Promise<readonly Json[]> {
  const query = new URLSearchParams({ subject, limit: "500", page_size: "500" });
  const { body } = await world.admin("GET", `/oauth2/auth/sessions/consent?${query}`);
  return Array.isArray(body) ? body.map(objectOf) : [];
}

/** One that was remembered for a time leaves the list when the time is over. */
function hasEnded(fact: Json, now: number): boolean {
  const remember_for = Number(fact["remember_for"]);
  const handled_at = Date.parse(textOf(fact["handled_at"])) / 1000;
  return remember_for > 0 && handled_at + remember_for < now;
}

function clientIdOf(consent: Json): string {
  return textOf(objectOf(objectOf(consent["consent_request"])["client"])["client_id"]);
}

/** Handled within two seconds: one server has fractions. */
function isSame(one: Json, two: Json): boolean {
  if (clientIdOf(one) !== clientIdOf(two)) return false;
  const [first, second] = [one, two].map((consent) => Date.parse(textOf(consent["handled_at"])));
  if (Math.abs(Number(first) - Number(second)) > 2000) return false;
  return requestUrl(one) === requestUrl(two);
}

function requestUrl(consent: Json): string {
  return textOf(objectOf(consent["consent_request"])["request_url"]);
}

/** Challenges are not held by anyone after the consent, and the client is compared by its id. */
function consentOf(consent: Json): unknown {
  const { handled_at: _handled_at, consent_request, ...rest } = consent;
  const {
    challenge: _challenge,
    login_challenge: _login_challenge,
    consent_request_id: _consent_request_id,
    client,
    ...request
  } = objectOf(consent_request);
  const client_id = objectOf(client)["client_id"];
  const { consent_request_id: _id, ...fields } = rest;
  return withoutEmpty({ ...fields, consent_request: { ...request, client_id } });
}
