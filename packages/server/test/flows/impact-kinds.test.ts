import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  ApiInput,
  AuthorizationDetailsTypeInput,
  ImpactRequest,
  OAuth2ClientInput,
  TrustedIssuer,
  TrustedIssuerInput,
} from "@latchkey/api";
import * as fc from "fast-check";
import { type Machine, registerMachine } from "../operations/machine.ts";
import { JWT_BEARER, makeIssuer, presentJwt } from "../operations/trusted-issuer.ts";
import { type App, registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  passConsent,
  passLogin,
  redeem,
  refresh,
  requestOf,
} from "../support/flow.ts";
import { assertProperty } from "../support/properties.ts";
import { startTestServer } from "../support/server.ts";

const ISSUER = "http://127.0.0.1:4444";
const world = await startTestServer({
  "urls.self.issuer": ISSUER,
  "urls.login": "https://login.example/login",
  "urls.consent": "https://login.example/consent",
});
const { latchkey, clock } = world;

type Changes = ImpactRequest["changes"];

/** Sends a request: whether it was granted. The same function sends it again after the change. */
type Send = () => Promise<boolean>;

interface Outcome {
  readonly predicted: number;
  readonly unknown: number;
  readonly refused: number;
}

let count = 0;
let minted = 0;

/** Sends requests, predicts, changes, sends those again that were granted. Undefined where the change is refused. */
async function predictAndCompare(
  client_id: string,
  requests: readonly Send[],
  changes: Changes,
  change: () => Promise<boolean>,
): Promise<Outcome | undefined> {
  const granted: Send[] = [];
  for (const send of requests) if (await send()) granted.push(send);
  const reply = await latchkey.call("predictImpact", { body: { changes } });
  if (!reply.ok) return undefined;
  clock.now += 1;
  if (!(await change())) return undefined;
  let refused = 0;
  for (const send of granted) if (!(await send())) refused += 1;
  const ofClient = reply.body.clients.find((one) => one.client_id === client_id);
  return { predicted: ofClient?.refused ?? 0, unknown: ofClient?.unknown ?? 0, refused };
}

/** A prediction is what happens, or the bounds of it where some is unknown. */
function verify(outcome: Outcome | undefined): void {
  if (outcome === undefined) return;
  const { predicted, unknown, refused } = outcome;
  if (unknown === 0) assert.equal(predicted, refused);
  else assert.ok(predicted <= refused && refused <= predicted + unknown, "out of bounds");
}

const keys = [
  await makeIssuer("https://ci.example", "one"),
  await makeIssuer("https://ci.example", "two"),
];
const firstKey = keys[0] ?? assert.fail();
const DEPLOY = ["deploy", "logs.read"];

/** A record as a test describes it. */
interface Trust {
  readonly subjects: Pick<TrustedIssuerInput, "subject" | "subject_pattern" | "allow_any_subject">;
  readonly is_bound: boolean;
  readonly scope: readonly string[];
  readonly claims: NonNullable<TrustedIssuerInput["claims"]>;
  readonly audiences: readonly string[];
  readonly key: number;
  readonly reuse: boolean;
}

const trust = {
  subjects: fc.constantFrom<Trust["subjects"]>(
    { allow_any_subject: true },
    { subject: "repo:photos/main" },
    { subject_pattern: "repo:photos/*" },
    { subject_pattern: "repo:*" },
  ),
  is_bound: fc.boolean(),
  scope: fc.oneof({ weight: 3, arbitrary: fc.constant(DEPLOY) }, fc.subarray(DEPLOY)),
  claims: fc.constantFrom<Trust["claims"]>({}, {}, { env: "prod" }, { env: ["prod", "test"] }),
  audiences: fc.constantFrom([], ["ci"]),
  key: fc.constantFrom(0, 0, 1),
  reuse: fc.boolean(),
};

type TrustChange =
  | { readonly kind: "delete"; readonly at: number }
  | { readonly kind: "replace"; readonly at: number; readonly fields: Partial<Trust> }
  | { readonly kind: "create"; readonly trust: Trust };

const changeOfTrust: fc.Arbitrary<TrustChange> = fc.oneof(
  fc.record({ kind: fc.constant("delete" as const), at: fc.nat(3) }),
  fc.record({
    kind: fc.constant("replace" as const),
    at: fc.nat(3),
    fields: fc
      .record(trust)
      .chain((changed) =>
        fc
          .subarray(Object.entries(changed), { minLength: 1, maxLength: 2 })
          .map((fields): Partial<Trust> => Object.fromEntries(fields)),
      ),
  }),
  fc.record({ kind: fc.constant("create" as const), trust: fc.record(trust) }),
);

const assertion = fc.record({
  sub: fc.constantFrom("repo:photos/main", "repo:photos/dev", "repo:tea"),
  env: fc.constantFrom("prod", "test"),
  aud: fc.constantFrom(ISSUER, ISSUER, "ci"),
  key: fc.constantFrom(0, 0, 1),
  scope: fc.option(fc.subarray(DEPLOY, { minLength: 1 }), { nil: undefined }),
  authenticates: fc.boolean(),
});

type Assertion = typeof assertion extends fc.Arbitrary<infer T> ? T : never;

function inputOf(
  { subjects, is_bound, scope, claims, audiences, key, reuse }: Trust,
  client_id: string,
): TrustedIssuerInput {
  const jwk = (keys[key] ?? firstKey).signer.open;
  return {
    issuer: firstKey.iss,
    ...subjects,
    scope,
    claims,
    jwk: { ...jwk },
    assertion_audiences: audiences,
    allow_assertion_reuse: reuse,
    ...(is_bound && { client_id }),
    expires_at: "2099-01-01T00:00:00Z",
  };
}

interface TrustCase {
  readonly trusts: readonly Trust[];
  readonly assertions: readonly Assertion[];
  readonly changed: TrustChange;
}

async function compareTrusts({ trusts, assertions, changed }: TrustCase) {
  for (const { id } of await latchkey.listTrustedJwtGrantIssuers({}))
    await latchkey.deleteTrustedJwtGrantIssuer({ id });
  count += 1;
  const machine = await registerMachine(latchkey, {
    client_id: `ci-${count}`,
    grant_types: [JWT_BEARER],
    scope: DEPLOY.join(" "),
  });
  const { client_id } = machine;
  const records: { readonly trust: Trust; readonly record: TrustedIssuer }[] = [];
  for (const one of trusts) {
    clock.now += 1;
    const reply = await latchkey.call("trustJwtGrantIssuer", { body: inputOf(one, client_id) });
    if (reply.ok) records.push({ trust: one, record: reply.body });
  }
  const requests = assertions.map((one) => presents(machine, one));

  if (changed.kind === "create") {
    const body = inputOf(changed.trust, client_id);
    const changes: Changes = [{ kind: "trusted_issuer", id: "new", after: { ...body } }];
    const create = async () => (await latchkey.call("trustJwtGrantIssuer", { body })).ok;
    return predictAndCompare(client_id, requests, changes, create);
  }
  const { trust: before, record } = records[changed.at] ?? records[0] ?? assert.fail();
  const after =
    changed.kind === "replace" ? inputOf({ ...before, ...changed.fields }, client_id) : undefined;
  const changes: Changes = [
    { kind: "trusted_issuer", id: record.id, ...(after && { after: { ...after } }) },
  ];
  return predictAndCompare(client_id, requests, changes, async () => {
    await latchkey.deleteTrustedJwtGrantIssuer({ id: record.id });
    return after === undefined || (await latchkey.call("trustJwtGrantIssuer", { body: after })).ok;
  });
}

const trusted: Trust = {
  subjects: { allow_any_subject: true },
  is_bound: true,
  scope: DEPLOY,
  claims: {},
  audiences: [],
  key: 0,
  reuse: true,
};
const ofMain: Assertion = {
  sub: "repo:photos/main",
  env: "prod",
  aud: ISSUER,
  key: 0,
  scope: undefined,
  authenticates: true,
};
const ofDev: Assertion = { ...ofMain, sub: "repo:photos/dev", env: "test" };
const replaceWith = (fields: Partial<Trust>): TrustChange => ({ kind: "replace", at: 0, fields });
const assertions = [ofMain, ofDev];

const trustTable: readonly (readonly [string, TrustCase, Outcome])[] = [
  [
    "that is deleted",
    { trusts: [trusted], assertions, changed: { kind: "delete", at: 0 } },
    { predicted: 2, unknown: 0, refused: 2 },
  ],
  [
    "that is deleted, of two that trust the same",
    {
      trusts: [trusted, { ...trusted, subjects: { subject_pattern: "repo:*" } }],
      assertions,
      changed: { kind: "delete", at: 1 },
    },
    { predicted: 0, unknown: 0, refused: 0 },
  ],
  [
    "with fewer scopes",
    {
      trusts: [trusted],
      assertions: [
        { ...ofMain, scope: ["deploy"] },
        { ...ofMain, scope: ["logs.read"] },
      ],
      changed: replaceWith({ scope: ["deploy"] }),
    },
    { predicted: 1, unknown: 0, refused: 1 },
  ],
  [
    "for fewer subjects",
    { trusts: [trusted], assertions, changed: replaceWith({ subjects: { subject: ofMain.sub } }) },
    { predicted: 0, unknown: 2, refused: 1 },
  ],
  [
    "with another key",
    { trusts: [trusted], assertions, changed: replaceWith({ key: 1 }) },
    { predicted: 0, unknown: 2, refused: 2 },
  ],
  [
    "that is new, and no longer accepts an audience",
    {
      trusts: [{ ...trusted, audiences: ["ci"] }],
      assertions: [{ ...ofMain, aud: "ci" }],
      changed: {
        kind: "create",
        trust: { ...trusted, subjects: { subject_pattern: "repo:*" } },
      },
    },
    { predicted: 0, unknown: 1, refused: 1 },
  ],
];
for (const [title, one, outcome] of trustTable) {
  test(`the predicted impact of a trusted issuer ${title} is what is refused after it`, async () => {
    verify(outcome);
    assert.deepEqual(await compareTrusts(one), outcome);
  });
}

test("the predicted impact of any change of trusted issuers is what is refused after it", async () => {
  const anyCase: fc.Arbitrary<TrustCase> = fc.record({
    trusts: fc.array(fc.record(trust), { minLength: 1, maxLength: 4 }),
    assertions: fc.array(assertion, { minLength: 4, maxLength: 12 }),
    changed: changeOfTrust,
  });
  await assertProperty(
    fc.asyncProperty(anyCase, async (one) => verify(await compareTrusts(one))),
    { cases: 6 },
  );
});

function presents(machine: Machine, one: Assertion): Send {
  const { sub, env, aud, key, scope, authenticates } = one;
  return async () => {
    minted += 1;
    const claims = { sub, env, aud, jti: `jti-${minted}`, iat: clock.now, exp: clock.now + 60 };
    const jwt = await (keys[key] ?? firstKey).sign(claims);
    const wishes = scope === undefined ? {} : { scope: scope.join(" ") };
    const reply = await presentJwt(
      latchkey,
      jwt,
      wishes,
      authenticates ? machine.authorization : undefined,
    );
    return reply.status === 200;
  };
}

const PHOTOS = "https://api.photos.example";
const TEA = "https://api.tea.example";
const names = ["photos.read", "photos.write"];

const apiAfter = fc.record({
  allow_any_client: fc.boolean(),
  scopes: fc.constantFrom([], ["photos.read"], names),
});
const targets = fc.subarray([PHOTOS, TEA]);

const requestForApi = fc.record({
  kind: fc.constantFrom("machine" as const, "id_jag" as const),
  scope: fc.option(fc.subarray(names, { minLength: 1 }), { nil: undefined }),
  resource: targets,
  audience: fc.constantFrom([], [], [PHOTOS]),
});

type ApiRequest = typeof requestForApi extends fc.Arbitrary<infer T> ? T : never;
type ApiFields = typeof apiAfter extends fc.Arbitrary<infer T> ? T : never;

interface ApiCase {
  readonly requests: readonly ApiRequest[];
  /** The APIs that there are before. */
  readonly photos: ApiFields | null;
  readonly tea: ApiFields | null;
  /** Which one is created, changed or, where nothing comes after, deleted. */
  readonly identifier: string;
  readonly after: ApiFields | null;
  /** The audiences of the client. */
  readonly audience: string[];
}

async function compareApis({ requests, photos, tea, identifier, after, audience }: ApiCase) {
  await trustAnyAssertion();
  for (const { id } of await latchkey.listApis()) await latchkey.deleteApi({ id });
  if (photos !== null) await latchkey.createApi({ body: { identifier: PHOTOS, ...photos } });
  if (tea !== null) await latchkey.createApi({ body: { identifier: TEA, ...tea } });
  count += 1;
  const machine = await registerMachine(latchkey, {
    client_id: `photos-${count}`,
    grant_types: [JWT_BEARER, "client_credentials"],
    scope: names.join(" "),
    audience,
  });
  const sends = requests.map((one) => requestsApi(machine, one));
  const body: ApiInput | undefined = after === null ? undefined : { identifier, ...after };
  const changes: Changes = [{ kind: "api", id: identifier, ...(body && { after: { ...body } }) }];
  return predictAndCompare(machine.client_id, sends, changes, async () => {
    const known = (await latchkey.listApis()).find((one) => one.identifier === identifier);
    if (body === undefined) {
      if (known !== undefined) await latchkey.deleteApi({ id: known.id });
    } else if (known === undefined) await latchkey.createApi({ body });
    else await latchkey.updateApi({ id: known.id, body });
    return true;
  });
}

async function trustAnyAssertion(): Promise<void> {
  for (const { id } of await latchkey.listTrustedJwtGrantIssuers({}))
    await latchkey.deleteTrustedJwtGrantIssuer({ id });
  await latchkey.trustJwtGrantIssuer({
    body: {
      issuer: firstKey.iss,
      allow_any_subject: true,
      jwk: { ...firstKey.signer.open },
      scope: names,
      expires_at: "2099-01-01T00:00:00Z",
    },
  });
}

const isOpen: ApiFields = { allow_any_client: true, scopes: names };
const toPhotos: ApiRequest = {
  kind: "machine",
  scope: undefined,
  resource: [PHOTOS],
  audience: [],
};
const ofAssertion: ApiRequest = { ...toPhotos, kind: "id_jag" };
const apiCase = {
  requests: [toPhotos, ofAssertion],
  photos: isOpen,
  tea: null,
  identifier: PHOTOS,
  audience: [],
} satisfies Partial<ApiCase>;

const apiTable: readonly (readonly [string, ApiCase, number])[] = [
  ["that is deleted", { ...apiCase, after: null }, 2],
  ["that is deleted, of a client that has it", { ...apiCase, audience: [PHOTOS], after: null }, 0],
  [
    "that is closed to clients that do not have it",
    { ...apiCase, after: { ...isOpen, allow_any_client: false } },
    2,
  ],
  [
    "with fewer scopes",
    {
      ...apiCase,
      requests: [toPhotos, { ...toPhotos, scope: ["photos.write"] }],
      after: { ...isOpen, scopes: ["photos.read"] },
    },
    1,
  ],
  [
    "that is new, without a scope that was granted for it",
    {
      ...apiCase,
      photos: null,
      requests: [{ ...toPhotos, scope: ["photos.write"] }],
      audience: [PHOTOS],
      after: { ...isOpen, scopes: ["photos.read"] },
    },
    1,
  ],
];
for (const [title, one, refused] of apiTable) {
  test(`the predicted impact of an API ${title} is what is refused after it`, async () => {
    assert.deepEqual(await compareApis(one), { predicted: refused, unknown: 0, refused });
  });
}

test("the predicted impact of any new, changed or deleted API is what is refused after it", async () => {
  const anyCase: fc.Arbitrary<ApiCase> = fc.record({
    requests: fc.array(requestForApi, { minLength: 3, maxLength: 10 }),
    photos: fc.option(apiAfter),
    tea: fc.option(apiAfter),
    identifier: fc.constantFrom(PHOTOS, TEA),
    after: fc.option(apiAfter),
    audience: fc.subarray([PHOTOS, TEA]),
  });
  const isExact = async (one: ApiCase): Promise<void> => {
    const outcome = await compareApis(one);
    verify(outcome);
    assert.ok(outcome === undefined || outcome.unknown === 0);
  };
  await assertProperty(fc.asyncProperty(anyCase, isExact), { cases: 6 });
});

function requestsApi(machine: Machine, one: ApiRequest): Send {
  const { kind, scope, resource, audience } = one;
  const { authorization, client_id } = machine;
  return async () => {
    if (kind === "machine") {
      const wishes = {
        ...(scope !== undefined && { scope: scope.join(" ") }),
        ...(resource.length > 0 && { resource }),
        ...(audience.length > 0 && { audience: audience.join(" ") }),
      };
      const input = { grant_type: "client_credentials", ...wishes };
      return (await latchkey.call("oauth2Token", input, { authorization })).ok;
    }
    minted += 1;
    const times = { iat: clock.now, exp: clock.now + 60 };
    const approved = { client_id, resource, scope: names.join(" ") };
    const claims = { sub: "alice", aud: ISSUER, jti: `jag-${minted}`, ...times, ...approved };
    const jwt = await firstKey.sign(claims, { typ: "oauth-id-jag+jwt" });
    const wishes = scope === undefined ? {} : { scope: scope.join(" ") };
    return (await presentJwt(latchkey, jwt, wishes, authorization)).status === 200;
  };
}

const typeNames = ["album", "print"];
const typeOf = (type: string, required: readonly string[]): AuthorizationDetailsTypeInput => ({
  type,
  schema: { type: "object", required: ["type", ...required] },
  sentences: { en: `Use ${type}` },
});

const requestWithDetails = fc.record({
  kind: fc.constantFrom("machine" as const, "sign_in" as const, "refresh" as const),
  types: fc.subarray(typeNames),
  pages: fc.boolean(),
});

type DetailsRequest = typeof requestWithDetails extends fc.Arbitrary<infer T> ? T : never;

interface DetailsCase {
  readonly requests: readonly DetailsRequest[];
  /** What the types require afterwards; those without an entry stay, and those without requirements are deleted. */
  readonly changed: readonly {
    readonly type: string;
    readonly after: readonly string[] | undefined;
  }[];
}

async function compareDetails({ requests, changed }: DetailsCase) {
  for (const { type } of await latchkey.listAuthorizationDetailsTypes())
    await latchkey.deleteAuthorizationDetailsType({ type });
  for (const type of typeNames)
    await latchkey.createAuthorizationDetailsType({ body: typeOf(type, []) });
  count += 1;
  const description: OAuth2ClientInput = {
    client_id: `albums-${count}`,
    grant_types: ["authorization_code", "refresh_token", "client_credentials"],
    authorization_details_types: typeNames,
  };
  const app = await registerApp(latchkey, description);
  const tokens: (string | undefined)[] = [];
  const sends = requests.map((one) => requestsDetails(app, tokens, one));
  const last = new Map(changed.map((one) => [one.type, one.after]));
  const changes = Array.from(last, ([id, after]): Changes[number] => ({
    kind: "details_type",
    id,
    ...(after && { after: { ...typeOf(id, after) } }),
  }));
  return predictAndCompare(app.client_id, sends, changes, async () => {
    for (const [type, after] of last) {
      await (after === undefined
        ? latchkey.deleteAuthorizationDetailsType({ type })
        : latchkey.updateAuthorizationDetailsType({ type, body: typeOf(type, after) }));
    }
    return true;
  });
}

/** Refreshes use the first token of those that sign-ins have left. */
function requestsDetails(
  app: App,
  tokens: (string | undefined)[],
  { kind, types, pages }: DetailsRequest,
): Send {
  const details = types.map((type) => ({ type, ...(pages && { pages: 3 }) }));
  const authorization_details = JSON.stringify(details);
  if (kind === "machine") {
    const input = { grant_type: "client_credentials", authorization_details };
    const { authorization = "" } = app;
    return async () => (await latchkey.call("oauth2Token", input, { authorization })).ok;
  }
  if (kind === "sign_in") {
    return async () => {
      const browser = openBrowser(world);
      const begun = await authorize(browser, requestOf(app, { authorization_details }));
      if (!/login_challenge=/.test(begun.headers.get("location") ?? "")) return false;
      const signedIn = await passLogin(world, browser, begun);
      const ended = await passConsent(world, browser, signedIn, {
        grant_authorization_details: details,
      });
      const { code = "" } = (await answerOf(ended)).parameters;
      const reply = await redeem(world, app, code);
      if (reply.ok) tokens.push(reply.body.refresh_token);
      return reply.ok;
    };
  }
  return async () => {
    const token = tokens[0];
    if (token === undefined) return false;
    const reply = await refresh(world, app, token);
    if (reply.ok) tokens[0] = reply.body.refresh_token;
    return reply.ok;
  };
}

const albums: DetailsRequest = { kind: "machine", types: ["album"], pages: false };
const byUsers: readonly DetailsRequest[] = [
  { ...albums, kind: "sign_in" },
  { ...albums, kind: "refresh" },
];

const detailsTable: readonly (readonly [string, DetailsCase, Outcome])[] = [
  [
    "that is deleted, which ends no grant",
    { requests: [albums, ...byUsers], changed: [{ type: "album", after: undefined }] },
    { predicted: 2, unknown: 0, refused: 2 },
  ],
  [
    "that no request named",
    { requests: [albums, ...byUsers], changed: [{ type: "print", after: undefined }] },
    { predicted: 0, unknown: 0, refused: 0 },
  ],
  [
    "that requires more",
    {
      requests: [albums, { ...albums, pages: true }],
      changed: [{ type: "album", after: ["pages"] }],
    },
    { predicted: 0, unknown: 2, refused: 1 },
  ],
];
for (const [title, one, outcome] of detailsTable) {
  test(`the predicted impact of a type of authorization details ${title} is what is refused after it`, async () => {
    verify(outcome);
    assert.deepEqual(await compareDetails(one), outcome);
  });
}

test("the predicted impact of any change of types of authorization details is what is refused after it", async () => {
  const anyCase: fc.Arbitrary<DetailsCase> = fc.record({
    requests: fc.array(requestWithDetails, { minLength: 3, maxLength: 8 }),
    changed: fc.array(
      fc.record({
        type: fc.constantFrom(...typeNames),
        after: fc.constantFrom(undefined, undefined, [], ["pages"]),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  });
  await assertProperty(
    fc.asyncProperty(anyCase, async (one) => verify(await compareDetails(one))),
    { cases: 5 },
  );
});
