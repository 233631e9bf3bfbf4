/**
 * Text of strangers is stored first and read later, by other requests. Each entry point of a stranger stores text that would be
 * slow to read if it were a pattern, an expression or a template; then every later read is measured.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { AuthorizationRequest, OAuth2ClientInput } from "@latchkey/api";
import { writeInspections } from "../support/inspections.ts";
import { pkce } from "../flows/document-client.ts";
import { makeSigner, presentAssertion, signAssertion } from "../operations/assertion.ts";
import { callRegistration, registerSelf } from "../operations/registration.ts";
import { openBrowser, locationOf } from "../support/browser.ts";
import { startDocumentHost } from "../support/document-host.ts";
import { DEVICE_CODE, deviceChallenge } from "../support/device.ts";
import { ISSUER, makeProofKey, signProof } from "../support/dpop.ts";
import { authorize, challengeOf, passLogin } from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

/** Regular expressions, wildcards of SQL and of globs, templates and replacements at once. */
const UNIT = "(a+)+*%_{a}$&";
const ESCAPED = "%2A%2Aa";
/** Four wildcards: against a text of 300 characters, an expression would try them in 300^4 / 4! ways. */
const WILD_HOST = ESCAPED.repeat(4);
const OWN = "https://h0.example";

/** A later request that reads what was stored. Rounds differ, so that no cache has the response. */
type Read = (round: number) => Promise<unknown>;
type Reads = Readonly<Record<string, Read>>;

const host = await startDocumentHost();
const key = await makeProofKey();
const signer = await makeSigner("only");

const settings = {
  "oauth2.registration.mode": "open",
  "oauth2.registration.allowed_scope": ["openid", "offline", "photos.*"],
  "oauth2.client_id_metadata_documents.enabled": true,
  "oauth2.client_id_metadata_documents.scope": ["openid", "offline", "photos.*"],
  "limits.client_id_metadata_documents.bytes": 262_144,
  "limits.registration.body_bytes": 262_144,
  "limits.request.parameter_length": 1_048_576,
  "limits.request.token_length": 1_048_576,
  "limits.request.authorization_length": 1_048_576,
  "limits.request.scopes": 10_000,
  "inspector.flows_per_second": 10_000,
};

/** Every entry point of a stranger: stores text of `n` units there, and returns what reads it. */
const entries: Readonly<Record<string, (world: TestServer, n: number) => Promise<Reads>>> = {
  "a registration": async (world, n) => {
    const body = await acceptedDescription(n, async (candidate) => {
      const { status } = await callRegistration(world, { body: candidate });
      return status === 201;
    });
    const { id, token } = await registerSelf(world, body);
    const path = `/connect/register/${id}`;
    return {
      ...readsOfClient(world, id, n),
      "its own reading": () => callRegistration(world, { method: "GET", path, token }),
    };
  },

  "an update of a registration": async (world, n) => {
    const { id, token: first_token } = await registerSelf(world);
    let token = first_token;
    const path = `/connect/register/${id}`;
    const update = async (body: object) => {
      const reply = await callRegistration(world, { method: "PUT", path, token, body });
      token = reply.body.registration_access_token ?? token;
      return reply.status === 200;
    };
    const body = await acceptedDescription(n, update);
    assert.ok(await update(body));
    return { ...readsOfClient(world, id, n), "another update": () => update(body) };
  },

  "a client metadata document": async (world, n) => {
    const ask = (client_id: string, redirect_uri: string) =>
      authorize(openBrowser(world), { ...request, client_id, redirect_uri });
    const publish = (body: object) =>
      host.describe(`/${randomUUID()}.json`, { grant_types: undefined, ...body });
    const body = await acceptedDescription(n, async (candidate) => {
      const [uri = ""] = candidate.redirect_uris ?? [];
      return (await ask(publish(candidate), uri)).status === 302;
    });
    const client_id = publish(body);
    assert.equal((await ask(client_id, `${OWN}/0`)).status, 302);
    return readsOfClient(world, client_id, n);
  },

  "an authorization request": async (world, n) => {
    const client_id = await registerPlain(world);
    return readsOfRequest(world, { client_id, ...hostileParameters(n) }, n);
  },

  "a pushed request": async (world, n) => {
    const client_id = await registerPlain(world);
    const push = async () => {
      const body = form({ client_id, ...hostileParameters(n) });
      const reply = await post(world, "/oauth2/par", body);
      assert.equal(reply.status, 201);
      const { request_uri }: { request_uri: string } = JSON.parse(await reply.text());
      return { client_id, request_uri };
    };
    return {
      ...(await readsOfRequest(world, await push(), n)),
      "its use": async () => authorize(openBrowser(world), await push()),
    };
  },

  "a request object": async (world, n) => {
    const client_id = await registerPlain(world);
    const claims = { client_id, iss: client_id, aud: ISSUER, ...hostileParameters(n) };
    const [header, payload] = [{ alg: "none" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const params = { ...request, client_id, request: `${header}.${payload}.` };
    return readsOfRequest(world, params, n);
  },

  "a device authorization": async (world, n) => {
    const { id: client_id } = await registerSelf(world, {
      client_name: "TV",
      grant_types: [DEVICE_CODE],
      token_endpoint_auth_method: "none",
    });
    const reply = await post(
      world,
      "/oauth2/device/auth",
      form({ client_id, scope: scopes(n), [UNIT]: UNIT.repeat(n) }),
    );
    assert.equal(reply.status, 200);
    const codes: { user_code: string; device_code: string } = JSON.parse(await reply.text());
    const { user_code, device_code } = codes;
    const poll = { client_id, grant_type: DEVICE_CODE, device_code };
    return {
      "its polling": () => post(world, "/oauth2/token", form(poll)),
      "its user code": async () => {
        const browser = openBrowser(world);
        const device_challenge = await deviceChallenge(browser, user_code);
        return browser.go(`http://public.test/device?${form({ device_challenge })}`);
      },
    };
  },

  "a logout request": async (world, n) => ({
    "its page": async (round) => {
      const query = form({
        state: UNIT.repeat(n),
        id_token_hint: `${"a.".repeat(n)}${round}`,
        post_logout_redirect_uri: `${OWN}/${ESCAPED.repeat(n)}`,
      });
      return openBrowser(world).go(`http://public.test/oauth2/sessions/logout?${query}`);
    },
  }),

  "a DPoP proof": async (world, n) => {
    const client_id = await registerPlain(world);
    const send = (proof: string) =>
      post(world, "/oauth2/token", form({ client_id, grant_type: "refresh_token" }), {
        DPoP: proof,
      });
    const claims = { jti: UNIT.repeat(n), nonce: UNIT.repeat(n), htu: `${OWN}/${UNIT.repeat(n)}` };
    const stored = await signProof(key, world.clock.now, { claims: { jti: UNIT.repeat(n) } });
    await send(stored);
    const other = await signProof(key, world.clock.now, { claims });
    return { "its replay": () => send(stored), "another proof": () => send(other) };
  },

  "a client assertion": async (world, n) => {
    const { id } = await registerSelf(world, {
      client_name: "Photos",
      redirect_uris: [`${OWN}/0`],
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [signer.open] },
    });
    const claims = {
      iss: id,
      sub: id,
      aud: `${ISSUER}/oauth2/token`,
      jti: UNIT.repeat(n),
      exp: world.clock.now + 60,
    };
    const assertion = await signAssertion(signer, claims);
    await presentAssertion(world.latchkey, assertion);
    return { "its replay": () => presentAssertion(world.latchkey, assertion) };
  },

  "an Origin header": async (world, n) => {
    for (let round = 0; round < n; round += 1) await preflight(world, originOf(n, round));
    return { "another preflight": (round) => preflight(world, originOf(n, n + round)) };
  },
};

const request: AuthorizationRequest = { response_type: "code", scope: "openid", ...pkce };

/** The redirect URIs that a stranger would like to have. Those that are refused are not stored. */
function wishedUris(n: number): readonly string[] {
  return [
    `https://${WILD_HOST}/cb`,
    `https://*.${WILD_HOST}/cb`,
    `https://[${"*".repeat(n)}]/cb`,
    `http://localhost:1/${ESCAPED.repeat(n)}`,
    `http://${WILD_HOST}.localhost/cb`,
    `${OWN}/${ESCAPED.repeat(n)}`,
    `${OWN}/?${"/..".repeat(n)}`,
    `com.example.app://${WILD_HOST}`,
  ];
}

/** A description with every redirect URI that is accepted by itself. */
async function acceptedDescription(
  n: number,
  isAccepted: (candidate: OAuth2ClientInput) => Promise<boolean>,
): Promise<OAuth2ClientInput> {
  const plain = { client_name: "Photos", token_endpoint_auth_method: "none" } as const;
  const accepted: string[] = [];
  for (const uri of wishedUris(n))
    if (await isAccepted({ ...plain, redirect_uris: [uri] })) accepted.push(uri);
  assert.ok(accepted.length > 0, "no redirect URI was accepted");
  const own = Array.from({ length: n }, (_, index) => `${OWN}/${index}`);
  const link = `${OWN}/?${ESCAPED.repeat(n)}`;
  const texts = Array.from({ length: n }, (_, index) => `${UNIT}${index}`);
  return {
    ...plain,
    client_name: UNIT.repeat(n),
    redirect_uris: [...own, ...accepted],
    post_logout_redirect_uris: own,
    request_uris: own,
    contacts: texts,
    default_acr_values: texts,
    grant_types: ["authorization_code", "refresh_token", DEVICE_CODE, ...texts],
    scope: `openid offline ${scopes(n)}`,
    client_uri: link,
    logo_uri: link,
    policy_uri: link,
    tos_uri: link,
    initiate_login_uri: link,
    frontchannel_logout_uri: link,
    software_id: UNIT.repeat(n),
    software_version: UNIT.repeat(n),
    tls_client_auth_subject_dn: `CN=${String.raw`\,`.repeat(n)}`,
    tls_client_auth_san_dns: "*.".repeat(n),
  };
}

function scopes(n: number): string {
  return Array.from({ length: n }, (_, index) => `photos.${index}`).join(" ");
}

/** Everything in which the description of a client counts. */
function readsOfClient(world: TestServer, client_id: string, n: number): Reads {
  const near = `${OWN}/${ESCAPED.repeat(n)}x`;
  const params = { ...request, client_id, redirect_uri: `${OWN}/0`, scope: scopes(SIZE) };
  const { latchkey } = world;
  return {
    "a preflight": (round) => preflight(world, originOf(n, round)),
    "a token request of a script": (round) =>
      post(world, "/oauth2/token", form({ client_id, grant_type: "refresh_token" }), {
        Origin: originOf(n, round),
      }),
    "an authorization request": () => authorize(openBrowser(world), params),
    "an authorization request with another redirect URI": () =>
      authorize(openBrowser(world), { ...params, redirect_uri: near }),
    "an authorization request with another loopback port": (round) =>
      authorize(openBrowser(world), {
        ...params,
        redirect_uri: `http://localhost:${round + 2}/${ESCAPED.repeat(n)}`,
      }),
    "a request by reference": () =>
      authorize(openBrowser(world), { client_id, request_uri: near, ...pkce }),
    "a pushed request": () => post(world, "/oauth2/par", form({ ...params, client_id })),
    "a device authorization": () =>
      post(world, "/oauth2/device/auth", form({ client_id, scope: scopes(SIZE) })),
    "a logout": () =>
      openBrowser(world).go(
        `http://public.test/oauth2/sessions/logout?${form({ client_id, post_logout_redirect_uri: near })}`,
      ),
    "its login page": () => loginPage(world, params),
    "its consent page": () => consentPage(world, params),
    "the admin API": () => latchkey.getOAuth2Client({ id: client_id }),
    "the list of clients": () => latchkey.listOAuth2Clients(),
    "a search": (round) => latchkey.listOAuth2Clients({ search: `${UNIT.repeat(9)}${round}` }),
  };
}

/** Parameters that are stored with a request. */
function hostileParameters(n: number) {
  return {
    ...request,
    redirect_uri: `${OWN}/0`,
    state: UNIT.repeat(n),
    nonce: UNIT.repeat(n),
    login_hint: UNIT.repeat(n),
    acr_values: UNIT.repeat(n),
    ui_locales: `de-${"a".repeat(n)}`,
    claims: JSON.stringify({ userinfo: { [UNIT]: { value: UNIT.repeat(n) } } }),
    [UNIT]: UNIT.repeat(n),
  };
}

/** Everything in which the parameters of a request count. */
async function readsOfRequest(
  world: TestServer,
  params: AuthorizationRequest,
  n: number,
): Promise<Reads> {
  const { latchkey, server } = world;
  const browser = openBrowser(world);
  const asked = await authorize(browser, params);
  assert.equal(asked.status, 302, await asked.text());
  const login_challenge = challengeOf(asked, "login");
  await latchkey.getLoginRequest({ login_challenge });
  return {
    "its login request": () => latchkey.getLoginRequest({ login_challenge }),
    "its login page": () => browser.go(locationOf(asked).href),
    "its flow in the inspector": async () => {
      await writeInspections(server.context);
      const { flows } = await latchkey.listFlows({ client_id: String(params.client_id) });
      assert.ok(flows.length > 0);
      return Promise.all(flows.map(({ flow_id }) => latchkey.getFlow({ flow_id })));
    },
    ...(params.request_uri === undefined && {
      "its consent page": () => consentPage(world, params),
      "its preflight": (round: number) => preflight(world, originOf(n, round)),
    }),
  };
}

async function loginPage(world: TestServer, params: AuthorizationRequest): Promise<Response> {
  const browser = openBrowser(world);
  return browser.go(locationOf(await authorize(browser, params)).href);
}

async function consentPage(world: TestServer, params: AuthorizationRequest): Promise<Response> {
  const browser = openBrowser(world);
  const toConsent = await passLogin(world, browser, await authorize(browser, params));
  return browser.go(locationOf(toConsent).href);
}

async function registerPlain(world: TestServer): Promise<string> {
  const { id } = await registerSelf(world, {
    client_name: "Photos",
    redirect_uris: [`${OWN}/0`],
    token_endpoint_auth_method: "none",
  });
  return id;
}

/** Of 30 or 300 characters, for the two sizes, in which every wildcard could begin and end anywhere. */
function originOf(n: number, round: number): string {
  return `https://${"a".repeat(Math.ceil(n * 0.55))}${round}`;
}

function preflight({ fetch }: TestServer, Origin: string): Promise<Response> {
  const headers = { Origin, "Access-Control-Request-Method": "POST" };
  return fetch("http://public.test/oauth2/token", { method: "OPTIONS", headers });
}

function form(fields: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
}

function post(
  { fetch }: TestServer,
  path: string,
  body: URLSearchParams,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`http://public.test${path}`, { method: "POST", headers, body });
}

const SIZE = 50;
/** Below this a reading says more about the machine than about the text: every request costs about as much. */
const NOISE_MS = 0.3;

/** One server for each size, so that lists have nothing else in them. */
const [short_world, long_world] = [
  await startTestServer(settings),
  await startTestServer(settings),
];

for (const [entry, store] of Object.entries(entries)) {
  test(`what ${entry} stores is read in about ten times the time when there is ten times as much`, async () => {
    const short = await store(short_world, SIZE);
    const long = await store(long_world, 10 * SIZE);
    for (const [name, read] of Object.entries(long)) {
      const readShort = short[name] ?? assert.fail(name);
      for (let attempt = 1; ; attempt += 1) {
        const growth = (await fastest(read)) / Math.max(await fastest(readShort), NOISE_MS);
        if (growth < 50) break; // Ten times is linear, a hundred times is quadratic.
        assert.ok(attempt < 5, `${name} takes ${Math.round(growth)} times as long`);
      }
    }
  });
}

let round = 0;

/** The fastest of a few runs: whatever else the machine does only makes runs slower. */
async function fastest(read: Read): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < 5; run += 1) {
    round += 1;
    const started = performance.now();
    const reply = await read(round);
    if (reply instanceof Response) assert.ok(reply.status < 500);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
