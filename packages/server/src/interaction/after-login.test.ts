import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthorizationRequest } from "../oauth/authorization-request.ts";
import { type AfterLoginFacts, continueSession, decideAfterLogin } from "./after-login.ts";
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

describe("OpenID Connect Core §3.1.2.6: whether a login meets the request", () => {
  const table: [
    title: string,
    facts: AfterLoginFacts,
    asked: Partial<AuthorizationRequest>,
    more: { hint?: Flow["hint"]; answer?: Partial<LoginAnswer>; id_token_subject?: string },
    outcome: string,
  ][] = [
    ["alice logged in", fresh, {}, {}, "proceed"],
    ["alice had a session", remembered, {}, {}, "proceed"],
    [
      "a skipped login has remember=false",
      remembered,
      {},
      { answer: { remember: false } },
      "server_error",
    ],
    [
      "a skipped login has another subject",
      remembered,
      {},
      { answer: { subject: "bob" } },
      "server_error",
    ],
    ["max_age has just not passed", remembered, { max_age: 100 }, {}, "proceed"],
    ["max_age has passed", remembered, { max_age: 99 }, {}, "login_required"],
    ["max_age, and she just logged in", fresh, { max_age: 1 }, {}, "proceed"],
    ["max_age=0, and she just logged in", fresh, { max_age: 0 }, {}, "proceed"],
    ["max_age=0, with a session", remembered, { max_age: 0 }, {}, "login_required"],
    ["prompt=none, with a session", remembered, { prompt: ["none"] }, {}, "proceed"],
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
    ["prompt=login, with a session", remembered, { prompt: ["login"] }, {}, "login_required"],
    ["prompt=consent has no effect here", remembered, { prompt: ["consent"] }, {}, "proceed"],
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
      "the hint has the subject instead of the pairwise identifier",
      fresh,
      {},
      { hint: { sub: "alice" }, id_token_subject: "a1" },
      "login_required",
    ],
  ];
  for (const [title, facts, asked, { hint, answer, ...more }, outcome] of table) {
    it(`${title}: ${outcome}`, () => {
      const request = { ...facts.flow.request, ...asked };
      const decision = decideAfterLogin({
        ...facts,
        ...more,
        flow: { ...facts.flow, request, hint },
        answer: { ...facts.answer, ...answer },
      });
      assert.equal(decision.kind === "reject" ? decision.error.error : "proceed", outcome);
    });
  }
});

describe("the session of the browser after a login", () => {
  const remember = { ...aliceLoggedIn, remember: true, remember_for: 3_600 };
  const session = { ...alices, sid: "new-session", authenticated_at: 1_010, expires_at: 4_620 };
  const kept = { kind: "remember", session, max_age: 3_600, replaces: undefined } as const;
  const visited = { ...session, expires_at: 1_020 + 3_600 };
  const hinted = exampleFlow({ hint: { sub: "bob" } });
  const hintedVisit = { ...remembered.flow, hint: { sub: "bob" } };
  const extending = { remember_for: 3_600, extend_session_lifespan: true } as const;

  const table: [title: string, facts: AfterLoginFacts, change: SessionChange][] = [
    ["a visit leaves it as it is", remembered, { kind: "keep" }],
    [
      "a visit that is to extend it counts from now",
      { ...remembered, answer: { ...remembered.answer, ...extending } },
      { kind: "extend", sid: "alices-session", expires_at: 1_020 + 3_600, max_age: 3_600 },
    ],
    [
      "or until the browser closes",
      { ...remembered, answer: { ...remembered.answer, ...extending, session_cookie: true } },
      { kind: "extend", sid: "alices-session", expires_at: 1_020 + 3_600, max_age: undefined },
    ],
    [
      "but not a session that has ended meanwhile",
      { ...remembered, answer: { ...remembered.answer, ...extending }, session: undefined },
      { kind: "keep" },
    ],
    [
      "a visit that does not meet the request ends it, whatever it is to do",
      { ...remembered, flow: hintedVisit, answer: { ...remembered.answer, ...extending } },
      { kind: "forget", sid: "alices-session" },
    ],
    ["a remembered login starts one", { ...fresh, answer: remember }, kept],
    [
      "and ends bob's, whose browser it was",
      { ...fresh, answer: remember, session: bobs },
      { ...kept, replaces: "bobs-session" },
    ],
    [
      "and ends the previous one of the same user",
      { ...fresh, answer: remember, session: alices },
      { ...kept, replaces: "alices-session" },
    ],
    [
      "a login for a page of this server starts a short one",
      {
        ...fresh,
        flow: exampleFlow({ purpose: { kind: "sign_in", return_to: "https://id.example/page" } }),
        session: bobs,
      },
      { kind: "remember", session: visited, max_age: undefined, replaces: "bobs-session" },
    ],
    ["a login in passing begins none", fresh, { kind: "forget", sid: undefined }],
    ["and ends bob's", { ...fresh, session: bobs }, { kind: "forget", sid: "bobs-session" }],
    [
      "a login that does not meet the request is not remembered",
      { ...fresh, flow: hinted, answer: remember },
      { kind: "forget", sid: undefined },
    ],
    [
      "and ends whichever there was",
      { ...fresh, flow: hinted, answer: remember, session: alices },
      { kind: "forget", sid: "alices-session" },
    ],
    [
      "a skipped login with another subject ends it",
      { ...remembered, answer: { ...remember, subject: "bob" }, session: alices },
      { kind: "forget", sid: "alices-session" },
    ],
    [
      "a session that has ended meanwhile changes nothing",
      { ...remembered, session: undefined },
      { kind: "keep" },
    ],
    [
      "and ends the previous one of another user",
      { ...remembered, session: bobs },
      { kind: "keep" },
    ],
  ];
  for (const [title, facts, change] of table) {
    it(`${title}: ${change.kind}`, () => {
      assert.deepEqual(decideAfterLogin(facts).session, change);
    });
  }

  it("a skipped login is rejected once its session has ended", () => {
    const decision = decideAfterLogin({ ...remembered, session: undefined });
    assert.equal(decision.kind === "reject" && decision.error.error, "login_required");
  });

  const day = 24 * 60 * 60;
  const lengths: [remember_for: number, lives: number, max_age: number | undefined][] = [
    [3_600, 3_600, 3_600],
    [0, 30 * day, undefined],
    [-1, 30 * day, 30 * day],
    [1_000 * day, 400 * day, 400 * day],
  ];
  for (const [remember_for, lives, max_age] of lengths) {
    it(`remember_for ${remember_for}, extending: ${lives} seconds, the cookie ${max_age ?? "until the browser closes"}`, () => {
      const answer = { ...remembered.answer, ...extending, remember_for };
      const change = decideAfterLogin({ ...remembered, answer }).session;
      const expires_at = 1_020 + lives;
      assert.deepEqual(change, { kind: "extend", sid: "alices-session", expires_at, max_age });
    });

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

describe("a login that continues another session of the browser", () => {
  const bobsAnswer: LoginAnswer = { ...aliceLoggedIn, subject: "bob", continues: "bobs-session" };
  const switching: AfterLoginFacts = {
    ...fresh,
    answer: { ...bobsAnswer, authenticated_at: 900 },
    id_token_subject: "bob",
    session: alices,
    continued: bobs,
  };
  const table: [
    title: string,
    facts: Partial<AfterLoginFacts>,
    asked: Partial<AuthorizationRequest>,
    outcome: string,
  ][] = [
    ["bob's session", {}, {}, "switch"],
    ["bob's session, in a browser that has none", { session: undefined }, {}, "switch"],
    ["prompt=select_account", {}, { prompt: ["select_account"] }, "switch"],
    ["prompt=login", {}, { prompt: ["login"] }, "login_required"],
    ["prompt=select_account login", {}, { prompt: ["select_account", "login"] }, "login_required"],
    ["max_age=0", {}, { max_age: 0 }, "login_required"],
    ["max_age has passed", {}, { max_age: 99 }, "login_required"],
    ["max_age has just not passed", {}, { max_age: 100 }, "switch"],
    ["a session that has ended", { continued: undefined }, {}, "login_required"],
    ["the session of another user", { continued: alices }, {}, "login_required"],
    ["a level that the session does not have", {}, { required_acr: ["mfa"] }, "unmet"],
  ];
  for (const [title, facts, asked, outcome] of table) {
    it(`${title}: ${outcome}`, () => {
      const flow = exampleFlow();
      const request = { ...flow.request, ...asked };
      const decision = decideAfterLogin({
        ...switching,
        flow: { ...flow, requested_at: 1_000, request },
        ...facts,
      });
      if (decision.kind === "proceed") {
        const expected = { kind: "switch", sid: "bobs-session", max_age: undefined };
        assert.deepEqual(decision.session, expected);
        assert.equal(outcome, "switch");
        return;
      }
      assert.deepEqual(decision.session, { kind: "keep" }, "the session of the browser stays");
      assert.ok(decision.error.error.startsWith(outcome), decision.error.error);
    });
  }

  it("is as old as the session, and has its sid and level", () => {
    const flow = exampleFlow();
    const used = { ...flow.login, state: "used", answer: bobsAnswer } as const;
    const next = continueSession(
      { flow: { ...flow, login: used }, answer: bobsAnswer },
      { ...bobs, acr: "mfa" },
    );
    assert.equal(next.answer.authenticated_at, 900);
    assert.equal(next.answer.acr, "mfa");
    assert.equal(next.flow.login.sid, "bobs-session");
    assert.equal(next.flow.login.authenticated_at, 900);
  });

  it("lasts as long as the session, where its cookie outlasts the browser", () => {
    const answer = { ...switching.answer, remember: true, remember_for: 60 };
    const { session } = decideAfterLogin({ ...switching, answer });
    assert.deepEqual(session, { kind: "switch", sid: "bobs-session", max_age: 5_000 - 1_020 });
  });

  it("a new login keeps the session that the browser had, if it says so", () => {
    const answer: LoginAnswer = { ...aliceLoggedIn, remember: true, keep_session: true };
    const { session } = decideAfterLogin({ ...fresh, answer, session: bobs });
    assert.equal(session.kind === "remember" && session.replaces, undefined);
  });
});
