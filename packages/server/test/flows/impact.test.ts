import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ApiInput, ImpactRequest, OAuth2ClientInput } from "@latchkey/api";
import * as fc from "fast-check";
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

const world = await startTestServer({
  "urls.login": "https://login.example/login",
  "urls.consent": "https://login.example/consent",
});
const { latchkey, clock } = world;

const OPEN_API = "https://open.example";
const OWN_API = "https://own.example";
const scopes = ["openid", "offline", "albums.read", "albums.write", "photos.read"];
const redirect_uris = [
  "https://photos.example/one",
  "https://photos.example/two",
  "http://127.0.0.1/done",
];

/** A request of an app, which can be repeated. */
type Sent =
  | {
      readonly kind: "sign_in";
      readonly redirect_uri: string;
      readonly scope: string;
      readonly audience: string | undefined;
    }
  | { readonly kind: "refresh"; readonly of: number }
  | {
      readonly kind: "machine";
      readonly scope: string | undefined;
      readonly resource: string | undefined;
    };

const scope = fc.subarray(scopes).map((words) => words.join(" "));
const target = fc.constantFrom(undefined, OPEN_API, OWN_API);
const port = fc.integer({ min: 1024, max: 65_535 });
const redirect_uri = fc.oneof(
  fc.constantFrom(...redirect_uris.slice(0, 2)),
  port.map((number) => `http://127.0.0.1:${number}/done`),
);
const request: fc.Arbitrary<Sent> = fc.oneof(
  fc.record({ kind: fc.constant("sign_in" as const), redirect_uri, scope, audience: target }),
  fc.record({ kind: fc.constant("refresh" as const), of: fc.nat(5) }),
  fc.record({
    kind: fc.constant("machine" as const),
    scope: fc.option(fc.constantFrom("albums.read", "albums.write", "albums.read photos.read"), {
      nil: undefined,
    }),
    resource: target,
  }),
);

const full = {
  redirect_uris,
  scope: scopes.join(" "),
  audience: [OWN_API],
  grant_types: ["authorization_code", "refresh_token", "client_credentials"],
  response_types: ["code"],
  token_endpoint_auth_method: "client_secret_basic",
} satisfies OAuth2ClientInput;

/** What an administrator makes of the client: undefined deletes it. */
const changedClient: fc.Arbitrary<OAuth2ClientInput | undefined> = fc.oneof(
  {
    weight: 8,
    // Few fields at once: of a request that is refused by one, the others say nothing.
    arbitrary: fc
      .record(
        {
          redirect_uris: fc.subarray(redirect_uris),
          scope,
          audience: fc.subarray(full.audience),
          grant_types: fc.subarray(full.grant_types, { minLength: 1 }),
          response_types: fc.constant(["token"]),
          token_endpoint_auth_method: fc.constant("client_secret_post"),
          require_pushed_authorization_requests: fc.constant(true),
          dpop_bound_access_tokens: fc.constant(true),
          security_profile: fc.constant("oauth2.1" as const),
        },
        { requiredKeys: [] },
      )
      .chain((changed) =>
        fc
          .subarray(Object.entries(changed), { minLength: 0, maxLength: 2 })
          .map((fields) => ({ ...full, ...Object.fromEntries(fields) })),
      ),
  },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

/** Likewise for the API that is open to every client. */
const changedApi: fc.Arbitrary<ApiInput | undefined> = fc.constantFrom(
  { identifier: OPEN_API, allow_any_client: true },
  { identifier: OPEN_API, allow_any_client: true },
  { identifier: OPEN_API, allow_any_client: false },
  { identifier: OPEN_API, allow_any_client: true, scopes: ["photos.read"] },
  undefined,
);

/** The tokens that refresh the grants of an app. */
type Grants = (string | undefined)[];

/** Sends a request; whether it was granted, or undefined where there is nothing to send. */
async function send(app: App, sent: Sent, grants: Grants): Promise<boolean | undefined> {
  if (sent.kind === "sign_in") {
    const { scope: wanted, audience } = sent;
    const params = { scope: wanted, ...(audience !== undefined && { audience }) };
    const asked = { ...app, redirect_uri: sent.redirect_uri };
    const browser = openBrowser(world);
    const begun = await authorize(browser, requestOf(asked, params));
    if (!/login_challenge=/.test(begun.headers.get("location") ?? "")) return false;
    const ended = await passConsent(world, browser, await passLogin(world, browser, begun));
    const { code } = (await answerOf(ended)).parameters;
    const reply = await redeem(world, asked, code ?? "");
    if (reply.ok) grants.push(reply.body.refresh_token);
    return reply.ok;
  }
  if (sent.kind === "refresh") {
    const token = grants[sent.of];
    if (token === undefined) return undefined;
    const reply = await refresh(world, app, token);
    if (reply.ok) grants[sent.of] = reply.body.refresh_token;
    return reply.ok;
  }
  const { scope: wanted, resource } = sent;
  const { authorization = "" } = app;
  const reply = await latchkey.call(
    "oauth2Token",
    {
      grant_type: "client_credentials",
      ...(wanted !== undefined && { scope: wanted }),
      ...(resource !== undefined && { resource: [resource] }),
    },
    { authorization },
  );
  return reply.ok;
}

async function registerOpenApi(): Promise<string> {
  const [known] = await latchkey.listApis({ search: OPEN_API });
  if (known !== undefined) await latchkey.deleteApi({ id: known.id });
  const body = { identifier: OPEN_API, allow_any_client: true };
  return (await latchkey.createApi({ body })).id;
}

let count = 0;

/** Sends requests, predicts, changes, sends the same again: returns the prediction, and how many were refused. */
async function predictAndCompare(
  requests: readonly Sent[],
  client: OAuth2ClientInput | undefined,
  api: ApiInput | undefined,
): Promise<{ predicted: number; refused: number } | undefined> {
  clock.now += 100;
  count += 1;
  const id = await registerOpenApi();
  const app = await registerApp(latchkey, { ...full, client_id: `photos-${count}` });
  const grants: Grants = [];
  const granted: Sent[] = [];
  for (const sent of requests) {
    const outcome = await send(app, sent, grants);
    assert.notEqual(outcome, false, `not granted at first: ${JSON.stringify(sent)}`);
    if (outcome === true) granted.push(sent);
  }

  const changes: ImpactRequest["changes"] = [
    { kind: "client", id: app.client_id, ...(client !== undefined && { after: client }) },
    { kind: "api", id: OPEN_API, ...(api !== undefined && { after: api }) },
  ];
  const reply = await latchkey.call("predictImpact", { body: { changes } });
  if (!reply.ok) return undefined; // The change is refused, too.
  const ofClient = reply.body.clients.find(({ client_id }) => client_id === app.client_id);

  const path = { id: app.client_id };
  await (client === undefined
    ? latchkey.deleteOAuth2Client(path)
    : latchkey.updateOAuth2Client({ ...path, body: client }));
  await (api === undefined ? latchkey.deleteApi({ id }) : latchkey.updateApi({ id, body: api }));

  let refused = 0;
  for (const sent of granted) if ((await send(app, sent, grants)) === false) refused += 1;
  return { predicted: ofClient?.refused ?? 0, refused };
}

await latchkey.createApi({ body: { identifier: OWN_API } });

describe("the predicted impact", () => {
  const machine: Sent = { kind: "machine", scope: "albums.write", resource: OPEN_API };
  const signIn: Sent = {
    kind: "sign_in",
    redirect_uri: redirect_uris[0] ?? "",
    scope: "openid offline albums.read",
    audience: OWN_API,
  };
  const granted: readonly Sent[] = [signIn, { kind: "refresh", of: 0 }, machine];
  const openApi = { identifier: OPEN_API, allow_any_client: true };
  const table: readonly [string, OAuth2ClientInput | undefined, ApiInput | undefined, number][] = [
    ["nothing", full, openApi, 0],
    ["a client that is deleted", undefined, openApi, 3],
    ["a scope", { ...full, scope: "openid offline albums.read" }, openApi, 1],
    ["an audience", { ...full, audience: [] }, openApi, 2],
    ["a redirect URI", { ...full, redirect_uris: redirect_uris.slice(1) }, openApi, 1],
    ["a grant type", { ...full, grant_types: ["client_credentials"] }, openApi, 2],
    ["an API that is deleted", full, undefined, 1],
  ];
  for (const [title, client, api, refused] of table) {
    test(`of ${title} is how many of the same requests are refused after it`, async () => {
      assert.deepEqual(await predictAndCompare(granted, client, api), {
        predicted: refused,
        refused,
      });
    });
  }

  test("of anything is how many of the same requests are refused after it", async () => {
    const requests = fc.array(request, { minLength: 3, maxLength: 10 });
    await assertProperty(
      fc.asyncProperty(requests, changedClient, changedApi, async (some, client, api) => {
        const outcome = await predictAndCompare(some, client, api);
        if (outcome !== undefined) assert.equal(outcome.predicted, outcome.refused);
      }),
      { cases: 8 },
    );
  });

  test("says which value is missing, and counts each request once", async () => {
    const app = await registerApp(latchkey, {
      ...full,
      client_id: "albums",
      client_name: "Albums",
    });
    const both = { kind: "machine", scope: "albums.write", resource: undefined } as const;
    for (const sent of [both, both, { ...both, scope: "albums.read" }]) await send(app, sent, []);
    const after = { ...full, scope: "albums.read" };
    const changes = [{ kind: "client" as const, id: "albums", after }];
    const impact = await latchkey.predictImpact({ body: { changes } });
    assert.equal(impact.refused, 2);
    assert.deepEqual(impact.clients, [
      {
        client_id: "albums",
        client_name: "Albums",
        requests: 3,
        refused: 2,
        refusals: [{ field: "scope", value: "albums.write", requests: 2 }],
        unknown: 0,
      },
    ]);
    const unchanged = [{ kind: "client" as const, id: "albums", after: full }];
    assert.deepEqual((await latchkey.predictImpact({ body: { changes: unchanged } })).clients, []);
  });

  test("forgets requests after 30 days, and counts none of strangers", async () => {
    const app = await registerApp(latchkey, { ...full, client_id: "old" });
    await authorize(
      openBrowser(world),
      requestOf({ ...app, redirect_uri: redirect_uris[0] ?? "" }),
    );
    const wrong = { ...app, authorization: `Basic ${btoa("old:wrong secret")}` };
    await send(wrong, { kind: "machine", scope: undefined, resource: undefined }, []);
    const changes = [{ kind: "client" as const, id: "old" }];
    assert.equal((await latchkey.predictImpact({ body: { changes } })).refused, 0);

    await send(app, { kind: "machine", scope: undefined, resource: undefined }, []);
    assert.equal((await latchkey.predictImpact({ body: { changes } })).refused, 1);
    clock.now += 31 * 86_400;
    assert.equal((await latchkey.predictImpact({ body: { changes } })).refused, 0);
  });

  test("is the same for any number of different requests, but says which are not known one by one", async () => {
    const app = await registerApp(latchkey, { ...full, client_id: "varied", scope: "albums.*" });
    for (let album = 0; album < 120; album += 1)
      await send(app, { kind: "machine", scope: `albums.${album}`, resource: undefined }, []);
    const predict = async (after?: OAuth2ClientInput) => {
      const change = { kind: "client" as const, id: "varied" };
      const changes = [after === undefined ? change : { ...change, after: { ...after } }];
      const [impact] = (await latchkey.predictImpact({ body: { changes } })).clients;
      return [impact?.requests, impact?.refused, impact?.unknown];
    };
    assert.deepEqual(await predict({ ...full, scope: "photos.read" }), [120, 100, 20]);
    assert.deepEqual(
      await predict(),
      [120, 120, 0],
      "a client that is deleted is refused everything",
    );
  });
});
