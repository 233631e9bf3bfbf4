import assert from "node:assert/strict";
import { test } from "node:test";

import { TOKENS } from "../test/support/photos.ts";
import { ResponseDecodeError } from "./response-errors.ts";
import { readTokenResponse } from "./token-response.ts";

const { user } = TOKENS.owner;

test("every member arrives under its name in the contract", () => {
  const { accessToken, refreshToken, ...rest } = read(TOKENS);
  assert.deepEqual(
    [accessToken.reveal(), refreshToken?.reveal()],
    ["lk_wat_alice", "lk_wrt_alice"],
  );
  assert.deepEqual(rest, {
    tokenType: "bearer",
    botId: "b1",
    workspaceIcon: "https://example.com/icon.png",
    workspaceName: "Alice's photos",
    workspaceId: "w1",
    owner: {
      type: "user",
      user: {
        id: "u1",
        object: "user",
        type: "person",
        name: "Alice",
        avatarUrl: "https://example.com/alice.png",
        person: { email: "alice@example.com" },
      },
    },
    duplicatedTemplateId: "t1",
    requestId: "r1",
  });
});

const optional = [
  "refresh_token",
  "workspace_icon",
  "workspace_name",
  "duplicated_template_id",
  "request_id",
];

test("null and absent are both absent", () => {
  const nulls = read({ ...TOKENS, ...Object.fromEntries(optional.map((name) => [name, null])) });
  const { access_token, token_type, bot_id, workspace_id, owner } = TOKENS;
  const absent = read({ access_token, token_type, bot_id, workspace_id, owner });

  assert.deepEqual(nulls, absent);
  const names = ["accessToken", "tokenType", "botId", "workspaceId", "owner"];
  assert.deepEqual(Object.keys(nulls), names);
});

const owners: [unknown, unknown, string][] = [
  [{ type: "workspace", workspace: true }, { type: "workspace" }, "a workspace"],
  [{ type: "workspace" }, { type: "workspace" }, "a workspace that says no more"],
  [
    { type: "user", user: { id: "u1", object: "user" } },
    { type: "user", user: { id: "u1", object: "user" } },
    "a partial user",
  ],
  [
    {
      type: "user",
      user: { id: "u1", object: "user", type: null, name: null, avatar_url: null, person: {} },
    },
    { type: "user", user: { id: "u1", object: "user", person: {} } },
    "a user with nulls",
  ],
  [
    { type: "team", team_id: { nested: [1, null] } },
    { type: "opaque", received: { type: "team", team_id: { nested: [1, null] } } },
    "an owner of a kind to come",
  ],
];

for (const [owner, expected, title] of owners) {
  test(`the owner: ${title}`, () => {
    assert.deepEqual(read({ ...TOKENS, owner }).owner, expected);
  });
}

test("token_type is compared without case, and unknown fields are ignored", () => {
  assert.equal(read({ ...TOKENS, token_type: "Bearer", expires_in: 3600 }).tokenType, "Bearer");
});

const unusable: [unknown, string][] = [
  [undefined, "body"],
  ["lk_wat_alice", "body"],
  [[TOKENS], "body"],
  [null, "body"],
  [{ ...TOKENS, access_token: undefined }, "access_token"],
  [{ ...TOKENS, access_token: "" }, "access_token"],
  [{ ...TOKENS, access_token: { lk_wat_alice: 1 } }, "access_token"],
  [{ ...TOKENS, token_type: null }, "token_type"],
  [{ ...TOKENS, token_type: "mac" }, "token_type"],
  [{ ...TOKENS, refresh_token: 7 }, "refresh_token"],
  [{ ...TOKENS, bot_id: undefined }, "bot_id"],
  [{ ...TOKENS, workspace_id: undefined }, "workspace_id"],
  [{ ...TOKENS, workspace_name: 7 }, "workspace_name"],
  [{ ...TOKENS, owner: undefined }, "owner"],
  [{ ...TOKENS, owner: "alice" }, "owner"],
  [{ ...TOKENS, owner: {} }, "owner.type"],
  [{ ...TOKENS, owner: { type: "user" } }, "owner.user"],
  [{ ...TOKENS, owner: { type: "user", user: { ...user, id: "" } } }, "owner.user.id"],
  [{ ...TOKENS, owner: { type: "user", user: { id: "u1" } } }, "owner.user.object"],
  [
    { ...TOKENS, owner: { type: "user", user: { ...user, person: { email: 7 } } } },
    "owner.user.person.email",
  ],
];

for (const [body, member] of unusable) {
  test(`${JSON.stringify(body)?.slice(0, 60)}… cannot be used: ${member}`, () => {
    assert.throws(
      () => read(body),
      (error) =>
        error instanceof ResponseDecodeError &&
        error.member() === member &&
        error.message === "invalid_response (status 200, request r1)" &&
        error.outcome() === "unknown",
    );
  });
}

function read(body: unknown) {
  return readTokenResponse({
    ok: true,
    status: 200,
    requestId: "r1",
    retryAfterMs: undefined,
    body,
  });
}
