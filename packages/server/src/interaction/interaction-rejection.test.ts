import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Problem } from "@latchkey/api";
import { statusOf } from "../oauth/oauth-error.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { type InteractionRejection, interactionRejections } from "./interaction-rejection.ts";

describe("the error response to a provider", () => {
  const request_url = "https://id.example/oauth2/auth?client_id=photos";
  const table: [rejection: InteractionRejection, status: number][] = [
    [{ reason: "not_asked" }, 404],
    [{ reason: "already_used", request_url }, 409],
    [{ reason: "expired", request_url }, 404],
    [
      { reason: "body_not_an_object", problem: problem({ field: "", expected: "a JSON object" }) },
      400,
    ],
    [{ reason: "field_unknown", problem: problem({ field: "colour", aspect: "unknown" }) }, 400],
    [{ reason: "field_mistyped", problem: problem({ expected: "true or false" }) }, 400],
    [{ reason: "subject_missing" }, 400],
    [{ reason: "subject_changed" }, 400],
  ];
  for (const [rejection, status] of table) {
    it(`${rejection.reason}: ${status}`, () => {
      const { error, error_description } = describeRejection(interactionRejections, rejection);
      assert.equal(statusOf(error), status);
      assert.match(error_description, /^[A-Z].*\.$/);
      assert.ok(
        !error_description.includes("alice"),
        "the response does not reveal whom a browser remembers",
      );
    });
  }
});

function problem(part: Partial<Problem>): Problem {
  return { field: "remember", expected: "", value: 7, aspect: "type", ...part };
}
