import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authenticated } from "./client/authentication.ts";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";
import { exampleGrant, exampleGrantToken } from "./example-grant.ts";
import type { Grant, GrantToken } from "./grant.ts";
import type { Confirmation } from "./token-details.ts";
import {
  decideRefresh,
  type RefreshDecision,
  type RefreshFacts,
  refreshRejections,
} from "./refresh-token-grant.ts";
import { describeRejection } from "./rejection.ts";

const facts: RefreshFacts = {
  scope_strategy: "wildcard",
  narrow_scope: false,
  rotate: true,
  grace_ms: 10_000,
  now: 2_000,
  arrived_at_ms: 2_000_000,
  earliest_arrival_ms: 2_000_000,
};
const grant = exampleGrant({
  generation: 3,
  generation_at_ms: 1_995_000,
  scope: ["openid", "offline", "photos.read"],
  audience: ["https://api.example/photos"],
});
const token = exampleGrantToken({ generation: 3 });

function client(overrides: Partial<Client> = {}) {
  return authenticated(
    exampleClient({
      grant_types: ["refresh_token"],
      scope: ["openid", "offline", "photos.*"],
      audience: ["https://api.example"],
      ...overrides,
    }),
    "client_secret_basic",
  );
}

function outcomeOf(decision: RefreshDecision): string {
  return "rejection" in decision ? `${decision.kind}: ${decision.rejection.reason}` : decision.kind;
}

describe("RFC 6749 §6: a valid refresh token is rotated", () => {
  it("for all that was granted, with an ID token where openid was", () => {
    assert.deepEqual(
      decideRefresh(token, grant, { client: client(), scope: undefined, resource: [] }, facts),
      {
        kind: "rotate",
        grant,
        issue: { refresh_token: true, id_token: true },
        extent: {},
      },
    );
    const bare = { ...grant, scope: ["offline"] };
    const decision = decideRefresh(
      token,
      bare,
      { client: client(), scope: undefined, resource: [] },
      facts,
    );
    assert.equal(decision.kind === "rotate" && decision.issue.id_token, false);
  });

  const table: [
    title: string,
    Partial<GrantToken>,
    Partial<Grant> | undefined,
    Partial<Client>,
    scope: string | undefined,
    outcome: string,
    error?: string,
  ][] = [
    ["requests a narrower scope", {}, {}, {}, "openid", "rotate"],
    [
      "after the client's access tokens were revoked",
      {},
      {},
      { access_token_epoch: 1 },
      undefined,
      "rotate",
    ],
    [
      "requests a wider scope",
      {},
      {},
      {},
      "openid photos.write",
      "reject: scope_not_granted",
      "invalid_scope",
    ],
    [
      "requests a malformed scope",
      {},
      {},
      {},
      'say"cheese"',
      "reject: scope_malformed",
      "invalid_scope",
    ],
    ["it is unknown", {}, undefined, {}, undefined, "reject: token_unknown", "invalid_grant"],
    [
      "another client presents it",
      {},
      {},
      { client_id: "mallory" },
      undefined,
      "reject: issued_to_another_client",
      "invalid_grant",
    ],
    [
      "a new client with the same id presents it",
      {},
      {},
      { client_key: 8 },
      undefined,
      "reject: issued_to_another_client",
      "invalid_grant",
    ],
    [
      "the grant is revoked",
      {},
      { revoked_at: 1_500 },
      {},
      undefined,
      "reject: grant_revoked",
      "invalid_grant",
    ],
    [
      "it expired",
      { expires_at: 2_000 },
      {},
      {},
      undefined,
      "reject: token_expired",
      "invalid_grant",
    ],
    [
      "it was issued after the restored backup",
      { generation: 4 },
      {},
      {},
      undefined,
      "reject: token_unknown",
      "invalid_grant",
    ],
  ];
  for (const [title, shown, found, holder, scope, outcome, error] of table) {
    it(`${title} → ${outcome}`, () => {
      const decision = decideRefresh(
        { ...token, ...shown },
        found && { ...grant, ...found },
        { client: client(holder), scope, resource: [] },
        facts,
      );
      assert.equal(outcomeOf(decision), outcome);
      const described =
        "rejection" in decision && describeRejection(refreshRejections, decision.rejection).error;
      assert.equal(described || undefined, error);
    });
  }
});

describe("RFC 9449 §5: a refresh token that is bound to a key", () => {
  const [key, other] = [{ jkt: "a key" }, { jkt: "another key" }];
  const spent = { generation: 2 };
  const longSpent = { generation: 1 };
  const table: [
    title: string,
    method: "none" | "client_secret_basic",
    Partial<GrantToken>,
    bound_to: Confirmation | undefined,
    proven: Confirmation | undefined,
    outcome: string,
  ][] = [
    ["of a public client, with its key", "none", {}, key, key, "rotate"],
    ["of a public client, with another", "none", {}, key, other, "reject: refresh_key_mismatch"],
    ["of a public client, with none", "none", {}, key, undefined, "reject: refresh_key_mismatch"],
    ["replayed with another key", "none", longSpent, key, other, "reject: refresh_key_mismatch"],
    ["replayed with its key", "none", longSpent, key, key, "revoke_grant: token_replayed"],
    ["repeated with its key", "none", spent, key, key, "repeat"],
    [
      "repeated with another",
      "client_secret_basic",
      spent,
      key,
      other,
      "reject: repeat_key_mismatch",
    ],
    [
      "repeated with none",
      "client_secret_basic",
      spent,
      key,
      undefined,
      "reject: repeat_key_mismatch",
    ],
    [
      "repeated with a first key",
      "client_secret_basic",
      spent,
      undefined,
      key,
      "reject: repeat_key_mismatch",
    ],
    ["of a confidential client, with another", "client_secret_basic", {}, key, other, "rotate"],
    ["of a confidential client, with none", "client_secret_basic", {}, key, undefined, "rotate"],
    ["with a first key", "none", {}, undefined, key, "rotate"],
  ];
  for (const [title, method, shown, cnf, confirmation, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const holder = authenticated({ ...client(), token_endpoint_auth_method: method }, method);
      const decision = decideRefresh(
        { ...token, ...shown },
        { ...grant, cnf },
        {
          client: confirmation ? { ...holder, confirmation } : holder,
          scope: undefined,
          resource: [],
        },
        facts,
      );
      assert.equal(outcomeOf(decision), outcome);
    });
  }
});

describe("RFC 9700 §4.14: a refresh token that is presented again", () => {
  const table: [
    title: string,
    Partial<GrantToken>,
    since_ms: number,
    Partial<Client>,
    outcome: string,
  ][] = [
    ["at once, since the response was lost", { generation: 2 }, 0, {}, "repeat"],
    ["after ten seconds", { generation: 2 }, 10_000, {}, "repeat"],
    ["though it expired meanwhile", { generation: 2, expires_at: 1_999 }, 1_000, {}, "repeat"],
    ["after ten seconds and a bit", { generation: 2 }, 10_001, {}, "revoke_grant: token_replayed"],
    ["two generations old", { generation: 1 }, 0, {}, "revoke_grant: token_replayed"],
    [
      "two generations old, which it was not yet when the request arrived",
      { generation: 1 },
      -1,
      {},
      "reject: refreshed_meanwhile",
    ],
    [
      "old and expired",
      { generation: 1, expires_at: 1_500 },
      0,
      {},
      "revoke_grant: token_replayed",
    ],
    [
      "by another client",
      { generation: 1 },
      0,
      { client_id: "mallory" },
      "reject: issued_to_another_client",
    ],
  ];
  for (const [title, shown, since_ms, holder, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const decision = decideRefresh(
        { ...token, ...shown },
        { ...grant, generation_at_ms: facts.arrived_at_ms - since_ms },
        { client: client(holder), scope: undefined, resource: [] },
        facts,
      );
      assert.equal(outcomeOf(decision), outcome);
    });
  }

  for (const [grace_ms, since_ms, outcome] of [
    [0, 0, "revoke_grant: token_replayed"],
    [0, -1, "revoke_grant: token_replayed"],
    [500, 500, "repeat"],
    [500, 501, "revoke_grant: token_replayed"],
    [60_000, 60_000, "repeat"],
  ] as const) {
    it(`after ${since_ms} ms, with a grace period of ${grace_ms} ms → ${outcome}`, () => {
      const decision = decideRefresh(
        { ...token, generation: 2 },
        { ...grant, generation_at_ms: facts.arrived_at_ms - since_ms },
        { client: client(), scope: undefined, resource: [] },
        { ...facts, grace_ms },
      );
      assert.equal(outcomeOf(decision), outcome);
    });
  }

  for (const [generation, earlier_ms, outcome] of [
    [2, 20_000, "revoke_grant: token_replayed"],
    [2, 20_001, "reject: refreshed_meanwhile"],
    [1, 20_001, "reject: refreshed_meanwhile"],
    [3, 20_001, "rotate"],
  ] as const) {
    it(`generation ${generation}, read by a server that may have had it ${earlier_ms} ms before → ${outcome}`, () => {
      const decision = decideRefresh(
        { ...token, generation },
        { ...grant, generation_at_ms: facts.arrived_at_ms - 20_000 },
        { client: client(), scope: undefined, resource: [] },
        { ...facts, earliest_arrival_ms: facts.arrived_at_ms - earlier_ms },
      );
      assert.equal(outcomeOf(decision), outcome);
    });
  }

  const parts: [title: string, Partial<Grant>, narrow_scope: boolean, has_parts: boolean][] = [
    ["one API, all scopes", {}, false, false],
    ["two APIs", { audience: ["https://api.example/a", "https://api.example/b"] }, false, true],
    ["the scopes that are named", {}, true, true],
    ["the only scope", { scope: ["offline"] }, true, false],
  ];
  for (const [title, granted, narrow_scope, has_parts] of parts) {
    it(`tokens for ${title}: those that are repeated ${has_parts ? "may be others" : "are the same"}`, () => {
      const decision = decideRefresh(
        { ...token, generation: 2 },
        { ...grant, ...granted },
        { client: client(), scope: undefined, resource: [] },
        { ...facts, narrow_scope },
      );
      assert.equal(decision.kind === "repeat" && decision.has_parts, has_parts);
    });
  }

  it("takes its grant with it", () => {
    const spent = { ...token, generation: 1 };
    assert.deepEqual(
      decideRefresh(spent, grant, { client: client(), scope: undefined, resource: [] }, facts),
      {
        kind: "revoke_grant",
        key: { grant_id: "grant-of-alice", subject_key: 4_711 },
        rejection: { reason: "token_replayed" },
      },
    );
    const described = describeRejection(refreshRejections, { reason: "token_replayed" });
    assert.equal(described.error, "invalid_grant");
  });
});

describe("RFC 8707 §2.2: a refresh for some of the granted resources", () => {
  const both = { ...grant, audience: ["https://api.example/photos", "https://mail.example"] };

  const table: [
    title: string,
    resource: string[],
    outcome: string | readonly string[] | undefined,
  ][] = [
    ["none is named: all of them", [], undefined],
    ["one", ["https://api.example/photos"], ["https://api.example/photos"]],
    ["one, in other letters", ["HTTPS://Mail.Example/"], ["https://mail.example"]],
    ["both", both.audience.toReversed(), both.audience],
    ["one that was not granted", ["https://api.example"], "resource_not_granted"],
    ["one below a granted one", ["https://mail.example/inbox"], "resource_not_granted"],
  ];
  for (const [title, resource, expected] of table) {
    it(`${title} → ${String(expected ?? "all")}`, () => {
      const request = { client: client(), scope: undefined, resource };
      const decision = decideRefresh(token, both, request, facts);
      const outcome =
        "rejection" in decision
          ? decision.rejection.reason
          : decision.kind === "rotate" && decision.extent.audience;
      assert.deepEqual(outcome, expected);
    });
  }
});

describe("RFC 6749 §6: a narrower scope, where the setting asks for it", () => {
  const table: [scope: string | undefined, granted: readonly string[] | undefined][] = [
    [undefined, undefined],
    ["", undefined],
    ["photos.read", ["photos.read"]],
    ["photos.read openid", ["openid", "photos.read"]],
  ];
  for (const [scope, expected] of table) {
    it(`${scope} → ${String(expected ?? "all")}`, () => {
      const request = { client: client(), scope, resource: [] };
      const decision = decideRefresh(token, grant, request, { ...facts, narrow_scope: true });
      assert.deepEqual(decision.kind === "rotate" && decision.extent.scope, expected);
    });
  }

  it("names a granted pattern as it was granted", () => {
    const wide = { ...grant, scope: ["photos.*", "offline"] };
    const request = { client: client(), scope: "photos.read", resource: [] };
    const decision = decideRefresh(token, wide, request, { ...facts, narrow_scope: true });
    assert.deepEqual(decision.kind === "rotate" && decision.extent.scope, ["photos.*"]);
  });
});

describe("FAPI 2.0 Security Profile §5.3.2.1: without rotation", () => {
  const request = { client: client(), scope: undefined, resource: [] };
  const decide = (changes: Partial<Grant> = {}, presented: GrantToken = token) =>
    decideRefresh(presented, { ...grant, ...changes }, request, { ...facts, rotate: false });

  it("the client keeps its refresh token", () => {
    const decision = decide();
    assert.ok(decision.kind === "renew");
    assert.deepEqual(decision.token, token);
  });

  it("the refresh token is rejected as any other", () => {
    assert.equal(outcomeOf(decide({ revoked_at: 1_999 })), "reject: grant_revoked");
    assert.equal(outcomeOf(decide({}, { ...token, expires_at: 2_000 })), "reject: token_expired");
    assert.equal(outcomeOf(decide({ generation: 9 })), "revoke_grant: token_replayed");
  });

  it("a generation with details of its own ends: its access tokens would change", () => {
    assert.equal(
      outcomeOf(decide({ narrowed_details: { list: [{ type: "payment" }] } })),
      "rotate",
    );
  });
});
