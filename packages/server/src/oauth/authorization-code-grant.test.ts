import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  decideDuplicate,
  decideRedemption,
  endOfDuplicateWindow,
  type RedemptionDecision,
  redemptionRejections,
  type RedemptionRequest,
} from "./authorization-code-grant.ts";
import { authenticated } from "./client/authentication.ts";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";
import { exampleGrant, exampleGrantToken } from "./example-grant.ts";
import type { Grant } from "./grant.ts";
import { describeRejection } from "./rejection.ts";

const NOW = 1_200;
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const code_challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const redirect_uri = "https://photos.example/callback";
const code = exampleGrantToken({ expires_at: 1_600 });
const grant = exampleGrant({ session: { redirect_uri, code_challenge } });
const bound = exampleGrant({ session: { redirect_uri, code_challenge, dpop_jkt: "a key" } });
const redeemed: Grant = { ...grant, generation: 1, redeemed_at_ms: 1_100_000 };

function client(overrides: Partial<Client> = {}) {
  const grant_types = ["authorization_code", "refresh_token"];
  return authenticated(
    exampleClient({ grant_types, redirect_uris: [redirect_uri], ...overrides }),
    "client_secret_basic",
  );
}

function request(overrides: Partial<RedemptionRequest> = {}): RedemptionRequest {
  return {
    client: client(),
    redirect_uri,
    code_verifier: verifier,
    resource: [],
    arrived_at_ms: 1_200_000,
    ...overrides,
  };
}

function outcomeOf(decision: RedemptionDecision): string {
  return "rejection" in decision ? `${decision.kind}: ${decision.rejection.reason}` : decision.kind;
}

describe("RFC 6749 §4.1.3: a valid code is redeemed", () => {
  it("with a refresh token and an ID token, where the scope and the client allow them", () => {
    assert.deepEqual(decideRedemption(code, grant, request(), NOW), {
      kind: "redeem",
      grant,
      issue: { refresh_token: true, id_token: true },
      extent: {},
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

  it("that is bound to a key, with that key", () => {
    const proven = { ...client(), confirmation: { jkt: "a key" } };
    assert.equal(decideRedemption(code, bound, request({ client: proven }), NOW).kind, "redeem");
  });

  it("without repeating a redirect_uri that was never sent", () => {
    const unsent = exampleGrant({ session: { code_challenge } });
    for (const repeated of [undefined, redirect_uri]) {
      const decision = decideRedemption(code, unsent, request({ redirect_uri: repeated }), NOW);
      assert.equal(decision.kind, "redeem");
    }
  });
});

describe("a code that was sent to a redirect URI", () => {
  const moved = { redirect_uris: ["https://photos.example/new"] };
  const ports = { redirect_uris: ["http://127.0.0.1/"] };
  const at = "http://127.0.0.1:51004/";
  const table: [title: string, session: object, Partial<Client>, string][] = [
    ["that the client lost", { redirect_uri }, moved, "reject: redirect_uri_withdrawn"],
    [
      "that the client lost, and the request did not name",
      { implied_redirect_uri: redirect_uri },
      moved,
      "reject: redirect_uri_withdrawn",
    ],
    ["that is unknown, in a grant of the version before", {}, moved, "redeem"],
    ["at any port of a loopback address", { redirect_uri: at }, ports, "redeem"],
    [
      "at another port of the server's own client",
      { redirect_uri: at },
      { ...ports, exact_redirect_uris: true },
      "reject: redirect_uri_withdrawn",
    ],
  ];
  for (const [title, session, overrides, outcome] of table) {
    it(`${title}: ${outcome}`, () => {
      const issued = exampleGrant({ session: { ...session, code_challenge } });
      const sent = issued.session.redirect_uri;
      const presented = request({ client: client(overrides), redirect_uri: sent });
      assert.equal(outcomeOf(decideRedemption(code, issued, presented, NOW)), outcome);
    });
  }
});

describe("RFC 6749 §4.1.3: a rejected code changes nothing", () => {
  const table: [
    title: string,
    Grant | undefined,
    Partial<RedemptionRequest>,
    now: number,
    outcome: string,
  ][] = [
    ["it is unknown", undefined, {}, NOW, "reject: code_unknown"],
    [
      "another client presents it",
      grant,
      { client: client({ client_id: "mallory" }) },
      NOW,
      "reject: issued_to_another_client",
    ],
    [
      "a new client with the same id presents it",
      grant,
      { client: client({ client_key: 8 }) },
      NOW,
      "reject: issued_to_another_client",
    ],
    ["the grant is revoked", { ...grant, revoked_at: 1_100 }, {}, NOW, "reject: grant_revoked"],
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
    [
      "the authorization request had no challenge",
      exampleGrant(),
      {},
      NOW,
      "reject: code_verifier_unexpected",
    ],
    ["it is bound to a key, and no key is proven", bound, {}, NOW, "reject: code_key_mismatch"],
    [
      "it is bound to another key",
      bound,
      { client: { ...client(), confirmation: { jkt: "another key" } } },
      NOW,
      "reject: code_key_mismatch",
    ],
    [
      "it is bound to a key, and another one proves a certificate",
      bound,
      { client: { ...client(), confirmation: { "x5t#S256": "a key" } } },
      NOW,
      "reject: code_key_mismatch",
    ],
    [
      "a spent code is presented without its key",
      { ...bound, generation: 1, redeemed_at_ms: 1_100_000 },
      {},
      NOW,
      "reject: code_key_mismatch",
    ],
    ["it expired", grant, {}, 1_600, "reject: code_expired"],
  ];
  for (const [title, found, overrides, now, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const decision = decideRedemption(code, found, request(overrides), now);
      assert.equal(outcomeOf(decision), outcome);
      assert.ok(decision.kind === "reject");
      assert.equal(
        describeRejection(redemptionRejections, decision.rejection).error,
        "invalid_grant",
      );
    });
  }
});

describe("RFC 9470 §5: a code of a login that does not meet the request", () => {
  /** The level and the time of the login, and what the request required. */
  const cases: [string, Partial<Grant["session"]>, string][] = [
    ["nothing was required", {}, "redeem"],
    ["the level was required", { acr: "gold", required_acr: ["gold", "silver"] }, "redeem"],
    ["another level was required", { acr: "bronze", required_acr: ["gold"] }, "reject: acr_unmet"],
    ["a level was required and none is known", { required_acr: ["gold"] }, "reject: acr_unmet"],
    ["the login is recent enough", { auth_time: 940, requested_at: 1_000, max_age: 60 }, "redeem"],
    [
      "the login is too old",
      { auth_time: 939, requested_at: 1_000, max_age: 60 },
      "reject: login_too_old",
    ],
  ];

  for (const [reason, session, expected] of cases) {
    it(`${reason}: ${expected}`, () => {
      const ofLogin = { ...grant, session: { ...grant.session, ...session } };
      const decision = decideRedemption(code, ofLogin, request(), NOW);
      assert.equal(outcomeOf(decision), expected);
      if (decision.kind !== "reject") return;
      const { error } = describeRejection(redemptionRejections, decision.rejection);
      assert.equal(error, "unmet_authentication_requirements");
    });
  }
});

describe("a code that is presented again", () => {
  const table: [title: string, Grant, Partial<RedemptionRequest>, outcome: string][] = [
    [
      "while it is being redeemed",
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
      "without the code_verifier, as from a browser's history",
      redeemed,
      { code_verifier: undefined },
      "reject: code_verifier_missing",
    ],
    [
      "by another client",
      redeemed,
      { client: client({ client_id: "mallory" }) },
      "reject: issued_to_another_client",
    ],
    ["when the grant is revoked", { ...redeemed, revoked_at: 1_150 }, {}, "reject: grant_revoked"],
  ];
  for (const [title, found, overrides, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const decision = decideRedemption(code, found, request(overrides), NOW);
      assert.equal(outcomeOf(decision), outcome);
      const described =
        "rejection" in decision &&
        describeRejection(redemptionRejections, decision.rejection).error;
      assert.equal(described, outcome === "suspect" ? false : "invalid_grant");
    });
  }

  it("revokes its grant even when it has expired", () => {
    const decision = decideRedemption(code, redeemed, request(), 9_999);
    assert.deepEqual(decision, {
      kind: "revoke_grant",
      key: { grant_id: "grant-of-alice", subject_key: 4_711 },
      rejection: { reason: "code_replayed" },
    });
  });
});

describe("a request that arrived just after the redemption, decided a moment later", () => {
  const table: [title: string, Grant | undefined, outcome: string][] = [
    ["it is the only one", { ...redeemed, suspects: 1 }, "revoke_grant: code_replayed"],
    ["there are several", { ...redeemed, suspects: 2 }, "reject: race_lost"],
    [
      "it arrived before the end of the window",
      { ...redeemed, suspects: 1, redeemed_at_ms: 1_300_000 },
      "reject: race_lost",
    ],
    ["the grant is revoked", { ...redeemed, revoked_at: 1_150 }, "reject: grant_revoked"],
    ["the grant is deleted", undefined, "reject: code_unknown"],
  ];
  for (const [title, found, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      assert.equal(outcomeOf(decideDuplicate(found, request())), outcome);
    });
  }

  it("the window is two seconds", () => {
    assert.equal(endOfDuplicateWindow(1_000), 3_000);
  });
});

describe("RFC 8707 §2.2: a code for some of the granted resources", () => {
  const two = { ...grant, audience: ["https://photos.example/api", "urn:example:mail"] };

  it("is redeemed for those alone", () => {
    const resource = ["HTTPS://PHOTOS.example/api"];
    const decision = decideRedemption(code, two, request({ resource }), NOW);
    assert.deepEqual(decision.kind === "redeem" && decision.extent, {
      audience: ["https://photos.example/api"],
    });
  });

  for (const resource of [
    "https://photos.example/API",
    "https://photos.example",
    "https://photos.example/api/x",
    "https://mallory.example",
  ]) {
    it(`is neither redeemed nor spent for ${resource}`, () => {
      const decision = decideRedemption(code, two, request({ resource: [resource] }), NOW);
      assert.equal(outcomeOf(decision), "reject: resource_not_granted");
      assert.ok(decision.kind === "reject");
      assert.equal(
        describeRejection(redemptionRejections, decision.rejection).error,
        "invalid_target",
      );
    });
  }

  it("is a replay all the same where it was redeemed before", () => {
    const late = request({ resource: ["https://mallory.example"], arrived_at_ms: 9_000_000 });
    const replayed = { ...redeemed, audience: two.audience };
    assert.equal(
      outcomeOf(decideRedemption(code, replayed, late, NOW)),
      "revoke_grant: code_replayed",
    );
  });
});
