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
import { registerApp } from "../support/app.ts";
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

/** Compares predictions, and whether there was anything to compare. */
function createTally() {
  const total = { exact: 0, bounded: 0, refused: 0 };
  return {
    add(outcome: Outcome | undefined): void {
      if (outcome === undefined) return;
      const { predicted, unknown, refused } = outcome;
      total.refused += refused;
      if (unknown === 0) assert.equal(predicted, refused);
      else assert.ok(predicted <= refused && refused <= predicted + unknown, "out of bounds");
      if (unknown === 0) total.exact += 1;
      else total.bounded += 1;
    },
    total,
  };
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

const changeOfTrust = fc.oneof(
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

test("the predicted impact of a change of trusted issuers is what is refused after it", async () => {
  const tally = createTally();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record(trust), { minLength: 1, maxLength: 4 }),
      fc.array(assertion, { minLength: 4, maxLength: 12 }),
      changeOfTrust,
      async (trusts, assertions, changed) => {
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
          const reply = await latchkey.call("trustJwtGrantIssuer", {
            body: inputOf(one, client_id),
          });
          if (reply.ok) records.push({ trust: one, record: reply.body });
        }
        const requests = assertions.map((one) => presents(machine, one));

        if (changed.kind === "create") {
          const body = inputOf(changed.trust, client_id);
          const changes: Changes = [{ kind: "trusted_issuer", id: "new", after: { ...body } }];
          const create = async () => (await latchkey.call("trustJwtGrantIssuer", { body })).ok;
          tally.add(await predictAndCompare(client_id, requests, changes, create));
          return;
        }
        const { trust: before, record } = records[changed.at] ?? records[0] ?? assert.fail();
        const after =
          changed.kind === "replace"
            ? inputOf({ ...before, ...changed.fields }, client_id)
            : undefined;
        const changes: Changes = [
          { kind: "trusted_issuer", id: record.id, ...(after && { after: { ...after } }) },
        ];
        const apply = async () => {
          await latchkey.deleteTrustedJwtGrantIssuer({ id: record.id });
          return (
            after === undefined || (await latchkey.call("trustJwtGrantIssuer", { body: after })).ok
          );
        };
        tally.add(await predictAndCompare(client_id, requests, changes, apply));
      },
    ),
    { numRuns: 120 },
  );
  const { exact, bounded, refused } = tally.total;
  assert.ok(exact > 40 && exact > bounded && refused > 40, JSON.stringify(tally.total));
});

function presents(
  machine: Machine,
  one: typeof assertion extends fc.Arbitrary<infer T> ? T : never,
): Send {
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

test("the predicted impact of a new, changed or deleted API is what is refused after it", async () => {
  const tally = createTally();
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
  await fc.assert(
    fc.asyncProperty(
      fc.array(requestForApi, { minLength: 3, maxLength: 10 }),
      fc.record({ photos: fc.option(apiAfter), tea: fc.option(apiAfter) }),
      fc.constantFrom(PHOTOS, TEA),
      fc.option(apiAfter),
      fc.subarray([PHOTOS, TEA]),
      async (requests, present, identifier, after, audience) => {
        for (const { id } of await latchkey.listApis()) await latchkey.deleteApi({ id });
        for (const [name, fields] of [
          [PHOTOS, present.photos],
          [TEA, present.tea],
        ] as const)
          if (fields !== null) await latchkey.createApi({ body: { identifier: name, ...fields } });
        count += 1;
        const machine = await registerMachine(latchkey, {
          client_id: `photos-${count}`,
          grant_types: [JWT_BEARER, "client_credentials"],
          scope: names.join(" "),
          audience,
        });
        const sends = requests.map((one) => requestsApi(machine, one));
        const body: ApiInput | undefined = after === null ? undefined : { identifier, ...after };
        const changes: Changes = [
          { kind: "api", id: identifier, ...(body && { after: { ...body } }) },
        ];
        tally.add(
          await predictAndCompare(machine.client_id, sends, changes, async () => {
            const known = (await latchkey.listApis()).find((one) => one.identifier === identifier);
            if (body === undefined) {
              if (known !== undefined) await latchkey.deleteApi({ id: known.id });
            } else if (known === undefined) await latchkey.createApi({ body });
            else await latchkey.updateApi({ id: known.id, body });
            return true;
          }),
        );
      },
    ),
    { numRuns: 80 },
  );
  const { exact, bounded, refused } = tally.total;
  assert.ok(exact > 60 && bounded === 0 && refused > 5, JSON.stringify(tally.total));
});

function requestsApi(
  machine: Machine,
  one: typeof requestForApi extends fc.Arbitrary<infer T> ? T : never,
): Send {
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

test("the predicted impact of a change of types of authorization details is what is refused after it", async () => {
  const tally = createTally();
  await fc.assert(
    fc.asyncProperty(
      fc.array(requestWithDetails, { minLength: 3, maxLength: 8 }),
      fc.array(
        fc.record({
          type: fc.constantFrom(...typeNames),
          after: fc.constantFrom(undefined, undefined, [], ["pages"]),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      async (requests, changed) => {
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
        const sends = requests.map(({ kind, types, pages }): Send => {
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
              const asked = requestOf(app, { authorization_details });
              const begun = await authorize(browser, asked);
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
        });
        const last = new Map(changed.map((one) => [one.type, one.after]));
        const changes = Array.from(last, ([id, after]): Changes[number] => ({
          kind: "details_type",
          id,
          ...(after && { after: { ...typeOf(id, after) } }),
        }));
        tally.add(
          await predictAndCompare(app.client_id, sends, changes, async () => {
            for (const [type, after] of last) {
              await (after === undefined
                ? latchkey.deleteAuthorizationDetailsType({ type })
                : latchkey.updateAuthorizationDetailsType({ type, body: typeOf(type, after) }));
            }
            return true;
          }),
        );
      },
    ),
    { numRuns: 40 },
  );
  const { exact, bounded, refused } = tally.total;
  assert.ok(exact > 15 && bounded > 0 && refused > 15, JSON.stringify(tally.total));
});
