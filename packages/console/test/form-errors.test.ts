import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@latchkey/client";
import { FieldValueError, placeError } from "../src/components/forms/form-errors.ts";
import { parseClientJson } from "../src/pages/clients/client-json.ts";
import { parseJsonWebKey } from "../src/pages/keys/parse-json-web-key.ts";

const clientForm = [
  "client_name",
  "client_id",
  "redirect_uris",
  "post_logout_redirect_uris",
  "allowed_cors_origins",
  "scope",
  "jwks_uri",
];

/** What the server says, and the field of the form beside which it is shown. */
const placements: [sentence: string, field: string | undefined][] = [
  ["The scope must be words of ASCII letters, with spaces between.", "scope"],
  ["The field client_name must be a string of at most 8 KiB, but was a number.", "client_name"],
  ["The redirect_uris entry 'https://scope.example#' must be absolute.", "redirect_uris"],
  ["The client_id must be 1 to 255 printable characters.", "client_id"],
  ['The redirect URI "https://scope.example#" must be absolute.', "redirect_uris"],
  ["redirect_uris[0] must be an absolute URI.", "redirect_uris"],
  [
    'The post-logout redirect URI "https://a.example" must share its host with one of the redirect_uris.',
    "post_logout_redirect_uris",
  ],
  [
    'The CORS origin "https://a.example/x" must look like https://a.example.',
    "allowed_cors_origins",
  ],
  ["allowed_cors_origins must be a list of strings.", "allowed_cors_origins"],
  ["The token_endpoint_auth_method private_key_jwt needs keys. Send jwks or jwks_uri.", "jwks_uri"],
  ["The owner must be a string.", undefined],
  ["A microscope is not a client.", undefined],
];

for (const [sentence, field] of placements) {
  test(`"${sentence}" belongs ${field === undefined ? "to no field" : `beside ${field}`}`, () => {
    const error = apiError(400, { error: "invalid_client_metadata", error_description: sentence });
    const placed = placeError(error, clientForm);
    if (field === undefined) assert.deepEqual(placed, { fields: {}, rest: error });
    else assert.deepEqual(placed, { fields: { [field]: sentence }, rest: undefined });
  });
}

test("an error code implies a field where the sentence names none", () => {
  const error_description = "The client could not be authenticated.";
  const error = apiError(401, { error: "invalid_client", error_description });
  assert.deepEqual(placeError(error, ["client_secret"]).fields, {
    client_secret: error_description,
  });
  assert.equal(placeError(error, ["token"], "token").rest, error, "401 has no fallback");
});

test("a form with one field takes validation errors that name none, and no others", () => {
  const invalid = apiError(400, { error: "invalid_request", error_description: "Too long." });
  assert.deepEqual(placeError(invalid, ["title"], "title").fields, { title: "Too long." });
  for (const error of [apiError(403, {}), apiError(404, {}), apiError(500, {}), new TypeError()]) {
    assert.equal(placeError(error, ["title"], "title").rest, error);
  }
});

test("JSON that the console cannot read is an error of its field", () => {
  assert.deepEqual(parseClientJson('{"scope": "tea"}'), { scope: "tea" });
  for (const text of ["{", "[]", "null", '"tea"']) {
    assert.throws(() => parseClientJson(text), isErrorOf("json"));
  }
  const key = { kty: "EC", kid: "red" };
  assert.deepEqual(parseJsonWebKey(JSON.stringify(key), "jwk"), key);
  for (const text of ["{", "{}", '{"kty":"EC"}', '{"kty":"EC","kid":""}']) {
    assert.throws(() => parseJsonWebKey(text, "jwk"), isErrorOf("jwk"));
  }
});

test("the error of an unreadable key quotes nothing of it", () => {
  const secret = "not for anyone";
  assert.throws(
    () => parseJsonWebKey(`{"d": ${secret}`, "jwk"),
    (error: Error) => !error.message.includes(secret),
  );
});

function isErrorOf(field: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof FieldValueError && placeError(error, [field]).fields[field] === error.message;
}

function apiError(status: number, body: object): ApiError {
  const operation = "createOAuth2Client";
  return new ApiError({ ok: false, operation, status, headers: new Headers(), body });
}
