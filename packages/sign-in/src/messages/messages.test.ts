import assert from "node:assert/strict";
import { test } from "node:test";

import { locales } from "../locale.ts";
import { messagesIn } from "./messages.ts";

const keys = phrases(messagesIn("en")).map(([key]) => key);

for (const locale of locales) {
  test(`${locale} says everything English says`, () => {
    const spoken = phrases(messagesIn(locale));
    assert.deepEqual(
      spoken.map(([key]) => key),
      keys,
    );
    assert.deepEqual(
      spoken.filter(([, text]) => text.trim() === ""),
      [],
    );
  });

  test(`${locale} leaves no name out of a sentence`, () => {
    const messages = messagesIn(locale);
    const { client_asks, returns_to, returns_to_this_device, signed_in_as, scope } = messages;
    for (const phrase of [client_asks, returns_to, returns_to_this_device, signed_in_as]) {
      assert.match(phrase("Photos"), /Photos/);
    }
    assert.match(scope.other("photos.read"), /photos\.read/);
    assert.match(messages.wait(30), /30/);
  });
}

test("no language is English in disguise", () => {
  for (const locale of locales.filter((other) => other !== "en")) {
    const same = phrases(messagesIn(locale)).filter(([key, text]) =>
      phrases(messagesIn("en")).some(([other, english]) => other === key && english === text),
    );
    assert.ok(same.length <= 1, `${locale}: ${same.join(", ")}`);
  }
});

/** Every phrase by its path; those that take an argument are given one. */
function phrases(messages: object, path = ""): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === "function") return [[path + key, String(value("7"))]];
    if (typeof value === "object" && value !== null) return phrases(value, `${path}${key}.`);
    return [[path + key, String(value)]];
  });
}
