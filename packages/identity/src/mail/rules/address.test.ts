import assert from "node:assert/strict";
import { test } from "node:test";
import { isMailAddress, oneLine, parseMailbox } from "./address.ts";

test("a plain address is one, and nothing that could be two or a header", () => {
  const rows: readonly (readonly [string, boolean])[] = [
    ["alice@wonderland.example", true],
    ["alice+tag@mail.wonderland.example", true],
    ["o'hara@xn--bcher-kva.example", true],
    ["josé@bücher.example", true],
    ["アリス@例え.example", true],
    ["alice", false],
    ["", false],
    ["@wonderland.example", false],
    ["alice@", false],
    ["alice@localhost", false],
    ["alice@[192.0.2.1]", false],
    ["alice@wonderland..example", false],
    ["alice@-wonderland.example", false],
    [".alice@wonderland.example", false],
    ["alice @wonderland.example", false],
    ["alice@wonderland.example ", false],
    ['"alice@evil.example"@wonderland.example', false],
    ["alice@wonderland.example,mallory@evil.example", false],
    ["alice@wonderland.example;mallory@evil.example", false],
    ["Alice <alice@wonderland.example>", false],
    ["alice(comment)@wonderland.example", false],
    ["alice@wonderland.example\r\nBcc: mallory@evil.example", false],
    ["alice\n@wonderland.example", false],
    ["alice\u0000@wonderland.example", false],
    ["alice\u2028@wonderland.example", false],
    ["alice\u202e@wonderland.example", false],
    [`${"a".repeat(65)}@wonderland.example`, false],
    [`alice@${"a.".repeat(150)}example`, false],
  ];
  for (const [text, expected] of rows) assert.equal(isMailAddress(text), expected, text);
});

test("a sender is an address with or without a name", () => {
  const rows: readonly (readonly [string, object | undefined])[] = [
    ["no-reply@example.com", { name: undefined, address: "no-reply@example.com" }],
    ["Wonderland <no-reply@example.com>", { name: "Wonderland", address: "no-reply@example.com" }],
    [
      '"Wonderland, Inc." <no-reply@example.com>',
      { name: "Wonderland, Inc.", address: "no-reply@example.com" },
    ],
    ["<no-reply@example.com>", { name: undefined, address: "no-reply@example.com" }],
    ["Wonderland", undefined],
    ["Wonderland <no-reply>", undefined],
    ["One <one@example.com>, Two <two@example.com>", undefined],
    ["", undefined],
  ];
  for (const [text, expected] of rows) assert.deepEqual(parseMailbox(text), expected, text);
});

test("a header has no line breaks", () => {
  assert.equal(oneLine("Hello\r\nBcc: mallory@evil.example"), "Hello Bcc: mallory@evil.example");
  assert.equal(oneLine("a\u2028b\u0000c"), "a b c");
});
