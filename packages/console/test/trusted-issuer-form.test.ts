import assert from "node:assert/strict";
import { it } from "node:test";
import { FieldValueError } from "../src/components/forms/form-errors.ts";
import { emptyDraft, toInput } from "../src/pages/trusted-issuers/trusted-issuer-form.ts";

const github = {
  ...emptyDraft,
  issuer: " https://token.actions.githubusercontent.com ",
  subject: "repo:octo-org/octo-repo:*",
  keys: "https://token.actions.githubusercontent.com/.well-known/jwks",
  days: "1",
};

it("describes an issuer with a pattern and a JWKS URI", () => {
  assert.deepEqual(toInput(github, 0), {
    issuer: "https://token.actions.githubusercontent.com",
    subject_pattern: "repo:octo-org/octo-repo:*",
    jwks_uri: "https://token.actions.githubusercontent.com/.well-known/jwks",
    scope: [],
    allow_assertion_reuse: false,
    expires_at: "1970-01-02T00:00:00.000Z",
  });
});

it("describes an issuer with any subject, pasted keys, claims, a client and reuse", () => {
  const draft = {
    ...github,
    subject_kind: "any",
    key_kind: "jwks",
    keys: '{ "keys": [] }',
    claims: '{ "env": "prod" }',
    client_id: "app",
    allow_assertion_reuse: true,
  } as const;
  const { allow_any_subject, jwks, claims, client_id, allow_assertion_reuse } = toInput(draft, 0);
  assert.deepEqual(
    { allow_any_subject, jwks, claims, client_id, allow_assertion_reuse },
    {
      allow_any_subject: true,
      jwks: { keys: [] },
      claims: { env: "prod" },
      client_id: "app",
      allow_assertion_reuse: true,
    },
  );
});

for (const [field, change] of [
  ["jwks", { key_kind: "jwks", keys: "no JSON" }],
  ["claims", { claims: "[1]" }],
  ["expires_at", { days: "0" }],
  ["expires_at", { days: "soon" }],
] as const) {
  it(`names the field ${field} of ${JSON.stringify(change)}`, () => {
    assert.throws(
      () => toInput({ ...github, ...change }, 0),
      (error) => error instanceof FieldValueError && error.field === field,
    );
  });
}
