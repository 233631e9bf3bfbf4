import assert from "node:assert/strict";
import { test } from "node:test";

import { canContinue, decideStart, type KnownAccount, type StartFacts } from "./decide-start.ts";

const NOW = 10_000;
const signedIn = (subject: string, is_enough = true): KnownAccount => ({
  subject,
  session: { authenticated_at: NOW - 100, is_enough },
});
const signedOut = (subject: string): KnownAccount => ({ subject, session: undefined });

const [alice, bob] = [signedIn("alice"), signedIn("bob")];
const both = { accounts: [alice, bob] };
const hint = (hinted?: string) => ({ hinted, is_hinted: true });

const rows: [title: string, facts: Partial<StartFacts>, expected: string][] = [
  ["no account is known", {}, "sign_in"],
  ["one account is signed in", { accounts: [alice] }, "choose"],
  ["two are", both, "choose"],
  ["one is, another was", { accounts: [signedOut("bob"), alice] }, "choose"],
  ["all have signed out", { accounts: [signedOut("alice"), signedOut("bob")] }, "sign_in"],
  ["what is needed is more than the session", { accounts: [signedIn("alice", false)] }, "sign_in"],
  ["select_account", { ...both, prompt: ["select_account"] }, "choose"],
  [
    "select_account, one that signed out",
    { accounts: [signedOut("alice")], prompt: ["select_account"] },
    "choose",
  ],
  ["select_account, no account is known", { prompt: ["select_account"] }, "sign_in"],
  ["select_account and a hint", { ...both, ...hint("bob"), prompt: ["select_account"] }, "choose"],
  ["login", { ...both, prompt: ["login"] }, "sign_in"],
  ["login and select_account", { ...both, prompt: ["select_account", "login"] }, "sign_in"],
  ["login and a hint", { ...both, ...hint("bob"), prompt: ["login"] }, "sign_in bob"],
  ["create", { ...both, prompt: ["create"] }, "sign_in"],
  ["consent", { ...both, prompt: ["consent"] }, "choose"],
  ["max_age=0", { ...both, max_age: 0 }, "sign_in"],
  ["max_age that has passed", { ...both, max_age: 99 }, "sign_in"],
  ["max_age that has just not passed", { ...both, max_age: 100 }, "choose"],
  ["a hint of one that is signed in", { ...both, ...hint("bob") }, "continue bob"],
  [
    "a hint of one that signed out",
    { accounts: [alice, signedOut("bob")], ...hint("bob") },
    "sign_in bob",
  ],
  [
    "a hint of one whose session is not enough",
    { accounts: [alice, signedIn("bob", false)], ...hint("bob") },
    "sign_in bob",
  ],
  ["a hint and a max_age that has passed", { ...both, ...hint("bob"), max_age: 99 }, "sign_in bob"],
  ["a hint of one that is not known", { ...both, ...hint() }, "sign_in"],
];

for (const [title, facts, expected] of rows) {
  test(`${title}: ${expected}`, () => {
    const nothing: StartFacts = {
      prompt: [],
      max_age: undefined,
      accounts: [],
      hinted: undefined,
      is_hinted: false,
      now: NOW,
    };
    const start = decideStart({ ...nothing, ...facts });
    const subject = "subject" in start ? ` ${start.subject}` : "";
    assert.equal(start.kind + subject, expected);
  });
}

test("picking an account is not enough where the client asks for a sign-in", () => {
  for (const asked of [{ prompt: ["login"] }, { max_age: 0 }, { max_age: 99 }]) {
    const facts = { prompt: [], max_age: undefined, now: NOW, ...asked };
    assert.equal(canContinue(alice, facts), false, JSON.stringify(asked));
  }
});
