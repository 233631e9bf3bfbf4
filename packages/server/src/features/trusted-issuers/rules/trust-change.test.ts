import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { GrantedRequest } from "../../../oauth/request/granted-request.ts";
import { exampleTrustedIssuer } from "./example-trusted-issuer.ts";
import { judgeTrust, trustKey } from "./trust-change.ts";
import type { TrustedIssuer } from "./trusted-issuer.ts";

const any = exampleTrustedIssuer({ id: "any" });
const keys = [{ kty: "EC", kid: "9" }];
const bound = exampleTrustedIssuer({ id: "bound", client_id: "photos", jwks: { keys } });
const pattern = { allow_any_subject: false, subject_pattern: "team:*" };
const removed = { field: "trusted_issuer", value: "https://ci.example" };
const unscoped = { field: "trusted_issuer.scope", value: "deploy" };

function judge(
  accepted: readonly TrustedIssuer[],
  after: readonly TrustedIssuer[],
  request: Partial<GrantedRequest> = {},
) {
  const granted: GrantedRequest = {
    client_id: "photos",
    grant_type: "jwt-bearer",
    scope: ["deploy"],
    details: [],
    by_grant: false,
    accepted_by: accepted.map(trustKey),
    ...request,
  };
  return judgeTrust(granted, [any, bound], after, "wildcard");
}

describe("a request whose JWT a trusted issuer accepted", () => {
  const table: readonly (readonly [string, readonly TrustedIssuer[], unknown])[] = [
    ["stays granted where nothing changes", [any, bound], "granted"],
    ["is refused without the record", [bound], removed],
    [
      "is granted by a record that replaces it for longer",
      [{ ...any, id: "new", expires_at: 99_000 }],
      "granted",
    ],
    ["is refused by one with less scope", [{ ...any, id: "new", scope: ["logs.*"] }], unscoped],
    [
      "is refused by one of another issuer",
      [{ ...any, id: "new", issuer: "https://else.example" }],
      removed,
    ],
    ["may be refused by one for fewer subjects", [{ ...any, ...pattern, id: "new" }], "unknown"],
    [
      "may be refused by one with a condition",
      [{ ...any, id: "new", claims: { env: "prod" } }],
      "unknown",
    ],
    [
      "may be refused by one with another key",
      [{ ...any, id: "new", jwks: { keys: [{ kty: "EC", kid: "2" }] } }],
      "unknown",
    ],
    [
      "is refused by one for fewer subjects and less scope",
      [{ ...any, ...pattern, id: "new", scope: [] }],
      removed,
    ],
    ["is refused by one for another client", [{ ...any, id: "new", client_id: "albums" }], removed],
    [
      "may be taken by a narrower record with less scope",
      [any, { ...any, ...pattern, id: "new", scope: [] }],
      "unknown",
    ],
    [
      "stays granted beside a narrower record that grants as much",
      [any, { ...any, ...pattern, id: "new" }],
      "granted",
    ],
  ];
  for (const [title, after, expected] of table) {
    it(title, () => assert.deepEqual(judge([any], after), expected));
  }

  it("is granted by the other record that accepts it", () => {
    assert.equal(judge([bound, any], [any]), "granted");
  });

  it("is refused by the other one where the JWT authenticated the client", () => {
    assert.deepEqual(judge([bound, any], [any], { by_grant: true }), removed);
  });

  it("counts for the record that has other keys since", () => {
    const earlier = { ...any, jwks: { keys: [{ kty: "EC", kid: "0" }] } };
    assert.deepEqual(judge([earlier], [bound]), removed);
  });

  it("is not concerned by records that did not accept it", () => {
    assert.equal(judge([], []), "granted");
    assert.equal(judge([{ ...any, issuer: "https://else.example" }], []), "granted");
  });
});
