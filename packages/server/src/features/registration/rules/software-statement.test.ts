import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { JsonObject } from "@latchkey/api";
import { applyStatement, verifyStatementClaims } from "./software-statement.ts";

const facts = { now: 1_000, leeway: 60 };

describe("RFC 7591 §2.3: the claims of a software statement", () => {
  const table: [why: string, header: JsonObject, claims: JsonObject, reason: string | undefined][] =
    [
      ["it never expires", {}, {}, undefined],
      ["it has all times", { typ: "JWT" }, { exp: 1_001, nbf: 999, iat: 999 }, undefined],
      ["the clocks differ", {}, { exp: 941, nbf: 1_060, iat: 1_060 }, undefined],
      ["it expired", {}, { exp: 940 }, "statement_expired"],
      ["it is not valid yet", {}, { nbf: 1_061 }, "statement_not_yet_valid"],
      ["it is from the future", {}, { iat: 1_061 }, "statement_not_yet_valid"],
      ["a time is a text", {}, { exp: "2000" }, "statement_malformed"],
      ["a time is infinite", {}, { nbf: Infinity }, "statement_malformed"],
      ["it is an access token", { typ: "at+jwt" }, {}, "statement_malformed"],
    ];
  for (const [why, header, claims, reason] of table) {
    it(`${why} → ${reason ?? "valid"}`, () => {
      const verified = verifyStatementClaims(header, claims, facts);
      assert.equal(verified.ok ? undefined : verified.error.reason, reason);
    });
  }

  it("replace what the client says, where they describe a client", () => {
    const body = { client_name: "Mallory", tos_uri: "https://m.example/" };
    const claims = { iss: "d", client_name: "Bank", audience: ["core"], logo_uri: null };
    assert.deepEqual(applyStatement(body, claims), {
      client_name: "Bank",
      tos_uri: "https://m.example/",
    });
  });
});
