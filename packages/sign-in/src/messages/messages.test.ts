import assert from "node:assert/strict";
import { test } from "node:test";

import { locales } from "./locale.ts";
import { messagesIn } from "./messages.ts";

const keys = phrases(messagesIn("en")).map(([key]) => key);

for (const locale of locales) {
  test(`${locale} has every message`, () => {
    const translated = phrases(messagesIn(locale));
    assert.deepEqual(
      translated.map(([key]) => key),
      keys,
    );
    assert.deepEqual(
      translated.filter(([, text]) => text.trim() === ""),
      [],
    );
  });

  test(`${locale} includes every argument of a message`, () => {
    const messages = messagesIn(locale);
    const { client_asks, returns_to, returns_to_this_device, signed_in_as, scope } = messages;
    const { may_be_impersonated } = messages;
    for (const phrase of [
      client_asks,
      returns_to,
      returns_to_this_device,
      may_be_impersonated,
      signed_in_as,
    ]) {
      assert.match(phrase("Photos"), /Photos/);
    }
    assert.match(scope.other("photos.read"), /photos\.read/);
    assert.match(messages.wait(30), /30/);
    assert.match(messages.busy(30), /30/);
  });

  test(`${locale} includes the client of a device`, () => {
    assert.match(messagesIn(locale).device.confirm("Photos TV"), /Photos TV/);
  });

  test(`${locale} includes every argument of a workspace message`, () => {
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

test("no translation is left in English", () => {
  for (const locale of locales.filter((other) => other !== "en")) {
    const same = phrases(messagesIn(locale)).filter(([key, text]) =>
      phrases(messagesIn("en")).some(([other, english]) => other === key && english === text),
    );
    const sameText = new Set(same.map(([, text]) => text.replace(/s$/, "")));
    assert.ok(sameText.size <= 1, `${locale}: ${same.join(", ")}`);
  }
});

const denials = {
  en: /denied/,
  de: /abgelehnt/,
  fr: /refusé/,
  es: /denegado/,
  ja: /拒否/,
  zh: /拒绝/,
  "zh-TW": /拒絕/,
};

/** The verb of the button, as its stem; all texts about consent have the same. */
const verbs = {
  en: /allow/i,
  de: /erlaub/i,
  fr: /autoris/i,
  es: /perm[ií]t/i,
  ja: /許可/,
  zh: /允许/,
  "zh-TW": /允許/,
};

for (const locale of locales) {
  test(`${locale} has one verb for consent`, () => {
    const messages = messagesIn(locale);
    const { allow, app_may_if_allowed, app_may_also, already_allowed, details_asked } = messages;
    for (const text of [
      allow,
      app_may_if_allowed,
      app_may_also,
      already_allowed,
      details_asked,
      messages.may_be_impersonated("7"),
      messages.approve.beware,
      messages.approve.allowed.title,
    ])
      assert.match(text, verbs[locale]);
  });

  test(`${locale} has one verb for denial, and quotes its buttons as they are`, () => {
    const { deny, proceed, device, approve, redirecting } = messagesIn(locale);
    assert.ok(device.beware.includes(deny) && approve.beware.includes(deny));
    assert.ok(redirecting.text.includes(proceed));
    assert.match(approve.denied.title, denials[locale]);
  });
}

test("Japanese says サインイン, not ログイン", () => {
  for (const [key, text] of phrases(messagesIn("ja"))) assert.doesNotMatch(text, /ログイン/, key);
});

test("French separates ; : ! ? and « » by narrow no-break spaces", () => {
  for (const [key, text] of phrases(messagesIn("fr"))) {
    assert.doesNotMatch(text, /[ \u00a0][;:!?»]|« |[^\u202f][;!?»]/, key);
  }
});

test("Japanese and Chinese use full-width punctuation", () => {
  for (const locale of ["ja", "zh", "zh-TW"] as const) {
    for (const [key, text] of phrases(messagesIn(locale)))
      assert.doesNotMatch(text, /[?!:;,()]/, key);
  }
});

/** All messages by path; functions are called with sample arguments. */
function phrases(messages: object, path = ""): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) => {
    const text: unknown = typeof value === "function" ? value("7", "7") : value;
    if (typeof text === "object" && text !== null) return phrases(text, `${path}${key}.`);
    return [[path + key, String(text)]];
  });
}
