import assert from "node:assert/strict";
import { it } from "node:test";
import { endsOperatorSessions } from "./ending-change.ts";

const account = { type: "account" };
const cases = [
  {
    action: "updated",
    object: account,
    after: { state: "disabled", changed: ["state"] },
    ends: true,
  },
  {
    action: "deletion_started",
    object: account,
    after: { state: "disabled", changed: [] },
    ends: true,
  },
  { action: "deleted", object: account, ends: true },
  {
    action: "password_set",
    object: account,
    after: { state: "active", changed: ["password"] },
    ends: true,
  },
  {
    action: "updated",
    object: account,
    after: { state: "active", changed: ["groups", "password"] },
    ends: true,
  },
  {
    action: "updated",
    object: account,
    after: { state: "active", changed: ["groups"] },
    ends: false,
  },
  { action: "created", object: account, after: { state: "active" }, ends: false },
  { action: "signed_out", object: account, ends: false },
  { action: "session_ended", object: account, ends: false },
  { action: "sessions_ended", object: account, ends: false },
  { action: "deleted", object: { type: "client" }, ends: false },
  { action: "updated", object: { type: "client" }, after: { state: "disabled" }, ends: false },
];

for (const { ends, ...change } of cases)
  it(`${JSON.stringify(change)} → ${ends}`, () => {
    assert.equal(endsOperatorSessions(change), ends);
  });
