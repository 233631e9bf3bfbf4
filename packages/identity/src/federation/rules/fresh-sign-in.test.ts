import assert from "node:assert/strict";
import { test } from "node:test";
import { isFreshSignIn, type SignInThere } from "./fresh-sign-in.ts";

const asked_at = 1_000_000;

const rows: readonly (Omit<SignInThere, "asked_at"> & {
  readonly title: string;
  readonly is: boolean;
})[] = [
  { title: "any sign-in, where none is asked for", max_age: undefined, auth_time: 1, is: true },
  { title: "one whose time is not known", max_age: 0, auth_time: undefined, is: true },
  { title: "a new one", max_age: 0, auth_time: asked_at + 5, is: true },
  { title: "a new one by a clock that is slow", max_age: 0, auth_time: asked_at - 30, is: true },
  { title: "an old one in place of a new one", max_age: 0, auth_time: asked_at - 31, is: false },
  { title: "one that is recent enough", max_age: 600, auth_time: asked_at - 600, is: true },
  { title: "one that is too old", max_age: 600, auth_time: asked_at - 631, is: false },
];

for (const { title, is, ...given } of rows) {
  test(`${is ? "accepts" : "refuses"} ${title}`, () => {
    assert.equal(isFreshSignIn({ ...given, asked_at }), is);
  });
}
