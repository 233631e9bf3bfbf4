import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../../../test/support/properties.ts";
import {
  type Credentials,
  credentialsRejections,
  parseBasicCredentials,
  parseCredentials,
} from "./credentials.ts";
import { exampleForm } from "../example-form.ts";
import { describeRejection } from "../rejection.ts";

const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

type Fields = Record<string, string | string[]>;

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

describe("RFC 6749 §2.3: credentials that can be read", () => {
  const photos: Credentials = {
    method: "client_secret_basic",
    client_id: "photos",
    client_secret: "smile",
  };
  const table: [title: string, authorization: string | undefined, form: Fields, Credentials][] = [
    ["Basic", basic("photos:smile"), {}, photos],
    ["Basic in any case", basic("photos:smile").replace("Basic", "bASIC"), {}, photos],
    [
      "Basic and the same client_id in the form",
      basic("photos:smile"),
      { client_id: "photos" },
      photos,
    ],
    [
      "Basic with a colon in the secret",
      basic("photos:sm:ile"),
      {},
      { ...photos, client_secret: "sm:ile" },
    ],
    ["Basic with an empty secret", basic("photos:"), {}, { ...photos, client_secret: "" }],
    [
      "Basic, form-encoded",
      basic("photo+album%3A1:%2B100%25+%F0%9F%93%B7"),
      {},
      { method: "client_secret_basic", client_id: "photo album:1", client_secret: "+100% 📷" },
    ],
    [
      "a secret in the form",
      undefined,
      { client_id: "photos", client_secret: "smile" },
      { method: "client_secret_post", client_id: "photos", client_secret: "smile" },
    ],
    [
      "a client_id alone",
      undefined,
      { client_id: "photos" },
      { method: "none", client_id: "photos" },
    ],
    [
      "a client_id and an empty secret",
      undefined,
      { client_id: "photos", client_secret: "" },
      { method: "none", client_id: "photos" },
    ],
    [
      "a bearer token, which is ignored",
      "Bearer lk_at_alice",
      { client_id: "photos" },
      { method: "none", client_id: "photos" },
    ],
    [
      "an assertion",
      undefined,
      { client_assertion_type: JWT_BEARER, client_assertion: "a.b.c" },
      { method: "private_key_jwt", assertion: "a.b.c", client_id: undefined },
    ],
    [
      "an assertion and a client_id",
      undefined,
      { client_assertion_type: JWT_BEARER, client_assertion: "a.b.c", client_id: "photos" },
      { method: "private_key_jwt", assertion: "a.b.c", client_id: "photos" },
    ],
  ];
  for (const [title, authorization, form, credentials] of table) {
    it(title, () => {
      const read = parseCredentials(parseBasicCredentials(authorization), exampleForm(form));
      assert.deepEqual(read, { ok: true, value: credentials });
    });
  }
});

describe("RFC 6749 §2.3: credentials that cannot be read", () => {
  const assertion = { client_assertion_type: JWT_BEARER, client_assertion: "a.b.c" };
  const table: [
    title: string,
    authorization: string | undefined,
    form: Fields,
    reason: string,
    error: string,
  ][] = [
    ["nothing at all", undefined, {}, "credentials_missing", "invalid_client"],
    ["a bearer token alone", "Bearer lk_at_alice", {}, "credentials_missing", "invalid_client"],
    [
      "a secret without a client_id",
      undefined,
      { client_secret: "smile" },
      "credentials_missing",
      "invalid_client",
    ],
    ["base64 that is none", "Basic ?!", {}, "authorization_malformed", "invalid_request"],
    ["Basic and nothing", "Basic ", {}, "authorization_malformed", "invalid_request"],
    ["no colon", basic("photos"), {}, "authorization_malformed", "invalid_request"],
    [
      "no client_id before the colon",
      basic(":smile"),
      {},
      "authorization_malformed",
      "invalid_request",
    ],
    ["half an escape", basic("photos:100%"), {}, "authorization_malformed", "invalid_request"],
    [
      "an escape that is not UTF-8",
      basic("%ff:smile"),
      {},
      "authorization_malformed",
      "invalid_request",
    ],
    [
      "Basic and a secret in the form",
      basic("photos:smile"),
      { client_id: "photos", client_secret: "smile" },
      "methods_combined",
      "invalid_request",
    ],
    [
      "Basic and an assertion",
      basic("photos:smile"),
      assertion,
      "methods_combined",
      "invalid_request",
    ],
    [
      "a secret and an assertion",
      undefined,
      { ...assertion, client_id: "photos", client_secret: "smile" },
      "methods_combined",
      "invalid_request",
    ],
    [
      "Basic for photos, a form for mallory",
      basic("photos:smile"),
      { client_id: "mallory" },
      "client_id_contradicted",
      "invalid_request",
    ],
    [
      "an assertion of no type",
      undefined,
      { client_assertion: "a.b.c" },
      "assertion_type_unknown",
      "invalid_request",
    ],
    [
      "an assertion of another type",
      undefined,
      { ...assertion, client_assertion_type: "saml" },
      "assertion_type_unknown",
      "invalid_request",
    ],
    [
      "the type of an assertion alone",
      undefined,
      { client_assertion_type: JWT_BEARER },
      "credentials_missing",
      "invalid_client",
    ],
    [
      "two client_ids",
      undefined,
      { client_id: ["photos", "mallory"] },
      "parameter_repeated",
      "invalid_request",
    ],
    [
      "two grant types",
      basic("photos:smile"),
      { grant_type: ["a", "b"] },
      "parameter_repeated",
      "invalid_request",
    ],
  ];
  for (const [title, authorization, form, reason, error] of table) {
    it(`${title}: ${reason}`, () => {
      const read = parseCredentials(parseBasicCredentials(authorization), exampleForm(form));
      assert.ok(!read.ok);
      assert.equal(read.error.reason, reason);
      assert.equal(describeRejection(credentialsRejections, read.error).error, error);
    });
  }

  it("no Authorization header makes the reader throw", () => {
    const header = fc.oneof(
      fc.string(),
      fc.string().map((text) => `Basic ${text}`),
      fc.uint8Array().map((bytes) => `Basic ${Buffer.from(bytes).toString("base64")}`),
    );
    assertProperty(
      fc.property(
        header,
        (text) =>
          typeof parseCredentials(parseBasicCredentials(text), exampleForm({})).ok === "boolean",
      ),
    );
  });
});
