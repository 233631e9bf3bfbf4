import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthorizationRequest } from "../oauth/authorization-request.ts";
import { type AfterLoginFacts, decideAfterLogin } from "./after-login.ts";
import { aliceLoggedIn, exampleFlow, rememberedAlice, unknownUser } from "./example-flow.ts";
import type { Flow } from "./flow.ts";
import type { LoginAnswer } from "./login-answer.ts";
import type { LoginSession, SessionChange } from "./login-session.ts";

const alices: LoginSession = {
  sid: "alices-session",
  subject: "alice",
  authenticated_at: 900,
  expires_at: 5_000,
};
const bobs: LoginSession = { ...alices, sid: "bobs-session", subject: "bob" };

const fresh: AfterLoginFacts = {
  flow: exampleFlow(),
  answer: aliceLoggedIn,
  id_token_subject: "alice",
  session: undefined,
  now: 1_020,
};
const remembered: AfterLoginFacts = {
  ...fresh,
  flow: exampleFlow({ login: rememberedAlice }),
  answer: { ...aliceLoggedIn, remember: true, authenticated_at: 900 },
  session: alices,
};

describe("OpenID Connect Core §3.1.2.6: is the login the one that was asked for?", () => {
  const table: [
    world: string,
    facts: AfterLoginFacts,
    asked: Partial<AuthorizationRequest>,
    more: { hint?: Flow["hint"]; answer?: Partial<LoginAnswer>; id_token_subject?: string },
    outcome: string,
  ][] = [
    ["alice logged in", fresh, {}, {}, "proceed"],
    ["alice was remembered", remembered, {}, {}, "proceed"],
    [
      "the remembered is not to be remembered",
      remembered,
      {},
      { answer: { remember: false } },
      "server_error",
    ],
    [
      "the remembered alice became bob",
      remembered,
      {},
      { answer: { subject: "bob" } },
      "server_error",
    ],
    ["max_age is just kept", remembered, { max_age: 100 }, {}, "proceed"],
    ["max_age is not kept", remembered, { max_age: 99 }, {}, "login_required"],
    ["max_age, and she just logged in", fresh, { max_age: 1 }, {}, "proceed"],
    ["max_age=0, and she just logged in", fresh, { max_age: 0 }, {}, "proceed"],
    ["max_age=0, and she was remembered", remembered, { max_age: 0 }, {}, "login_required"],
    ["prompt=none, and she was remembered", remembered, { prompt: ["none"] }, {}, "proceed"],
    ["prompt=none, yet she logged in", fresh, { prompt: ["none"] }, {}, "login_required"],
    [
      "prompt=none, at the same second",
      fresh,
      { prompt: ["none"] },
      { answer: { authenticated_at: 1_000 } },
      "proceed",
    ],
    ["prompt=login, and she did", fresh, { prompt: ["login"] }, {}, "proceed"],
    [
      "prompt=login, at the same second",
      fresh,
      { prompt: ["login"] },
      { answer: { authenticated_at: 1_000 } },
      "proceed",
    ],
    [
      "prompt=login, yet she was remembered",
      remembered,
      { prompt: ["login"] },
      {},
      "login_required",
    ],
    ["prompt=consent has no say in this", remembered, { prompt: ["consent"] }, {}, "proceed"],
    ["the hint means alice", fresh, {}, { hint: { sub: "alice" } }, "proceed"],
    ["the hint means bob", fresh, {}, { hint: { sub: "bob" } }, "login_required"],
    [
      "the hint has alice's pairwise name",
      fresh,
      {},
      { hint: { sub: "a1" }, id_token_subject: "a1" },
      "proceed",
    ],
    [
      "the hint has alice's own name, which the client should not know",
      fresh,
      {},
      { hint: { sub: "alice" }, id_token_subject: "a1" },
      "login_required",
    ],
  ];
  for (const [world, facts, asked, { hint, answer, ...more }, outcome] of table) {
    it(`${world}: ${outcome}`, () => {
      const request = { ...facts.flow.request, ...asked };
      const decision = decideAfterLogin({
        ...facts,
        ...more,
        flow: { ...facts.flow, request, hint },
        answer: { ...facts.answer, ...answer },
      });
      assert.equal(decision.kind === "refuse" ? decision.error.error : "proceed", outcome);
    });
  }
});

describe("what becomes of the browser's session after a login", () => {
  const remember = { ...aliceLoggedIn, remember: true, remember_for: 3_600 };
  const session = { ...alices, sid: "new-session", authenticated_at: 1_010, expires_at: 4_620 };
  const kept = { kind: "remember", session, max_age: 3_600, replaces: undefined } as const;
  const visited = { ...session, expires_at: 1_020 + 3_600 };
  const hinted = exampleFlow({ hint: { sub: "bob" } });

  const table: [world: string, facts: AfterLoginFacts, change: SessionChange][] = [
    ["a visit leaves it as it is", remembered, { kind: "keep" }],
    ["a login to be remembered begins one", { ...fresh, answer: remember }, kept],
    [
      "and ends bob's, whose browser it was",
      { ...fresh, answer: remember, session: bobs },
      { ...kept, replaces: "bobs-session" },
    ],
    [
      "and ends her own that was there before",
      { ...fresh, answer: remember, session: alices },
      { ...kept, replaces: "alices-session" },
    ],
    [
      "a page of ours knows her for this visit, and nobody else",
      { ...fresh, flow: exampleFlow({ return_to: "https://id.example/page" }), session: bobs },
      { kind: "remember", session: visited, max_age: undefined, replaces: "bobs-session" },
    ],
    ["a login in passing begins none", fresh, { kind: "forget", sid: undefined }],
    ["and ends bob's", { ...fresh, session: bobs }, { kind: "forget", sid: "bobs-session" }],
    [
      "a login that was not asked for is not remembered",
      { ...fresh, flow: hinted, answer: remember },
      { kind: "forget", sid: undefined },
    ],
    [
      "and ends whichever there was",
      { ...fresh, flow: hinted, answer: remember, session: alices },
      { kind: "forget", sid: "alices-session" },
    ],
    [
      "a remembered login that became another ends",
      { ...remembered, answer: { ...remember, subject: "bob" }, session: alices },
      { kind: "forget", sid: "alices-session" },
    ],
    [
      "a remembered session that has ended since leaves what there is now alone",
      { ...remembered, session: undefined },
      { kind: "keep" },
    ],
    ["and bob's, if that is what there is", { ...remembered, session: bobs }, { kind: "keep" }],
  ];
  for (const [world, facts, change] of table) {
    it(`${world}: ${change.kind}`, () => {
      assert.deepEqual(decideAfterLogin(facts).session, change);
    });
  }

  it("a login that was to be skipped is refused once its session has ended", () => {
    const decision = decideAfterLogin({ ...remembered, session: undefined });
    assert.equal(decision.kind === "refuse" && decision.error.error, "login_required");
  });

  const day = 24 * 60 * 60;
  const lengths: [remember_for: number, lives: number, max_age: number | undefined][] = [
    [3_600, 3_600, 3_600],
    [0, 30 * day, undefined],
    [-1, 30 * day, 30 * day],
    [1_000 * day, 400 * day, 400 * day],
  ];
  for (const [remember_for, lives, max_age] of lengths) {
    it(`remember_for ${remember_for}: ${lives} seconds, the cookie ${max_age ?? "until the browser closes"}`, () => {
      const flow = exampleFlow({ login: unknownUser });
      const change = decideAfterLogin({
        ...fresh,
        flow,
        answer: { ...remember, remember_for },
      }).session;
      assert.ok(change.kind === "remember");
      assert.equal(change.session.expires_at, 1_020 + lives);
      assert.equal(change.max_age, max_age);
    });
  }
});
