import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Prompt } from "../oauth/request/openid-parameters.ts";
import type { ScopeStrategy } from "../oauth/scope.ts";
import type { LoginSession } from "./login-session.ts";
import {
  type ConsentFacts,
  decideConsent,
  decideLogin,
  type LoginDecision,
  type LoginFacts,
} from "./next-step.ts";

const session: LoginSession = {
  sid: "alices-session",
  subject: "alice",
  authenticated_at: 900,
  expires_at: 5_000,
};

describe("OpenID Connect Core §3.1.2.3: whether the user must sign in", () => {
  const facts: LoginFacts = {
    request: { prompt: [] },
    session,
    hint: undefined,
    hint_matches_session: false,
    now: 1_000,
  };
  const asks = (prompt: Prompt[], max_age?: number): Partial<LoginFacts> => ({
    request: max_age === undefined ? { prompt } : { prompt, max_age },
  });
  const noSession = { session: undefined };
  const expired = { session: { ...session, expires_at: 1_000 } };
  const alice = { hint: { sub: "alice" }, hint_matches_session: true };
  const bob = { hint: { sub: "bob" }, hint_matches_session: false };

  const table: [title: string, overrides: Partial<LoginFacts>, outcome: string][] = [
    ["there is no session", noSession, "asked"],
    ["the session has expired", expired, "asked"],
    ["there is a session", {}, "known"],
    ["prompt=login, with a session", asks(["login"]), "asked"],
    ["prompt=login, and bob is hinted at", { ...asks(["login"]), ...bob }, "asked"],
    ["prompt=login consent", asks(["login", "consent"]), "asked"],
    ["prompt=consent has no effect here", asks(["consent"]), "known"],
    ["prompt=none, with a session", asks(["none"]), "known"],
    ["prompt=none, without a session", { ...noSession, ...asks(["none"]) }, "login_required"],
    [
      "prompt=none, and the session has expired",
      { ...expired, ...asks(["none"]) },
      "login_required",
    ],
    ["max_age has just not passed", asks([], 100), "known"],
    ["max_age has passed by less than a second", { ...asks([], 100), now: 1_000.2 }, "asked"],
    ["max_age has passed", asks([], 99), "asked"],
    ["max_age has passed, with prompt=none", asks(["none"], 99), "login_required"],
    ["max_age has passed, with a hint of another user", { ...asks([], 99), ...bob }, "asked"],
    ["max_age=0 requires a new login", asks([], 0), "asked"],
    ["max_age=0, in the very second alice logged in", { ...asks([], 0), now: 900 }, "asked"],
    ["max_age=0, with prompt=none", asks(["none"], 0), "login_required"],
    ["max_age, without a session", { ...noSession, ...asks([], 99) }, "asked"],
    ["the hint means alice", alice, "known"],
    ["the hint means bob", bob, "login_required"],
    ["the hint means bob, with prompt=none", { ...asks(["none"]), ...bob }, "login_required"],
    ["the hint has another user, without a session", { ...noSession, ...bob }, "asked"],
    ["the hint has no sub", { hint: {} }, "invalid_request"],
    ["the hint means a number", { ...noSession, hint: { sub: 7 } }, "invalid_request"],
  ];
  for (const [title, overrides, outcome] of table) {
    it(`${title}: ${outcome}`, () => {
      assert.equal(outcomeOf(decideLogin({ ...facts, ...overrides })), outcome);
    });
  }

  it("a known user has the id of the session, and an unknown one none", () => {
    assert.deepEqual(decideLogin(facts), {
      kind: "ask",
      skip: true,
      subject: "alice",
      sid: "alices-session",
      authenticated_at: 900,
    });
    assert.deepEqual(decideLogin({ ...facts, ...noSession }), {
      kind: "ask",
      skip: false,
      subject: "",
      sid: undefined,
      authenticated_at: undefined,
    });
  });

  function outcomeOf(decision: LoginDecision): string {
    if (decision.kind === "reject") return decision.error.error;
    return decision.skip ? "known" : "asked";
  }
});

describe("OpenID Connect Core §3.1.2.4: whether the user must consent", () => {
  const previous = {
    scope: ["openid", "photos.*"],
    audience: ["https://api.photos.example"],
    remembered_until: 5_000,
    session: { redirect_uri: "https://photos.example/callback" },
  };
  const request = {
    prompt: [],
    scope: ["openid", "photos.read"],
    audience: [] as readonly string[],
    redirect_uri: "https://photos.example/callback",
  };
  const registered = { redirect_uris: [request.redirect_uri], skip_consent: false };
  const facts: ConsentFacts = {
    request,
    client: { ...registered, token_endpoint_auth_method: "client_secret_basic" },
    previous,
    scope_strategy: "wildcard",
    now: 1_000,
  };
  const asks = (prompt: Prompt[], scope = request.scope): Partial<ConsentFacts> => ({
    request: { ...request, prompt, scope },
  });
  const app = (redirect_uri: string, prompt: Prompt[] = []): Partial<ConsentFacts> => ({
    request: { ...request, prompt, redirect_uri },
    client: { ...registered, token_endpoint_auth_method: "none" },
  });
  const ours = (redirect_uri: string): Partial<ConsentFacts> => ({
    request: { ...request, redirect_uri },
    client: {
      token_endpoint_auth_method: "client_secret_basic",
      redirect_uris: ["http://127.0.0.1:7000/"],
      skip_consent: true,
    },
    exempt: [],
  });
  const strict = (redirect_uri: string): Partial<ConsentFacts> => ({
    ...app(redirect_uri),
    only_https_identifies: true,
  });
  const install = (
    redirect_uri: string,
    token_endpoint_auth_method: "none" | "private_key_jwt" = "none",
  ): Partial<ConsentFacts> => ({
    request: { ...request, redirect_uri },
    client: {
      ...registered,
      token_endpoint_auth_method,
      metadata_document: { fresh_until: 2_000 },
    },
    previous: { ...previous, session: { redirect_uri } },
  });
  const aims = (audience: readonly string[]): Partial<ConsentFacts> => ({
    request: { ...request, audience },
  });
  const said = (overrides: Partial<typeof previous>) => ({
    previous: { ...previous, ...overrides },
  });
  const under = (scope_strategy: ScopeStrategy) => ({ scope_strategy });
  const never = { previous: undefined };
  const [photos_api, music_api] = ["https://api.photos.example", "https://api.music.example"];
  const free = (identifiers: readonly string[], scopes: readonly string[]) => ({
    exempt: identifiers.map((identifier) => ({ identifier, scopes })),
  });
  const listens = { ...aims([music_api]), ...free([music_api], ["music.*"]) };
  const bothApis = { ...aims([photos_api, music_api]), ...free([music_api], ["music.*"]) };
  const music = { ...request, scope: ["music.play"] };

  const table: [title: string, overrides: Partial<ConsentFacts>, outcome: string][] = [
    ["she never did", never, "asked"],
    ["she did, and it covers this", {}, "covered"],
    ["it covers this under the wildcard strategy only", under("exact"), "asked"],
    ["it covers all but one scope", asks([], ["openid", "albums.read"]), "asked"],
    ["nothing is requested", asks([], []), "covered"],
    ["it covers the audience too", aims(["https://api.photos.example"]), "covered"],
    ["an audience is new", aims(["https://api.music.example"]), "asked"],
    [
      "it was not to be remembered",
      { previous: { ...previous, remembered_until: undefined } },
      "asked",
    ],
    ["it is remembered for one more second", said({ remembered_until: 1_001 }), "covered"],
    ["it is remembered no longer", said({ remembered_until: 1_000 }), "asked"],
    ["prompt=consent asks again", asks(["consent"]), "asked"],
    ["prompt=login has no effect here", asks(["login"]), "covered"],
    ["prompt=none, and it is covered", asks(["none"]), "covered"],
    ["prompt=none, and she never did", { ...never, ...asks(["none"]) }, "consent_required"],
    ["prompt=none, and a scope is new", asks(["none"], ["albums.read"]), "consent_required"],
    ["a public client on https", app("https://photos.example/callback"), "covered"],
    ["a public client on localhost", app("http://localhost:7000/"), "covered"],
    ["a public client on 127.0.0.1", app("http://127.0.0.1/"), "covered"],
    ["a public client on [::1]", app("http://[::1]:7000/"), "covered"],
    ["a public client on photos.localhost", app("http://photos.localhost/"), "covered"],
    ["the same under a strict profile", strict("http://photos.localhost/"), "asked"],
    ["a public client on 127.0.0.1, strict", strict("http://127.0.0.1:7000/"), "asked"],
    ["a public client on https, strict", strict("https://photos.example/callback"), "covered"],
    [
      "a client with a secret on loopback, strict",
      { request: { ...request, redirect_uri: "http://127.0.0.1/" }, only_https_identifies: true },
      "covered",
    ],
    ["a client with skip_consent, at its port", ours("http://127.0.0.1:7000/"), "covered"],
    ["a client with skip_consent, at another port", ours("http://127.0.0.1:7001/"), "asked"],
    ["a public client on plain http", app("http://photos.example/"), "asked"],
    ["a public client with a scheme of its own", app("com.example.photos:/callback"), "asked"],
    [
      "the same with prompt=none",
      app("com.example.photos:/callback", ["none"]),
      "consent_required",
    ],
    [
      "a client with a secret and a scheme of its own",
      { request: { ...request, redirect_uri: "com.example.photos:/callback" } },
      "covered",
    ],
    ["a client of a document on https", install("https://photos.example/callback"), "covered"],
    ["a client of a document on 127.0.0.1", install("http://127.0.0.1:7000/"), "asked"],
    ["a client of a document on a name of loopback", install("http://a.localhost/"), "asked"],
    [
      "a client of a document with a key, on loopback",
      install("http://localhost:7000/", "private_key_jwt"),
      "covered",
    ],
    [
      "a client of a document whose user consented to another redirect URI",
      {
        ...install("https://photos.example/callback"),
        previous: { ...previous, session: { redirect_uri: "https://other.example/" } },
      },
      "asked",
    ],
    [
      "a client of a document whose earlier request named no redirect URI",
      { ...install("https://photos.example/callback"), previous: { ...previous, session: {} } },
      "asked",
    ],
  ];
  const freeTable: typeof table = [
    ["an API needs no consent, and covers no other scope", { ...never, ...listens }, "asked"],
    [
      "an API needs no consent",
      { ...never, ...listens, request: { ...music, audience: [music_api] } },
      "covered",
    ],
    [
      "prompt=consent asks for it all the same",
      { ...never, ...listens, request: { ...music, audience: [music_api], prompt: ["consent"] } },
      "asked",
    ],
    ["one API needs no consent, she consented to the other", bothApis, "covered"],
    [
      "scopes of the one may mean something to the other",
      { ...bothApis, request: { ...music, audience: [photos_api, music_api] } },
      "asked",
    ],
    ["an API needs no consent, but is not requested", { ...never, ...free([], []) }, "asked"],
    [
      "an API needs no consent, but the client is of a metadata document",
      {
        ...install("https://photos.example/callback"),
        previous: { ...previous, remembered_until: 500 },
        ...free([music_api], ["music.*"]),
        request: { ...music, audience: [music_api] },
      },
      "asked",
    ],
  ];
  for (const [title, overrides, outcome] of [...table, ...freeTable]) {
    it(`${title}: ${outcome}`, () => {
      const decision = decideConsent({ ...facts, ...overrides });
      const asked = decision.kind === "ask" && (decision.skip ? "covered" : "asked");
      assert.equal(decision.kind === "reject" ? decision.error.error : asked, outcome);
    });
  }
});
