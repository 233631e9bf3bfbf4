import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleGrantToken } from "../../../server/src/oauth/example-grant.ts";
import {
  exampleIntegration,
  exampleMember,
  exampleWorkspaceGrant,
  exchangedGrant,
} from "./example-workspace.ts";
import { decideExchange, type ExchangeDecision, type ExchangeFacts } from "./exchange.ts";
import type { IntegrationRecord, WorkspaceGrant } from "./records.ts";
import { workspaceErrors } from "./errors.ts";
import type { CodeRequest } from "./token-request.ts";

const redirect_uri = "https://photos.example/callback";
const code_verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const code_challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

const code = exampleGrantToken({ expires_at: 1_600 });
const grant = exampleWorkspaceGrant({ session: { redirect_uri, code_challenge } });
const spent = exchangedGrant({ session: { redirect_uri, code_challenge } });
const unsent = exampleWorkspaceGrant({ session: { code_challenge } });
const request = { redirect_uri, code_verifier };
const facts: ExchangeFacts = {
  member: exampleMember(),
  now: 1_200,
  now_ms: 1_200_000,
  replay_window_ms: 10_000,
};

type Request = Pick<CodeRequest, "redirect_uri" | "code_verifier">;

function decide(
  found: WorkspaceGrant | undefined,
  shown: Partial<Request> = {},
  overrides: Partial<IntegrationRecord> = {},
  title: Partial<ExchangeFacts> = {},
): ExchangeDecision {
  const integration = exampleIntegration(overrides);
  return decideExchange(code, found, integration, { ...request, ...shown }, { ...facts, ...title });
}

function causeOf(decision: ExchangeDecision): string {
  if (decision.kind === "exchange") return "exchange";
  const cause = Object.entries(workspaceErrors).find(([, error]) => error === decision.error)?.[0];
  const counted = decision.kind === "reject" && decision.count_failure ? " (counted)" : "";
  return `${decision.kind}: ${cause}${counted}`;
}

describe("RFC 6749 §4.1.3: a valid code is exchanged", () => {
  const table: [title: string, WorkspaceGrant, Partial<Request>, Partial<ExchangeFacts>][] = [
    ["in its last second", grant, {}, { now: 1_599 }],
    [
      "without repeating a redirect_uri that was never sent",
      unsent,
      { redirect_uri: undefined },
      {},
    ],
    ["with the only redirect_uri there is, though it was never sent", unsent, {}, {}],
    ["after four failures", { ...grant, failures: 4 }, {}, {}],
    [
      "for the whole workspace, regardless of its members",
      exampleWorkspaceGrant({
        session: { redirect_uri, code_challenge, owner: { type: "workspace" } },
      }),
      {},
      { member: undefined },
    ],
  ];
  for (const [title, found, shown, overrides] of table) {
    it(title, () => {
      assert.deepEqual(decide(found, shown, {}, overrides), { kind: "exchange", grant: found });
    });
  }

  it("without a challenge, where there was none", () => {
    const bare = exampleWorkspaceGrant({ session: { redirect_uri } });
    assert.equal(causeOf(decide(bare, { code_verifier: undefined })), "exchange");
  });
});

describe("a rejected code changes nothing", () => {
  const table: [
    title: string,
    WorkspaceGrant | undefined,
    Partial<Request>,
    Partial<IntegrationRecord>,
    Partial<ExchangeFacts>,
    outcome: string,
  ][] = [
    ["it is unknown", undefined, {}, {}, {}, "reject: code_invalid"],
    ["it expired", grant, {}, {}, { now: 1_600 }, "reject: code_invalid"],
    ["another integration presents it", grant, {}, { id: "mallory" }, {}, "reject: code_invalid"],
    [
      "another integration presents it with wrong parameters",
      grant,
      { code_verifier: "x".repeat(43) },
      { id: "mallory" },
      {},
      "reject: code_invalid",
    ],
    ["it was revoked", { ...grant, revoked_at: 1_100 }, {}, {}, {}, "reject: code_invalid"],
    [
      "five failures were counted at once",
      { ...grant, failures: 5 },
      {},
      {},
      {},
      "reject: code_invalid",
    ],
    [
      "the redirect_uri is missing",
      grant,
      { redirect_uri: undefined },
      {},
      {},
      "reject: redirect_uri_missing",
    ],
    [
      "the redirect_uri is another",
      grant,
      { redirect_uri: "https://photos.example/" },
      {},
      {},
      "reject: redirect_uri_mismatch (counted)",
    ],
    [
      "the redirect_uri was never sent, and is not the registered one",
      unsent,
      { redirect_uri: "https://photos.example/" },
      {},
      {},
      "reject: redirect_uri_mismatch (counted)",
    ],
    [
      "the redirect_uri was never sent, and two are registered now",
      unsent,
      {},
      { redirect_uris: [redirect_uri, "https://photos.example/"] },
      {},
      "reject: redirect_uri_mismatch (counted)",
    ],
    [
      "the integration lost its redirect URI",
      grant,
      {},
      { redirect_uris: ["https://photos.example/"] },
      {},
      "reject: redirect_uri_withdrawn",
    ],
    [
      "the integration lost the only redirect URI it had",
      exampleWorkspaceGrant({ session: { implied_redirect_uri: redirect_uri, code_challenge } }),
      { redirect_uri: undefined },
      { redirect_uris: ["https://photos.example/"] },
      {},
      "reject: redirect_uri_withdrawn",
    ],
    [
      "the verifier is missing",
      grant,
      { code_verifier: undefined },
      {},
      {},
      "reject: code_verifier_mismatch (counted)",
    ],
    [
      "the verifier is another",
      grant,
      { code_verifier: "x".repeat(43) },
      {},
      {},
      "reject: code_verifier_mismatch (counted)",
    ],
    [
      "the authorization request had no challenge",
      exampleWorkspaceGrant({ session: { redirect_uri } }),
      {},
      {},
      {},
      "reject: code_verifier_mismatch (counted)",
    ],
    [
      "the integration may do something else now",
      grant,
      {},
      { capability_revision: 1 },
      {},
      "reject: capabilities_changed",
    ],
    ["alice left the garden", grant, {}, {}, { member: undefined }, "reject: owner_gone"],
    ["the integration is off", grant, {}, { enabled: false }, {}, "reject: credentials_wrong"],
    [
      "the integration is internal",
      grant,
      {},
      { kind: "internal" },
      {},
      "reject: grant_type_forbidden",
    ],
  ];
  for (const [title, found, shown, overrides, other, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      assert.equal(causeOf(decide(found, shown, overrides, other)), outcome);
    });
  }

  it("a malformed code is unknown", () => {
    const decision = decideExchange(undefined, undefined, exampleIntegration(), request, facts);
    assert.equal(causeOf(decision), "reject: code_invalid");
  });

  it("the fifth failure takes the code with it", () => {
    const decision = decide({ ...grant, failures: 4 }, { code_verifier: "x".repeat(43) });
    assert.deepEqual(decision, {
      kind: "revoke_grant",
      grant_id: "grant-of-alice",
      error: workspaceErrors.code_verifier_mismatch,
    });
  });

  it("a forgotten redirect_uri is no guess, however often", () => {
    const decision = decide({ ...grant, failures: 4 }, { redirect_uri: undefined });
    assert.equal(causeOf(decision), "reject: redirect_uri_missing");
  });
});

describe("RFC 6749 §4.1.2: a code that is presented again", () => {
  const table: [
    title: string,
    Partial<WorkspaceGrant>,
    Partial<Request>,
    Partial<IntegrationRecord>,
    now_ms: number,
    outcome: string,
  ][] = [
    ["in the same moment", {}, {}, {}, 1_100_000, "reject: code_used"],
    [
      "while its tokens are being made",
      { exchanged_at_ms: undefined },
      {},
      {},
      1_200_000,
      "reject: code_used",
    ],
    ["after ten seconds", {}, {}, {}, 1_110_000, "reject: code_used"],
    ["after ten seconds and a bit", {}, {}, {}, 1_110_001, "revoke_grant: code_used"],
    ["long after it expired", {}, {}, {}, 9_999_000, "revoke_grant: code_used"],
    [
      "after its tokens were refreshed",
      { generation: 4 },
      {},
      {},
      1_200_000,
      "revoke_grant: code_used",
    ],
    ["in mallory's hands", {}, {}, { id: "mallory" }, 1_200_000, "reject: code_invalid"],
    [
      "without the code_verifier, as from a browser's history",
      {},
      { code_verifier: undefined },
      {},
      1_200_000,
      "reject: code_verifier_mismatch",
    ],
    [
      "when all is revoked already",
      { revoked_at: 1_150 },
      {},
      {},
      1_200_000,
      "reject: code_invalid",
    ],
  ];
  for (const [title, found, shown, overrides, now_ms, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const moment = { now: Math.floor(now_ms / 1000), now_ms };
      assert.equal(causeOf(decide({ ...spent, ...found }, shown, overrides, moment)), outcome);
    });
  }

  it("without a window every second use is a replay", () => {
    const decision = decide(spent, {}, {}, { now_ms: 1_100_001, replay_window_ms: 0 });
    assert.equal(causeOf(decision), "revoke_grant: code_used");
  });
});
