import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProviderError, type ProviderError } from "./provider-error.ts";

describe("a provider's refusal: what the client gets", () => {
  const silent = {
    error: "access_denied",
    error_description: "The user or the login app denied the request.",
    status_code: 400,
  };
  const table: [title: string, body: unknown, refusal: ProviderError][] = [
    ["no body", undefined, silent],
    ["no reason", {}, silent],
    ["empty reasons", { error: "", error_description: "", status_code: 0 }, silent],
    [
      "a description alone",
      { error_description: "Not today." },
      { ...silent, error_description: "Not today." },
    ],
    [
      "an error alone",
      { error: "login_required" },
      { error: "login_required", error_description: "", status_code: 400 },
    ],
    [
      "a hint after the description",
      {
        error: "access_denied",
        error_description: "No.",
        error_hint: "Ask bob.",
        status_code: 403,
      },
      { error: "access_denied", error_description: "No. Ask bob.", status_code: 403 },
    ],
    ["a note for operators", { error_debug: "row 7" }, { ...silent, debug: "row 7" }],
    [
      "quotes, a backslash and a line break",
      { error_description: 'say "no"\\\n' },
      { ...silent, error_description: "say 'no'  " },
    ],
    [
      "another language",
      { error_description: "いいえ" },
      { ...silent, error_description: "いいえ" },
    ],
  ];
  for (const [title, body, refusal] of table) {
    it(`${title}: ${refusal.error}, '${refusal.error_description}'`, () => {
      assert.deepEqual(parseProviderError(body), { ok: true, value: refusal });
    });
  }
});

describe("a provider's no: what is not taken", () => {
  const table: [world: string, body: unknown, reason: string][] = [
    ["an unknown member", { why: "because" }, "field_unknown"],
    ["a number for an error", { error: 7 }, "field_mistyped"],
    ["an error with quotes", { error: 'no "way"' }, "field_mistyped"],
    ["a status that is no failure", { status_code: 200 }, "field_mistyped"],
    ["a status beyond all", { status_code: 600 }, "field_mistyped"],
    ["a list", [], "body_not_an_object"],
  ];
  for (const [title, body, reason] of table) {
    it(`${title}: ${reason}`, () => {
      const parsed = parseProviderError(body);
      assert.equal(parsed.ok ? undefined : parsed.error.reason, reason);
    });
  }
});
