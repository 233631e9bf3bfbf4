import assert from "node:assert/strict";
import { test } from "node:test";
import { format, inspect } from "node:util";

import { WorkspaceError } from "../src/index.ts";
import { broken, CLIENT_SECRET, json, photos, rejection, text, TOKENS } from "./support/photos.ts";

/** Everything that mallory, reading our logs, would like to see. */
const SECRETS = [
  CLIENT_SECRET,
  btoa(`photos:${CLIENT_SECRET}`),
  "lk_wat_alice",
  "lk_wrt_alice",
  "code-of-alice",
];

/** A server that repeats secrets wherever it can, but for the request id. */
const LEAK = SECRETS.join(" ");
const HEADERS = {
  "x-leak": LEAK,
  "www-authenticate": LEAK,
  "retry-after": LEAK,
  "x-request-id": "r1",
};

const failures: [string, () => Response | Promise<Response>, string][] = [
  [
    "OAuthError",
    json(400, { error: "invalid_grant", error_description: LEAK, error_uri: LEAK }, HEADERS),
    "invalid_grant (status 400, request r1)",
  ],
  [
    "OAuthError",
    json(401, { error: LEAK }, HEADERS),
    "unknown_oauth_error (status 401, request r1)",
  ],
  [
    "OAuthError",
    json(400, { code: "invalid_request", message: LEAK, request_id: "r2" }, HEADERS),
    "invalid_request (status 400, request r2)",
  ],
  [
    "ServiceError",
    json(429, { code: "rate_limited", message: LEAK, additional_data: { LEAK } }, HEADERS),
    "rate_limited (status 429, request r1)",
  ],
  ["ServiceError", json(418, { code: LEAK, message: LEAK }), "unknown_error (status 418)"],
  [
    "UnknownResponseError",
    text(502, `<h1>${LEAK}</h1>`, HEADERS),
    "unknown_response (status 502, request r1)",
  ],
  ["UnknownResponseError", text(500, `{"error":"${LEAK}`), "unknown_response (status 500)"],
  [
    "ResponseDecodeError",
    json(200, { ...TOKENS, bot_id: { LEAK }, [LEAK]: LEAK }, HEADERS),
    "invalid_response (status 200, request r1)",
  ],
  ["ResponseDecodeError", text(200, `{"access_token":"${LEAK}`), "invalid_response (status 200)"],
  [
    "ConnectionError",
    broken(new TypeError(LEAK, { cause: Object.assign(new Error(LEAK), { code: "ECONNRESET" }) })),
    "ECONNRESET",
  ],
  ["ConnectionError", broken(Object.assign(new Error(LEAK), { code: LEAK })), "connection_failed"],
  ["ConnectionError", broken(LEAK), "connection_failed"],
];

for (const [name, answer, message] of failures) {
  test(`${name}: ${message} says that and no more, however it is printed`, async () => {
    const { client } = photos([answer]);
    const error = await rejection(client.exchangeCode({ code: "code-of-alice" }));

    assert.ok(error instanceof WorkspaceError);
    assert.deepEqual(
      [error.name, error.message, String(error)],
      [name, message, `${name}: ${message}`],
    );
    assert.equal(error.stack?.split("\n", 1)[0], `${name}: ${message}`);
    assert.deepEqual(Object.keys(error.toJSON()), ["code", "status", "requestId"]);
    assert.deepEqual(Object.keys(error), ["code", "status", "requestId"]);
    assert.equal(error.cause, undefined);
    assertSilent(error);
  });
}

test("a timeout says that and no more", async () => {
  const silence = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error(LEAK)));
    });
  const keepAlive = setInterval(() => undefined, 1000); // The client's timer keeps no process alive.
  const { client } = photos([], { fetch: silence, timeoutMs: 1 });
  const error = await rejection(client.refresh("lk_wrt_alice"));
  clearInterval(keepAlive);

  assert.ok(error instanceof WorkspaceError);
  assert.equal(String(error), "RequestTimeoutError: request_timeout");
  assert.equal(error.outcome(), "unknown");
  assertSilent(error);
});

test("tokens and the client that got them do not print what they know", async () => {
  const { client } = photos([json(200, TOKENS)]);
  const tokens = await client.exchangeCode({ code: "code-of-alice" });

  assertSilent(tokens);
  assertSilent({ deep: [{ tokens }] });
  for (const rendering of [...inspections(client), JSON.stringify(client)]) assertClean(rendering);
  assert.throws(
    () => structuredClone(client),
    (error) => !reveals(inspect(error)),
  );
  assert.equal(JSON.parse(JSON.stringify(tokens)).accessToken, "[redacted]");
  assert.match(inspect(tokens), /accessToken: \[redacted\]/);
});

/** No way of printing, copying or serialising shows a secret. */
function assertSilent(value: object): void {
  const renderings = [
    ...inspections(value),
    ...inspections(Object.assign({}, value)),
    ...inspections(structuredClone(value)),
    ...inspections(Object.getOwnPropertyDescriptors(value)),
    format("%s %o %O %j %i", value, value, value, value, value),
    JSON.stringify(value),
    JSON.stringify(value, Object.getOwnPropertyNames(value)),
    Object.entries(value).join(),
  ];
  for (const rendering of renderings) assertClean(rendering);
}

function inspections(value: unknown): string[] {
  const everything = { showHidden: true, getters: true, showProxy: true, depth: Infinity };
  return [
    inspect(value),
    inspect(value, everything),
    inspect(value, { ...everything, customInspect: false }),
  ];
}

function assertClean(rendering: string): void {
  assert.ok(!reveals(rendering), `A secret shows: ${rendering}`);
}

function reveals(rendering: string): boolean {
  return SECRETS.some((secret) => rendering.includes(secret));
}
