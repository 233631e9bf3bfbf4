import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ConsentAnswer, rememberedUntil } from "./consent-answer.ts";
import {
  acceptConsent,
  verifyConsentOpen,
  describeConsentRequest,
  isAtConsent,
  rejectConsent,
  useConsent,
} from "./consent-transitions.ts";
import type { ConsentRequest } from "./consent-request.ts";
import { aliceLoggedIn, exampleFlow, unknownUser } from "./example-flow.ts";
import type { Flow } from "./flow.ts";

const facts = { now: 1_020, ttl: 1_800 };
const refusal = { error: "access_denied", error_description: "Alice said no.", status_code: 400 };
const answer: ConsentAnswer = {
  grant_scope: [],
  grant_access_token_audience: [],
  access_token: {},
  id_token: {},
  remember: false,
  remember_for: 0,
  handled_at: 1_020,
};

const states: Record<ConsentRequest["state"], ConsentRequest> = {
  waiting: { skip: false, state: "waiting" },
  accepted: { skip: false, state: "accepted", answer },
  rejected: { skip: false, state: "rejected", refusal },
  used: { skip: false, state: "used" },
};

function atConsent(consent: ConsentRequest = states.waiting): Flow {
  return exampleFlow({
    login: { ...unknownUser, state: "used", answer: aliceLoggedIn },
    consent,
  });
}

/** As under the profile `compatible`. */
const limits = { types: new Map(), grants_beyond_request: true };

describe("accepting a consent: what is stored", () => {
  const table: [title: string, body: unknown, kept: Partial<ConsentAnswer>][] = [
    ["no body grants nothing", undefined, answer],
    ["nor does an empty one", {}, answer],
    ["less than requested", { grant_scope: ["openid"] }, { grant_scope: ["openid"] }],
    ["more than requested", { grant_scope: ["admin"] }, { grant_scope: ["admin"] }],
    ["a repeated scope", { grant_scope: ["a", "a"] }, { grant_scope: ["a"] }],
    [
      "an audience that was not requested",
      { grant_access_token_audience: ["https://other.example"] },
      { grant_access_token_audience: ["https://other.example"] },
    ],
    [
      "claims for both tokens",
      { session: { access_token: { plan: "pro" }, id_token: { name: "Alice" } } },
      { access_token: { plan: "pro" }, id_token: { name: "Alice" } },
    ],
    ["claims for one token", { session: { id_token: { a: 1 } } }, { access_token: {} }],
    ["remember", { remember: true, remember_for: 60 }, { remember: true, remember_for: 60 }],
    ["a context", { context: { tenant: "north" } }, { context: { tenant: "north" } }],
    ["a context that is a list", { context: ["north"] }, { context: ["north"] }],
    ["a context that is false", { context: false }, { context: false }],
    ["a clock of its own", { handled_at: "2001-01-01T00:00:00Z" }, { handled_at: 1_020 }],
    ["null means absent", { grant_scope: null, session: null }, answer],
  ];
  for (const [title, body, kept] of table) {
    it(`${title}: ${JSON.stringify(body)}`, () => {
      const accepted = acceptConsent(atConsent(), body, facts, limits);
      assert.ok(accepted.ok && accepted.value.consent?.state === "accepted");
      assert.partialDeepStrictEqual(accepted.value.consent.answer, kept);
    });
  }

  it("a context that is null or absent is not stored", () => {
    for (const body of [{ context: null }, {}]) {
      const accepted = acceptConsent(atConsent(), body, facts, limits);
      assert.deepEqual(accepted, { ok: true, value: atConsent(states.accepted) });
    }
  });

  it("an earlier consent is still called so", () => {
    const accepted = acceptConsent(atConsent({ skip: true, state: "waiting" }), {}, facts, limits);
    const consent = { skip: true, state: "accepted", answer } as const;
    assert.deepEqual(accepted, { ok: true, value: atConsent(consent) });
  });
});

describe("accepting a consent where the profile binds the provider to the request", () => {
  const bound = { types: new Map(), grants_beyond_request: false };
  const table: [title: string, body: object, reason: string | undefined][] = [
    ["nothing", {}, undefined],
    ["less than requested", { grant_scope: ["openid"] }, undefined],
    ["a scope beyond it", { grant_scope: ["openid", "admin"] }, "scope_not_requested"],
    [
      "an audience beyond it",
      { grant_access_token_audience: ["https://other.example"] },
      "audience_not_requested",
    ],
  ];
  for (const [title, body, reason] of table) {
    it(`${title} → ${reason ?? "accepted"}`, () => {
      const accepted = acceptConsent(atConsent(), body, facts, bound);
      assert.equal(accepted.ok ? undefined : accepted.error.reason, reason);
    });
  }
});

describe("accepting a consent: what is not taken", () => {
  const mistyped = "field_mistyped";
  const table: [world: string, body: unknown, reason: string, member?: string][] = [
    ["an unknown member", { colour: "red" }, "field_unknown", "colour"],
    ["an unknown part of the session", { session: { x: 1 } }, "field_unknown", "session.x"],
    ["a text for scopes", { grant_scope: "openid" }, mistyped, "grant_scope"],
    ["two scopes in one", { grant_scope: ["openid offline"] }, mistyped, "grant_scope"],
    ["a list of numbers", { grant_access_token_audience: [1] }, mistyped],
    ["a list for a session", { session: ["x"] }, mistyped, "session"],
    ["a string for claims", { session: { id_token: "x" } }, mistyped, "session.id_token"],
    ["a word for a flag", { remember: "yes" }, mistyped, "remember"],
    ["a string for seconds", { remember_for: "60" }, mistyped, "remember_for"],
    ["a context that is too large", { context: "a".repeat(65_536) }, mistyped, "context"],
    ["a number for a time", { handled_at: 1_000 }, mistyped, "handled_at"],
    ["a list", [], "body_not_an_object"],
  ];
  for (const [world, body, reason, field] of table) {
    it(`${world}: ${reason}`, () => {
      const accepted = acceptConsent(atConsent(), body, facts, limits);
      assert.ok(!accepted.ok);
      assert.partialDeepStrictEqual(
        accepted.error,
        field ? { reason, problem: { field } } : { reason },
      );
    });
  }
});

describe("answering a consent more than once, or late", () => {
  const table: [state: ConsentRequest["state"], now: number, outcome: string][] = [
    ["waiting", 1_020, "taken"],
    ["accepted", 1_020, "taken"],
    ["rejected", 1_020, "taken"],
    ["used", 1_020, "already_used"],
    ["waiting", 2_799, "taken"],
    ["waiting", 2_800, "expired"],
    ["used", 2_800, "already_used"],
  ];
  for (const [state, now, outcome] of table) {
    it(`a request that is ${state}, at ${now}: the answer is ${outcome}`, () => {
      const flow = atConsent(states[state]);
      for (const give of [acceptConsent, rejectConsent]) {
        const given = give(flow, {}, { ...facts, now }, limits);
        assert.equal(given.ok ? "taken" : given.error.reason, outcome);
      }
    });
  }

  it("a consent cannot be answered before the login was used", () => {
    for (const flow of [exampleFlow(), { ...atConsent(), login: unknownUser }]) {
      for (const give of [acceptConsent, rejectConsent]) {
        assert.deepEqual(give(flow, {}, facts, limits), {
          ok: false,
          error: { reason: "not_asked" },
        });
      }
      assert.deepEqual(verifyConsentOpen(flow, facts), {
        ok: false,
        error: { reason: "not_asked" },
      });
    }
  });

  it("a refusal with an unknown field is rejected", () => {
    const rejected = rejectConsent(atConsent(), { why: "because" }, facts);
    assert.equal(rejected.ok ? undefined : rejected.error.reason, "field_unknown");
  });
});

describe("the browser returns from the consent provider", () => {
  const table: [
    state: ConsentRequest["state"],
    now: number,
    browser: "its own" | "another",
    outcome: string,
  ][] = [
    ["waiting", 1_030, "its own", "access_denied"],
    ["waiting", 2_800, "another", "access_denied"],
    ["used", 1_030, "its own", "repeated"],
    ["used", 1_030, "another", "invalid_request"],
    ["used", 2_800, "its own", "invalid_request"],
    ["used", 2_800, "another", "invalid_request"],
    ["accepted", 2_800, "its own", "request_unauthorized"],
    ["rejected", 2_800, "its own", "request_unauthorized"],
    ["rejected", 1_030, "its own", "rejected"],
    ["rejected", 1_030, "another", "rejected"],
    ["accepted", 1_030, "another", "request_forbidden"],
    ["accepted", 2_799, "its own", "accepted"],
  ];
  for (const [state, now, browser, outcome] of table) {
    it(`a request that is ${state}, at ${now}, in ${browser} browser: ${outcome}`, () => {
      const bound = browser === "its own";
      const use = useConsent(atConsent(states[state]), { ...facts, now, bound });
      assert.equal(use.kind === "unusable" ? use.error.error : use.kind, outcome);
    });
  }

  it("an answer can be used once", () => {
    const facing = { ...facts, bound: true };
    const use = useConsent(atConsent(states.accepted), facing);
    assert.deepEqual(use, { kind: "accepted", flow: atConsent(states.used), answer });
  });

  it("a refusal is repeated to the browser that did not receive the response", () => {
    const facing = { ...facts, bound: true };
    const use = useConsent(atConsent(states.rejected), facing);
    assert.ok(use.kind === "rejected");
    assert.deepEqual(useConsent(use.flow, facing), { kind: "rejected_again", refusal });
  });

  it("one that was never sent to it brings nothing", () => {
    const use = useConsent(exampleFlow(), { ...facts, bound: true });
    assert.equal(use.kind === "unusable" ? use.error.error : use.kind, "access_denied");
  });
});

describe("how long a consent is remembered", () => {
  const forever = 253_402_300_799;
  const table: [
    title: string,
    said: Pick<ConsentAnswer, "remember" | "remember_for">,
    skip: boolean,
    until: number | undefined,
  ][] = [
    ["not at all", { remember: false, remember_for: 60 }, false, undefined],
    ["a minute from the authorization request", { remember: true, remember_for: 60 }, false, 1_060],
    ["forever", { remember: true, remember_for: 0 }, false, forever],
    ["without end, by a negative number", { remember: true, remember_for: -1 }, false, forever],
    ["beyond all calendars", { remember: true, remember_for: 2 ** 53 - 1 }, false, forever],
    ["the user was not asked", { remember: true, remember_for: 60 }, true, undefined],
  ];
  for (const [title, said, skip, until] of table) {
    it(`${title}: ${until ?? "not remembered"}`, () => {
      const question = { skip, requested_at: 1_000 };
      assert.equal(rememberedUntil({ ...answer, ...said }, question), until);
    });
  }
});

describe("a consent request as the provider reads it", () => {
  const names = { challenge: "challenge", login_challenge: "login" };

  it("has the client, the user, the scope and the context of the login provider", () => {
    const flow = atConsent();
    assert.ok(isAtConsent(flow));
    assert.deepEqual(describeConsentRequest(flow, names), {
      challenge: "challenge",
      requested_scope: ["openid", "photos.read"],
      requested_access_token_audience: ["https://api.example"],
      skip: false,
      subject: "alice",
      oidc_context: {},
      request_url: "https://id.example/oauth2/auth?client_id=photos",
      redirect_uri: "https://photos.example/callback",
      login_challenge: "login",
      login_session_id: "new-session",
      acr: "",
      context: {},
    });
  });
});
