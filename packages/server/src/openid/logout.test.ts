import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ok } from "../oauth/result.ts";
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

describe("RP-Initiated Logout §2: somebody asks to log out", () => {
  const asks = (rp_initiated: boolean, post_logout_redirect_uri: string): LogoutStartDecision => ({
    kind: "ask",
    ...session,
    rp_initiated,
    client_id: rp_initiated ? "photos" : undefined,
    post_logout_redirect_uri,
  });
  const goes = (to: string): LogoutStartDecision => ({ kind: "redirect", to });
  const gone = { session: undefined };

  const table: [world: string, facts: LogoutStartFacts, decision: LogoutStartDecision][] = [
    ["alice, on her own", alone, asks(false, home)],
    ["nobody, on their own", { ...alone, ...gone }, goes(home)],
    [
      "with empty parameters",
      { ...alone, post_logout_redirect_uri: "", state: "" },
      asks(false, home),
    ],
    ["with a state alone, which nobody hears", { ...alone, state: "7" }, asks(false, home)],
    ["nobody, with a state", { ...alone, ...gone, state: "7" }, goes(home)],
    ["a client sends alice", sent, asks(true, home)],
    ["and wants her back", { ...sent, post_logout_redirect_uri: bye }, asks(true, bye)],
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
    ["a state for nobody is dropped", { ...sent, state: "7" }, asks(true, home)],
    [
      "another session is behind the cookie: that is asked about, as if she came on her own",
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
    ["her session is gone", { ...sent, ...gone }, goes(home)],
    [
      "her session is gone, and the client wants her back",
      { ...sent, ...gone, post_logout_redirect_uri: bye, state: "7" },
      goes(`${bye}?state=7`),
    ],
  ];
  for (const [world, facts, decision] of table) {
    it(`${world}: ${decision.kind}`, () => assert.deepEqual(decideLogoutStart(facts), decision));
  }

  const refused: [world: string, facts: LogoutStartFacts, says: RegExp][] = [
    ["a way back without a hint", { ...alone, post_logout_redirect_uri: bye }, /id_token_hint/],
    ["the same from nobody", { ...alone, ...gone, post_logout_redirect_uri: bye }, /id_token_hint/],
    ["a client nobody knows", { ...sent, client: undefined }, /does not exist/],
    [
      "a way back that is not registered",
      { ...sent, post_logout_redirect_uri: "https://mallory.example/" },
      /post_logout_redirect_uri is not registered/,
    ],
    [
      "the same when her session is gone",
      { ...sent, ...gone, post_logout_redirect_uri: "https://mallory.example/" },
      /not registered/,
    ],
    [
      "a way back that is almost registered",
      { ...sent, post_logout_redirect_uri: `${bye}/` },
      /not registered/,
    ],
    [
      "a hint that is not ours",
      { ...sent, hint: parseLogoutHint(undefined, { issuer: "https://id.example", now: 1_000 }) },
      /not a valid ID token/,
    ],
  ];
  for (const [world, facts, says] of refused) {
    it(`${world}: invalid_request`, () => {
      const decision = decideLogoutStart(facts);
      assert.ok(decision.kind === "refuse");
      assert.equal(decision.error.error, "invalid_request");
      assert.match(decision.error.error_description, says);
    });
  }
});

describe("the logout provider said yes, and the browser is back", () => {
  const again = { sid: "alices-next-session", subject: "alice" };
  const bobs = { sid: "bobs-session", subject: "bob" };
  const table: [
    world: string,
    rp_initiated: boolean,
    cookie: typeof session | undefined,
    outcome: string,
  ][] = [
    ["alice came on her own", false, session, "end_session"],
    ["she came on her own, and her session is gone", false, undefined, "redirect"],
    ["she came on her own, and bob has the browser now", false, bobs, "redirect"],
    ["she came on her own, and signed in again meanwhile", false, again, "end her new session"],
    ["a client sent her", true, session, "end_session"],
    ["a client sent her, and she signed in again", true, again, "end her new session"],
    ["a client sent her, and the cookie is gone", true, undefined, "end_session"],
    ["a client sent her, and bob has the browser now", true, bobs, "end_session"],
  ];
  for (const [world, rp_initiated, cookie, outcome] of table) {
    it(`${world}: ${outcome}`, () => {
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
