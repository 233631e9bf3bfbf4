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
    assert.match(messages.busy(30), /30/);
  });

  test(`${locale} leaves no app and no workspace out of a sentence`, () => {
    const { workspace } = messagesIn(locale);
    for (const phrase of [
      workspace.integration_asks,
      workspace.in_workspace,
      workspace.known_as,
      workspace.duplicate_template,
      workspace.since,
      workspace.connected_by,
      (app: string) => workspace.no_workspace(app).text,
      (app: string) => workspace.disconnected(app).title,
    ]) {
      assert.match(phrase("Planner"), /Planner/);
    }
    assert.match(workspace.disconnect_question("Planner", "Tea"), /Planner.*Tea/);
    assert.match(workspace.shared(12), /12/);
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

/** Every phrase by its path; those that take arguments are given some. */
function phrases(messages: object, path = ""): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) => {
    const said: unknown = typeof value === "function" ? value("7", "7") : value;
    if (typeof said === "object" && said !== null) return phrases(said, `${path}${key}.`);
    return [[path + key, String(said)]];
  });
}
