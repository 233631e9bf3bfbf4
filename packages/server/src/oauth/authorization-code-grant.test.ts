import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  endOfDuplicateWindow,
  decideRedemption,
  decideDuplicate,
  describeRedemptionRejection,
  type RedemptionDecision,
  type RedemptionRequest,
} from "./authorization-code-grant.ts";
import { authenticated } from "./client/authentication.ts";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";
import { exampleGrant, exampleGrantToken } from "./example-grant.ts";
import type { Grant } from "./grant.ts";

const NOW = 1_200;
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const code_challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const redirect_uri = "https://photos.example/callback";
const code = exampleGrantToken({ expires_at: 1_600 });
const grant = exampleGrant({ session: { redirect_uri, code_challenge } });
const redeemed: Grant = { ...grant, generation: 1, redeemed_at_ms: 1_100_000 };

function client(remarks: Partial<Client> = {}) {
  const grant_types = ["authorization_code", "refresh_token"];
  return authenticated(exampleClient({ grant_types, ...remarks }), "client_secret_basic");
}

function request(remarks: Partial<RedemptionRequest> = {}): RedemptionRequest {
  return {
    client: client(),
    redirect_uri,
    code_verifier: verifier,
    arrived_at_ms: 1_200_000,
    ...remarks,
  };
}

function outcomeOf(decision: RedemptionDecision): string {
  return "rejection" in decision ? `${decision.kind}: ${decision.rejection.reason}` : decision.kind;
}

describe("RFC 6749 §4.1.3: a code becomes tokens", () => {
  it("with a refresh token and an ID token, where the scope and the client allow them", () => {
    assert.deepEqual(decideRedemption(code, grant, request(), NOW), {
      kind: "redeem",
      grant,
      issue: { refresh_token: true, id_token: true },
    });
  });

  it("without them otherwise", () => {
    const bare = { ...grant, scope: ["photos"] };
    const decision = decideRedemption(code, bare, request(), NOW);
    assert.deepEqual(decision.kind === "redeem" && decision.issue, {
      refresh_token: false,
      id_token: false,
    });
  });

  it("without repeating a redirect_uri that was never sent", () => {
    const unsent = exampleGrant({ session: { code_challenge } });
    for (const repeated of [undefined, redirect_uri]) {
      const decision = decideRedemption(code, unsent, request({ redirect_uri: repeated }), NOW);
      assert.equal(decision.kind, "redeem");
    }
  });
});

describe("RFC 6749 §4.1.3: a code that is no good uses up nothing", () => {
  const table: [
    world: string,
    Grant | undefined,
    Partial<RedemptionRequest>,
    now: number,
    outcome: string,
  ][] = [
    ["nobody knows it", undefined, {}, NOW, "reject: code_unknown"],
    [
      "mallory shows it",
      grant,
      { client: client({ client_id: "mallory" }) },
      NOW,
      "reject: issued_to_another_client",
    ],
    [
      "a namesake of the client shows it",
      grant,
      { client: client({ client_key: 8 }) },
      NOW,
      "reject: issued_to_another_client",
    ],
    ["alice took it all back", { ...grant, revoked_at: 1_100 }, {}, NOW, "reject: grant_revoked"],
    [
      "the redirect_uri is another",
      grant,
      { redirect_uri: "https://photos.example/" },
      NOW,
      "reject: redirect_uri_mismatch",
    ],
    [
      "the redirect_uri is missing",
      grant,
      { redirect_uri: undefined },
      NOW,
      "reject: redirect_uri_mismatch",
    ],
    [
      "the verifier is missing",
      grant,
      { code_verifier: undefined },
      NOW,
      "reject: code_verifier_missing",
    ],
    [
      "the verifier is another",
      grant,
      { code_verifier: `${verifier}x` },
      NOW,
      "reject: code_verifier_mismatch",
    ],
    ["nobody announced the verifier", exampleGrant(), {}, NOW, "reject: code_verifier_unexpected"],
    ["it expired", grant, {}, 1_600, "reject: code_expired"],
  ];
  for (const [world, found, remarks, now, outcome] of table) {
    it(`${world} → ${outcome}`, () => {
      const decision = decideRedemption(code, found, request(remarks), now);
      assert.equal(outcomeOf(decision), outcome);
      assert.ok(decision.kind === "reject");
      assert.equal(describeRedemptionRejection(decision.rejection).error, "invalid_grant");
    });
  }
});

describe("a code that comes back", () => {
  const table: [world: string, Grant, Partial<RedemptionRequest>, outcome: string][] = [
    [
      "while its tokens are being made",
      { ...redeemed, redeemed_at_ms: undefined },
      {},
      "reject: race_lost",
    ],
    ["before it was redeemed", redeemed, { arrived_at_ms: 1_099_999 }, "reject: race_lost"],
    ["in the same millisecond", redeemed, { arrived_at_ms: 1_100_000 }, "reject: race_lost"],
    ["a millisecond later", redeemed, { arrived_at_ms: 1_100_001 }, "suspect"],
    ["two seconds later", redeemed, { arrived_at_ms: 1_102_000 }, "suspect"],
    ["after that", redeemed, { arrived_at_ms: 1_102_001 }, "revoke_grant: code_replayed"],
    [
      "after its tokens were refreshed",
      { ...redeemed, generation: 2 },
      { arrived_at_ms: 1_300_000 },
      "revoke_grant: code_replayed",
    ],
    [
      "without the proof: it is from a browser's history",
      redeemed,
      { code_verifier: undefined },
      "reject: code_verifier_missing",
    ],
    [
      "in mallory's hands",
      redeemed,
      { client: client({ client_id: "mallory" }) },
      "reject: issued_to_another_client",
    ],
    [
      "when all is revoked already",
      { ...redeemed, revoked_at: 1_150 },
      {},
      "reject: grant_revoked",
    ],
  ];
  for (const [world, found, remarks, outcome] of table) {
    it(`${world} → ${outcome}`, () => {
      const decision = decideRedemption(code, found, request(remarks), NOW);
      assert.equal(outcomeOf(decision), outcome);
      const told = "rejection" in decision && describeRedemptionRejection(decision.rejection).error;
      assert.equal(told, outcome === "suspect" ? false : "invalid_grant");
    });
  }

  it("takes its grant with it even when it expired long ago", () => {
    const decision = decideRedemption(code, redeemed, request(), 9_999);
    assert.deepEqual(decision, {
      kind: "revoke_grant",
      grant_id: "grant-of-alice",
      rejection: { reason: "code_replayed" },
    });
  });
});

describe("somebody who came with a code just after it was redeemed, looked at again", () => {
  const table: [world: string, Grant | undefined, outcome: string][] = [
    ["came alone", { ...redeemed, suspects: 1 }, "revoke_grant: code_replayed"],
    ["came in a crowd", { ...redeemed, suspects: 2 }, "reject: race_lost"],
    [
      "came while others raced",
      { ...redeemed, suspects: 1, redeemed_at_ms: 1_300_000 },
      "reject: race_lost",
    ],
    ["came too late to matter", { ...redeemed, revoked_at: 1_150 }, "reject: grant_revoked"],
    ["came for what is gone", undefined, "reject: code_unknown"],
  ];
  for (const [world, found, outcome] of table) {
    it(`${world} → ${outcome}`, () => {
      assert.equal(outcomeOf(decideDuplicate(found, request())), outcome);
    });
  }

  it("is given two seconds when somebody lost a race for the code", () => {
    assert.equal(endOfDuplicateWindow(1_000), 3_000);
  });
});
