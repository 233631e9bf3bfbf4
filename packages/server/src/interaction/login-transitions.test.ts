import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aliceLoggedIn, exampleFlow, rememberedAlice, unknownUser } from "./example-flow.ts";
import type { Flow } from "./flow.ts";
import type { LoginAnswer } from "./login-answer.ts";
import { acceptLogin, describeLoginRequest, rejectLogin, useLogin } from "./login-transitions.ts";
import type { LoginRequest } from "./login-request.ts";

const facts = { now: 1_010, ttl: 1_800 };
const refusal = { error: "access_denied", error_description: "Alice said no.", status_code: 400 };

const states: Record<LoginRequest["state"], LoginRequest> = {
  waiting: unknownUser,
  accepted: { ...unknownUser, state: "accepted", answer: aliceLoggedIn },
  rejected: { ...unknownUser, state: "rejected", refusal },
  used: { ...unknownUser, state: "used", answer: aliceLoggedIn },
};

describe("accepting a login: what is stored", () => {
  const table: [title: string, login: LoginRequest, body: object, kept: Partial<LoginAnswer>][] = [
    ["a name is enough", unknownUser, { subject: "alice" }, { subject: "alice", context: {} }],
    ["not remembered by default", unknownUser, {}, { remember: false, remember_for: 0 }],
    ["a new login has the current time", unknownUser, {}, { authenticated_at: 1_010 }],
    ["a skipped login has the time of its session", rememberedAlice, {}, { authenticated_at: 900 }],
    ["a skipped login stays remembered", rememberedAlice, { remember: false }, { remember: true }],
    ["remember", unknownUser, { remember: true }, { remember: true }],
    ["remember_for", unknownUser, { remember_for: 3_600 }, { remember_for: 3_600 }],
    ["remember_for below zero", unknownUser, { remember_for: -1 }, { remember_for: -1 }],
    ["session_cookie", unknownUser, { session_cookie: true }, { session_cookie: true }],
    [
      "extend_session_lifespan",
      rememberedAlice,
      { extend_session_lifespan: true, remember_for: 3_600 },
      { extend_session_lifespan: true, remember_for: 3_600 },
    ],
    ["acr", unknownUser, { acr: "gold" }, { acr: "gold" }],
    ["amr", unknownUser, { amr: ["pwd", "otp"] }, { amr: ["pwd", "otp"] }],
    [
      "force_subject_identifier",
      unknownUser,
      { force_subject_identifier: "a1" },
      { force_subject_identifier: "a1" },
    ],
    ["context", unknownUser, { context: { tries: 2 } }, { context: { tries: 2 } }],
    ["null means absent", unknownUser, { remember: null, context: null }, { context: {} }],
  ];
  for (const [title, login, body, kept] of table) {
    it(`${title}: ${JSON.stringify(body)} is kept as ${JSON.stringify(kept)}`, () => {
      const accepted = acceptLogin(exampleFlow({ login }), { subject: "alice", ...body }, facts);
      assert.ok(accepted.ok && accepted.value.login.state === "accepted");
      assert.partialDeepStrictEqual(accepted.value.login.answer, kept);
    });
  }

  it("absent fields are not stored", () => {
    const accepted = acceptLogin(exampleFlow(), { subject: "alice", acr: "", amr: [] }, facts);
    assert.ok(accepted.ok && accepted.value.login.state === "accepted");
    assert.deepEqual(accepted.value.login.answer, aliceLoggedIn);
  });

  it("extend_session_lifespan is not stored for a new login, which extends none", () => {
    const body = { subject: "alice", extend_session_lifespan: true };
    const accepted = acceptLogin(exampleFlow(), body, facts);
    assert.ok(accepted.ok && accepted.value.login.state === "accepted");
    assert.deepEqual(accepted.value.login.answer, aliceLoggedIn);
  });

  it("the flow is the same but for its login", () => {
    const flow = exampleFlow({ version: 7 });
    const accepted = acceptLogin(flow, { subject: "alice" }, facts);
    assert.deepEqual(accepted, { ok: true, value: { ...flow, login: states.accepted } });
  });
});

describe("accepting a login: what is not taken", () => {
  const mistyped = "field_mistyped";
  const table: [world: string, login: LoginRequest, body: unknown, reason: string][] = [
    ["no body", unknownUser, undefined, "subject_missing"],
    ["an empty subject", unknownUser, {}, "subject_missing"],
    ["an empty name", unknownUser, { subject: "" }, "subject_missing"],
    ["bob, where alice is remembered", rememberedAlice, { subject: "bob" }, "subject_changed"],
    ["an unknown member", unknownUser, { subject: "alice", colour: "red" }, "field_unknown"],
    ["a member of every object", unknownUser, { subject: "alice", toString: 1 }, "field_unknown"],
    ["a list", unknownUser, [], "body_not_an_object"],
    ["a string", unknownUser, "alice", "body_not_an_object"],
    ["a name of 256 characters", unknownUser, { subject: "a".repeat(256) }, mistyped],
    ["a name with NUL", unknownUser, { subject: "ali\0ce" }, mistyped],
    ["a number for a name", unknownUser, { subject: 7 }, mistyped],
    ["a word for a flag", unknownUser, { subject: "alice", remember: "true" }, mistyped],
    [
      "a number for a flag",
      rememberedAlice,
      { subject: "alice", extend_session_lifespan: 1 },
      mistyped,
    ],
    ["half a second", unknownUser, { subject: "alice", remember_for: 0.5 }, mistyped],
    ["a string for a list", unknownUser, { subject: "alice", amr: "pwd" }, mistyped],
    [
      "a context that is too large",
      unknownUser,
      { subject: "alice", context: "a".repeat(65_536) },
      mistyped,
    ],
  ];
  for (const [title, login, body, reason] of table) {
    it(`${title}: ${reason}`, () => {
      const accepted = acceptLogin(exampleFlow({ login }), body, facts);
      assert.equal(accepted.ok ? undefined : accepted.error.reason, reason);
    });
  }
});

describe("answering a login more than once, or late", () => {
  const table: [state: LoginRequest["state"], now: number, outcome: string][] = [
    ["waiting", 1_010, "taken"],
    ["accepted", 1_010, "taken"],
    ["rejected", 1_010, "taken"],
    ["used", 1_010, "already_used"],
    ["waiting", 2_799, "taken"],
    ["waiting", 2_800, "expired"],
    ["accepted", 2_800, "expired"],
    ["used", 2_800, "already_used"],
  ];
  for (const [state, now, outcome] of table) {
    it(`a request that is ${state}, at ${now}: the answer is ${outcome}`, () => {
      const flow = exampleFlow({ login: states[state] });
      const accepted = acceptLogin(flow, { subject: "bob" }, { ...facts, now });
      assert.equal(accepted.ok ? "taken" : accepted.error.reason, outcome);
      if (accepted.ok) assert.equal(accepted.value.login.state, "accepted");

      const rejected = rejectLogin(flow, {}, { ...facts, now });
      assert.equal(rejected.ok ? "taken" : rejected.error.reason, outcome);
      if (rejected.ok) assert.equal(rejected.value.login.state, "rejected");
    });
  }

  it("the last answer replaces the one before", () => {
    const rejected = rejectLogin(exampleFlow({ login: states.accepted }), {}, facts);
    assert.ok(rejected.ok);
    assert.equal("answer" in rejected.value.login, false);
    const accepted = acceptLogin(rejected.value, { subject: "alice" }, facts);
    assert.deepEqual(accepted, { ok: true, value: exampleFlow({ login: states.accepted }) });
  });

  it("a refusal with an unknown field is rejected", () => {
    const rejected = rejectLogin(exampleFlow(), { why: "because" }, facts);
    assert.equal(rejected.ok ? undefined : rejected.error.reason, "field_unknown");
  });
});

describe("the browser returns from the login provider", () => {
  const table: [
    state: LoginRequest["state"],
    now: number,
    browser: "its own" | "another",
    outcome: string,
  ][] = [
    ["waiting", 1_020, "its own", "access_denied"],
    ["waiting", 2_800, "another", "access_denied"],
    ["used", 1_020, "its own", "repeated"],
    ["used", 1_020, "another", "invalid_request"],
    ["used", 2_800, "its own", "invalid_request"],
    ["used", 2_800, "another", "invalid_request"],
    ["rejected", 1_020, "its own", "rejected"],
    ["rejected", 2_800, "another", "rejected"],
    ["accepted", 2_800, "its own", "request_unauthorized"],
    ["accepted", 2_800, "another", "request_unauthorized"],
    ["accepted", 1_020, "another", "request_forbidden"],
    ["accepted", 2_799, "its own", "accepted"],
  ];
  for (const [state, now, browser, outcome] of table) {
    it(`a request that is ${state}, at ${now}, in ${browser} browser: ${outcome}`, () => {
      const consent = state === "used" ? ({ skip: false, state: "waiting" } as const) : undefined;
      const flow = exampleFlow({ login: states[state], consent });
      const use = useLogin(flow, { ...facts, now, bound: browser === "its own" });
      assert.equal(use.kind === "unusable" ? use.error.error : use.kind, outcome);
    });
  }

  it("an acceptance can be used once", () => {
    const facing = { ...facts, bound: true };
    const use = useLogin(exampleFlow({ login: states.accepted }), facing);
    const used: Flow = exampleFlow({ login: states.used });
    assert.deepEqual(use, { kind: "accepted", flow: used, answer: aliceLoggedIn });
    assert.equal(useLogin(used, facing).kind, "unusable", "it led nowhere");
    const over = { ...used, consent: { skip: false, state: "used" } as const };
    assert.equal(useLogin(over, facing).kind, "unusable", "the flow went on to its end");
  });

  it("so can a refusal, and it is repeated to the browser that did not receive the response", () => {
    const facing = { ...facts, bound: true };
    const use = useLogin(exampleFlow({ login: states.rejected }), facing);
    assert.ok(use.kind === "rejected");
    assert.deepEqual(use.refusal, refusal);
    assert.deepEqual(useLogin(use.flow, facing), { kind: "rejected_again", refusal });
    assert.equal(useLogin(use.flow, { ...facing, bound: false }).kind, "unusable");
  });
});

describe("a login request as the provider reads it", () => {
  it("has the client and the scope, and no subject without a session", () => {
    assert.deepEqual(describeLoginRequest(exampleFlow(), "challenge"), {
      challenge: "challenge",
      requested_scope: ["openid", "photos.read"],
      requested_access_token_audience: ["https://api.example"],
      skip: false,
      subject: "",
      oidc_context: {},
      request_url: "https://id.example/oauth2/auth?client_id=photos",
      session_id: "new-session",
    });
  });

  it("or the subject of the session", () => {
    const described = describeLoginRequest(exampleFlow({ login: rememberedAlice }), "challenge");
    assert.partialDeepStrictEqual(described, {
      skip: true,
      subject: "alice",
      session_id: "alices-session",
    });
  });

  it("has the parameters for the login page", () => {
    const { request } = exampleFlow();
    const wishes = {
      acr_values: ["gold"],
      ui_locales: ["de", "en"],
      display: "popup",
      login_hint: "al",
    };
    const flow = exampleFlow({ request: { ...request, ...wishes }, hint: { sub: "alice" } });
    assert.deepEqual(describeLoginRequest(flow, "challenge").oidc_context, {
      ...wishes,
      id_token_hint_claims: { sub: "alice" },
    });
  });
});
