import assert from "node:assert/strict";
import { test } from "node:test";

import type { Capability } from "@latchkey/api";

import { messagesIn } from "../messages/messages.ts";
import {
  describeCapabilities,
  describeIntegration,
  describeWorkspace,
  memberName,
} from "./display.ts";
import { aliceAtTea, planner, teaParty } from "./fixture.ts";

const phrases = messagesIn("en").workspace;

const icons: [string | null, string | undefined, string | undefined][] = [
  ["🗓️", undefined, "🗓️"],
  ["👩🏽‍🚀", undefined, "👩🏽‍🚀"],
  ["❤", undefined, "❤"],
  ["🇫🇷", undefined, "🇫🇷"],
  ["https://planner.example/logo.png", "https://planner.example/logo.png", undefined],
  ["http://mallory.example/pixel.gif", undefined, undefined],
  ["javascript:alert(1)", undefined, undefined],
  ["🗓️🗓️", undefined, undefined],
  ["P", undefined, undefined],
  ["7", undefined, undefined],
  ["", undefined, undefined],
  [null, undefined, undefined],
];

for (const [icon, logo_uri, emoji] of icons) {
  test(`the icon ${icon} is ${logo_uri ?? emoji ?? "none"}`, () => {
    const facts = describeIntegration({ ...planner, icon });
    assert.deepEqual([facts.logo_uri, facts.emoji], [logo_uri, emoji]);
  });
}

const sentencesByCapability: [readonly Capability[], readonly string[]][] = [
  [[], ["see which workspace this is"]],
  [
    ["insert_comment", "read_content"],
    ["read the content you share with it", "write comments"],
  ],
  [["read_user_without_email"], ["see the names and pictures of workspace members"]],
  [
    ["read_user_without_email", "read_user_with_email"],
    ["see the names, pictures and email addresses of workspace members"],
  ],
];

for (const [granted, sentences] of sentencesByCapability) {
  test(`with ${granted.join(" and ") || "nothing"}, the app can ${sentences.join(", ")}`, () => {
    assert.deepEqual(describeCapabilities(granted, phrases), sentences);
  });
}

const names: [string | null, string | null, string | undefined][] = [
  ["Alice Liddell", "alice@example.com", "Alice Liddell (alice@example.com)"],
  ["Alice Liddell", null, "Alice Liddell"],
  [null, "alice@example.com", "alice@example.com"],
  ["\u200b", null, undefined],
  [null, null, undefined],
];

for (const [name, email, known] of names) {
  test(`a member called ${name} at ${email} is ${known ?? "unnamed"}`, () => {
    assert.equal(memberName({ ...aliceAtTea, name, email }), known);
  });
}

test("an unnamed workspace has a placeholder, an unnamed integration shows its id", () => {
  const { name } = describeWorkspace({ ...teaParty, name: null }, phrases);
  assert.equal(name, "Unnamed workspace");
  assert.equal(describeIntegration({ ...planner, name: " \u202e" }).name, planner.id);
});
