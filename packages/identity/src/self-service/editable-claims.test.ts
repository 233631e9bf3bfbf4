import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClaimTexts } from "@latchkey/sign-in";
import { changeClaims } from "./editable-claims.ts";

const present = { name: "Alice", nickname: "Al", email: "alice@wonderland.example" };
const rows: [title: string, texts: ClaimTexts, expected: object][] = [
  ["nothing", {}, { claims: present, changed: [] }],
  ["the same", { name: " Alice ", nickname: "Al" }, { claims: present, changed: [] }],
  ["a name", { name: "Alice L." }, { claims: { ...present, name: "Alice L." }, changed: ["name"] }],
  [
    "a claim removed, another added",
    { nickname: "  ", zoneinfo: "Europe/London" },
    {
      claims: { name: "Alice", email: present.email, zoneinfo: "Europe/London" },
      changed: ["nickname", "zoneinfo"],
    },
  ],
  ["one that was not there, removed", { gender: "" }, { claims: present, changed: [] }],
  ["a birthdate that is none", { name: "A", birthdate: "yesterday" }, { refused: ["birthdate"] }],
  ["a script for a link", { website: "javascript:alert(1)" }, { refused: ["website"] }],
  ["a name that is too long", { name: "a".repeat(10_000) }, { refused: ["name"] }],
  [
    "a claim that only administrators change",
    Object.fromEntries([
      ["email", "queen@wonderland.example"],
      ["email_verified", "true"],
      ["name", "Alice L."],
    ]),
    { claims: { ...present, name: "Alice L." }, changed: ["name"] },
  ],
];

for (const [title, texts, expected] of rows) {
  test(`a user sends ${title}`, () => {
    assert.deepEqual(changeClaims(present, texts), expected);
  });
}
