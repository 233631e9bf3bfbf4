import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeBearerRejection, parseAccessToken } from "./bearer-token.ts";
import { exampleForm } from "./example-form.ts";

describe("RFC 6750 §2: how a token is sent", () => {
  const table: [
    title: string,
    authorization: string | undefined,
    query: string,
    form: Record<string, string>,
    outcome: string,
  ][] = [
    ["in the header", "Bearer lk_at_1", "", {}, "lk_at_1"],
    ["in the header, in any case", "bEARER lk_at_1", "", {}, "lk_at_1"],
    ["with DPoP", "DPoP lk_at_1", "", {}, "DPoP lk_at_1"],
    ["with DPoP, in any case", "dpop lk_at_1", "", {}, "DPoP lk_at_1"],
    ["with DPoP and twice", "DPoP lk_at_1", "access_token=a", {}, "token_sent_twice"],
    ["in the form", undefined, "", { access_token: "lk_at_1" }, "lk_at_1"],
    ["in the query", undefined, "access_token=lk_at_1", {}, "lk_at_1"],
    ["nowhere", undefined, "", {}, "token_missing"],
    ["as a password", "Basic YWxpY2U6c2VjcmV0", "", {}, "token_missing"],
    ["empty", "Bearer ", "", {}, "token_missing"],
    ["twice", "Bearer lk_at_1", "", { access_token: "lk_at_1" }, "token_sent_twice"],
    ["twice in one", undefined, "access_token=a&access_token=b", {}, "token_sent_twice"],
  ];
  for (const [title, authorization, query, form, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const read = parseAccessToken({
        authorization,
        query: new URLSearchParams(query),
        form: exampleForm(form),
      });
      const { token, scheme } = read.ok ? read.value : { token: read.error.reason, scheme: "" };
      assert.equal(scheme === "DPoP" ? `DPoP ${token}` : token, outcome);
    });
  }
});

describe("RFC 6750 §3: the error about a token", () => {
  const table = [
    ["token_missing", "request_unauthorized", /^Bearer realm="Latchkey"$/],
    ["token_sent_twice", "invalid_request", /^Bearer error="invalid_request", error_description="/],
    ["token_inactive", "invalid_token", /^Bearer error="invalid_token", error_description="/],
    ["token_without_user", "request_unauthorized", /^Bearer error="invalid_token", /],
    ["token_bound_to_key", "invalid_token", /^DPoP error="invalid_token", .*, algs="RS256 /],
    ["token_not_bound", "invalid_token", /^Bearer error="invalid_token", /],
    ["token_key_mismatch", "invalid_token", /^DPoP error="invalid_token", /],
    ["token_certificate_mismatch", "invalid_token", /^Bearer error="invalid_token", /],
    ["bound_token_in_query", "invalid_request", /^Bearer error="invalid_request", /],
  ] as const;
  for (const [reason, error, header] of table) {
    it(`${reason} → ${error}`, () => {
      const described = describeBearerRejection({ reason });
      assert.equal(described.error.error, error);
      assert.match(described.www_authenticate, header);
      assert.equal(described.www_authenticate.split('"').length % 2, 1);
    });
  }
});
