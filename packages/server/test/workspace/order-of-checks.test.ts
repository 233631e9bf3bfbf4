import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { type Body, callerOf, type PostOptions, receive } from "./caller.ts";
import { authorize, setUpWorkspace, highLimits } from "./authorization.ts";
import { assertRefused, type Envelope } from "./refusal.ts";
import { goodBody } from "./refusal-rows.ts";

const world = await startTestServer(highLimits);
const { photos } = await setUpWorkspace(world.latchkey);
const caller = callerOf(world, photos);

/** Everything that can be wrong at once, the first check first. */
const wrongVersion: PostOptions = { headers: { "Service-Version": "yesterday" } };
const wrongSecret: PostOptions = { authorization: `Basic ${btoa(`${photos.client_id}:wrong`)}` };
const wrongType: PostOptions = { headers: { "Content-Type": "text/plain" } };
const huge = " ".repeat(70_000);

const rows: readonly [
  what: string,
  options: PostOptions,
  body: Body,
  refusal: readonly [number, string, Envelope?],
][] = [
  [
    "a wrong version beats a wrong secret, a wrong type and a broken body",
    { ...wrongSecret, headers: { ...wrongType.headers, ...wrongVersion.headers } },
    "{",
    [400, "validation_error", "standard"],
  ],
  [
    "a missing version beats missing credentials",
    { authorization: undefined, headers: { "Service-Version": undefined } },
    "{",
    [400, "missing_version", "standard"],
  ],
  [
    "a wrong secret beats a wrong type",
    { ...wrongSecret, ...wrongType },
    "{",
    [401, "invalid_client"],
  ],
  ["a wrong secret beats a body that is too large", wrongSecret, huge, [401, "invalid_client"]],
  [
    "a wrong secret beats a wrong grant",
    wrongSecret,
    goodBody({ code: "x" }),
    [401, "invalid_client"],
  ],
  ["size is checked before the JSON syntax", {}, huge, [413, "invalid_request"]],
  ["the content type is checked before the JSON syntax", wrongType, "{", [400, "invalid_request"]],
  ["a missing field is checked before the code", {}, { code: "x" }, [400, "invalid_request"]],
  [
    "an unknown grant_type beats a code that is missing",
    {},
    { grant_type: "password" },
    [400, "unsupported_grant_type"],
  ],
  [
    "the type of a field is checked before the code",
    {},
    { ...goodBody({ code: "x" }), external_account: 7 },
    [400, "invalid_request"],
  ],
];

for (const [what, options, body, [status, code, envelope]] of rows) {
  it(what, async () => {
    assertRefused(await caller.post("token", body, options), status, code, envelope);
  });
}

it("the method is checked first", async () => {
  const url = "http://public.test/v1/oauth/token";
  const received = await receive(world.fetch(url, { method: "PUT", body: "{" }));
  assertRefused(received, 405, "invalid_request_url", "standard");
});

it("after all of these the code is still valid", async () => {
  const code = await authorize(world, photos);
  const body = goodBody({ code });
  const failures: readonly [PostOptions, Body, number][] = [
    [wrongVersion, body, 400],
    [wrongSecret, body, 401],
    [wrongType, body, 400],
    [{}, { ...body, grant_type: "password" }, 400],
    [{}, { ...body, external_account: { key: "k" } }, 400],
    [{}, { ...body, redirect_uri: undefined }, 400],
    [{}, { ...body, client_id: "another" }, 400],
    [{}, { ...body, padding: huge }, 413],
  ];
  for (const [options, sent, status] of [...failures, ...failures])
    assert.equal((await caller.post("token", sent, options)).status, status);
  assert.equal((await caller.post("token", body)).status, 200);
});
