import assert from "node:assert/strict";
import { test } from "node:test";
import {
  defineRejections,
  describeRejection,
  type RejectionOf,
  type Rejections,
  retryLater,
} from "./rejection.ts";

const rows = {
  code_expired: { error: "invalid_grant", description: "The code has expired.", fix: "Be quick." },
  scope_unknown: {
    error: ({ scope }: { scope: string }) => (scope === "" ? "invalid_request" : "invalid_scope"),
    description: ({ scope }: { scope: string }) => `Nobody knows ${scope}.`,
    debug: ({ known }: { known?: string }) => known,
  },
  too_often: {
    name: "flood",
    error: "too_many_requests",
    description: "Wait.",
    ...retryLater,
    status: 400,
  },
  unnamed: { name: null, error: "server_error", description: "Sorry.", retry_after: 1 },
} satisfies Rejections;

type Rejected = RejectionOf<typeof rows>;

const common = defineRejections("invalid_grant", {
  code_unknown: { description: "Unknown.", fix: "Send another." },
  scope_wrong: { error: "invalid_scope", description: ({ scope }: { scope: string }) => scope },
});

const table: [Rejected, object][] = [
  [
    { reason: "code_expired" },
    {
      error: "invalid_grant",
      error_description: "The code has expired.",
      reason: "code_expired",
    },
  ],
  [
    { reason: "scope_unknown", scope: "photos", known: "mail" },
    {
      error: "invalid_scope",
      error_description: "Nobody knows photos.",
      debug: "mail",
      reason: "scope_unknown",
    },
  ],
  [
    { reason: "scope_unknown", scope: "" },
    { error: "invalid_request", error_description: "Nobody knows .", reason: "scope_unknown" },
  ],
  [
    { reason: "too_often", retry_after: 7 },
    {
      error: "too_many_requests",
      error_description: "Wait.",
      retry_after: 7,
      status: 400,
      reason: "flood",
    },
  ],
  [{ reason: "unnamed" }, { error: "server_error", error_description: "Sorry.", retry_after: 1 }],
];

for (const [rejection, error] of table)
  test(`the error response of ${rejection.reason}`, () => {
    assert.deepEqual(describeRejection(rows, rejection), error);
  });

test("rows have the error code of their table, or their own", () => {
  const unknown = describeRejection(common, { reason: "code_unknown" });
  assert.equal(unknown.error, "invalid_grant");
  const wrong = describeRejection(common, { reason: "scope_wrong", scope: "photos" });
  assert.deepEqual([wrong.error, wrong.error_description], ["invalid_scope", "photos"]);
  // @ts-expect-error A row has no such field.
  assert.ok(defineRejections("invalid_grant", { a: { description: "", remedy: "Wait." } }));
  // @ts-expect-error There is no such code.
  assert.ok(defineRejections("invalid_grant", { a: { error: "invalid", description: "" } }));
});

test("a reason without a row, or without the facts of its row, does not compile", () => {
  // @ts-expect-error The rows have no such reason.
  assert.throws(() => describeRejection(rows, { reason: "code_stolen" }), /code_stolen has no row/);
  // @ts-expect-error The row is a function of the scope.
  const rejection: Rejected = { reason: "scope_unknown" };
  assert.equal(rejection.reason, "scope_unknown");
});
