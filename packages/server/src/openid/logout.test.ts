import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ok } from "../result.ts";
import {
  decideLogoutCompletion,
  decideLogoutStart,
  type LogoutStartDecision,
  type LogoutStartFacts,
} from "./logout.ts";
import { parseLogoutHint } from "./logout-hint.ts";

const home = "https://id.example/bye";
const bye = "https://photos.example/bye";
const session = { sid: "alices-session", subject: "alice" };
const client = { client_id: "photos", post_logout_redirect_uris: [bye, `${bye}?from=id`] };

const alone: LogoutStartFacts = {
  hint: undefined,
  client: undefined,
  session,
  post_logout_redirect_uri: undefined,
  state: undefined,
  default_redirect: home,
};
const sent: LogoutStartFacts = {
  ...alone,
  hint: ok({ sub: "alice", sid: "alices-session", aud: ["photos"] }),
  client,
};

describe("RP-Initiated Logout §2: a logout request", () => {
  const asks = (rp_initiated: boolean, post_logout_redirect_uri: string): LogoutStartDecision => ({
    kind: "ask",
    ...session,
    rp_initiated,
    client_id: rp_initiated ? "photos" : undefined,
    post_logout_redirect_uri,
  });
  const goes = (to: string): LogoutStartDecision => ({ kind: "redirect", to });
  const gone = { session: undefined };

  const table: [title: string, facts: LogoutStartFacts, decision: LogoutStartDecision][] = [
    ["alice, on her own", alone, asks(false, home)],
    ["no session, started by the user", { ...alone, ...gone }, goes(home)],
    [
      "with empty parameters",
      { ...alone, post_logout_redirect_uri: "", state: "" },
      asks(false, home),
    ],
    ["with a state only, which is ignored", { ...alone, state: "7" }, asks(false, home)],
    ["no session, with a state", { ...alone, ...gone, state: "7" }, goes(home)],
    [
      "by its client_id alone, with a post_logout_redirect_uri",
      { ...alone, client, post_logout_redirect_uri: bye, state: "7" },
      {
        kind: "ask",
        ...session,
        rp_initiated: false,
        client_id: "photos",
        post_logout_redirect_uri: `${bye}?state=7`,
      },
    ],
    [
      "no session, by its client_id alone",
      { ...alone, ...gone, client, post_logout_redirect_uri: bye },
      goes(bye),
    ],
    ["a client sends alice", sent, asks(true, home)],
    [
      "with a post_logout_redirect_uri",
      { ...sent, post_logout_redirect_uri: bye },
      asks(true, bye),
    ],
    [
      "with its state",
      { ...sent, post_logout_redirect_uri: bye, state: "a b&c" },
      asks(true, `${bye}?state=a+b%26c`),
    ],
    [
      "after a query of its own",
      { ...sent, post_logout_redirect_uri: `${bye}?from=id`, state: "7" },
      asks(true, `${bye}?from=id&state=7`),
    ],
    [
      "an empty state is none",
      { ...sent, post_logout_redirect_uri: bye, state: "" },
      asks(true, bye),
    ],
    [
      "a state without a post_logout_redirect_uri is ignored",
      { ...sent, state: "7" },
      asks(true, home),
    ],
    [
      "the cookie has another session: the user is asked about it",
      {
        ...sent,
        hint: ok({ sub: "bob", sid: "bobs-session", aud: ["photos"] }),
        post_logout_redirect_uri: bye,
      },
      {
        kind: "ask",
        ...session,
        rp_initiated: false,
        client_id: "photos",
        post_logout_redirect_uri: bye,
      },
    ],
    ["the session has ended", { ...sent, ...gone }, goes(home)],
    [
      "the session has ended, with a post_logout_redirect_uri",
      { ...sent, ...gone, post_logout_redirect_uri: bye, state: "7" },
      goes(`${bye}?state=7`),
    ],
  ];
  for (const [title, facts, decision] of table) {
    it(`${title}: ${decision.kind}`, () => assert.deepEqual(decideLogoutStart(facts), decision));
  }

  const refused: [title: string, facts: LogoutStartFacts, says: RegExp][] = [
    [
      "a post_logout_redirect_uri without a hint",
      { ...alone, post_logout_redirect_uri: bye },
      /id_token_hint/,
    ],
    [
      "the same without a session",
      { ...alone, ...gone, post_logout_redirect_uri: bye },
      /id_token_hint/,
    ],
    ["an unknown client", { ...sent, client: undefined }, /does not exist/],
    [
      "an unregistered post_logout_redirect_uri",
      { ...sent, post_logout_redirect_uri: "https://mallory.example/" },
      /post_logout_redirect_uri is not registered/,
    ],
    [
      "the same when the session has ended",
      { ...sent, ...gone, post_logout_redirect_uri: "https://mallory.example/" },
      /not registered/,
    ],
    [
      "a post_logout_redirect_uri that differs slightly from a registered one",
      { ...sent, post_logout_redirect_uri: `${bye}/` },
      /not registered/,
    ],
    [
      "a hint that is not ours",
      { ...sent, hint: parseLogoutHint(undefined, { issuer: "https://id.example", now: 1_000 }) },
      /not a valid ID token/,
    ],
  ];
  for (const [title, facts, says] of refused) {
    it(`${title}: invalid_request`, () => {
      const decision = decideLogoutStart(facts);
      assert.ok(decision.kind === "reject");
      assert.equal(decision.error.error, "invalid_request");
      assert.match(decision.error.error_description, says);
    });
  }
});

describe("the logout provider accepted, and the browser returned", () => {
  const again = { sid: "alices-next-session", subject: "alice" };
  const bobs = { sid: "bobs-session", subject: "bob" };
  const table: [
    title: string,
    rp_initiated: boolean,
    cookie: typeof session | undefined,
    outcome: string,
  ][] = [
    ["the user started the logout", false, session, "end_session"],
    ["the user started the logout, and the session has ended", false, undefined, "redirect"],
    ["the user started the logout, and another user has signed in since", false, bobs, "redirect"],
    [
      "the user started the logout, and signed in again meanwhile",
      false,
      again,
      "end her new session",
    ],
    ["a client sent her", true, session, "end_session"],
    ["a client sent her, and she signed in again", true, again, "end her new session"],
    ["a client started the logout, and the cookie is missing", true, undefined, "end_session"],
    ["a client sent her, and bob has the browser now", true, bobs, "end_session"],
  ];
  for (const [title, rp_initiated, cookie, outcome] of table) {
    it(`${title}: ${outcome}`, () => {
      const request = { ...session, rp_initiated, post_logout_redirect_uri: bye };
      const decision = decideLogoutCompletion({ request, session: cookie });
      const expected =
        outcome === "redirect"
          ? { kind: "redirect", to: bye }
          : { kind: "end_session", ...(outcome === "end_session" ? session : again), to: bye };
      assert.deepEqual(decision, expected);
    });
  }
});
