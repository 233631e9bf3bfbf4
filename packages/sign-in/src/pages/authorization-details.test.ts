import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@latchkey/api";

import {
  consentRequest,
  createTestPages,
  get,
  responseOf,
  submit,
  visibleText,
} from "../fixture.ts";

const payment = { type: "payment", amount: 12.5, currency: "EUR", to: { name: "Tea Shop" } };
const access = { type: "account", actions: ["read", "list"] };
const types: Record<string, JsonObject> = {
  payment: {
    sentences: { en: "Pay {amount} {currency} to {to.name}", de: "{amount} {currency} zahlen" },
  },
  account: { sentences: { en: "Do {actions} with {nothing}" } },
};
const NEXT = { redirect_to: "https://op.example/next" };

function pagesFor(requested: readonly JsonObject[], more: object = {}) {
  return createTestPages({
    getConsentRequest: {
      ...consentRequest,
      requested_authorization_details: requested,
      ...more,
    },
    listSubjectConsentSessions: [],
    acceptConsentRequest: NEXT,
    getAuthorizationDetailsType: ({ type = "" }) =>
      types[decodeURIComponent(type)] ??
      Response.json({ error: "not_found", error_description: "" }, { status: 404 }),
  });
}

/** The body with which the consent request was accepted. */
function grantedIn({ asked }: ReturnType<typeof createTestPages>): JsonObject {
  const [operation, , body] = asked.at(-1) ?? [];
  assert.equal(operation, "acceptConsentRequest");
  assert.ok(typeof body === "object" && body !== null);
  return { ...body };
}

const PAGE = get("/consent?consent_challenge=c2");

test("each detail is a sentence with its values, and all its fields", async () => {
  const words = visibleText(await responseOf(pagesFor([payment, access]), PAGE));
  for (const said of [
    "Do you want to allow the following?",
    "Pay 12.5 EUR to Tea Shop",
    "amount 12.5 currency EUR to.name Tea Shop",
    "Do read, list with —",
  ]) {
    assert.ok(words.includes(said), `${said} is missing from: ${words}`);
  }
});

test("of a detail with very many fields, none is hidden", async () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`field_${at}`, at]));
  const hidden = { ...payment, ...many, also_pay: { iban: "DE02 1203 0000 0000 2020 51" } };
  const words = visibleText(await responseOf(pagesFor([hidden]), PAGE));
  assert.match(words, /field_90 90/);
  assert.match(words, /also_pay.*DE02 1203 0000 0000 2020 51/);
});

test("the sentence is in the language of the page, or else in English", async () => {
  const shown = await responseOf(
    pagesFor([payment, access]),
    get("/consent?consent_challenge=c2", { "accept-language": "de" }),
  );
  const words = visibleText(shown);
  assert.match(words, /12\.5 EUR zahlen/);
  assert.match(words, /Do read, list/);
});

test("a type that was deleted is shown by its name", async () => {
  const words = visibleText(await responseOf(pagesFor([{ type: "gone", limit: 1 }]), PAGE));
  assert.match(words, /gone/);
  assert.match(words, /limit 1/);
});

test("values cannot inject markup, nor turn the direction of text", async () => {
  const evil = { ...payment, to: { name: "<script>\u202eSteal" }, "<b>": "&" };
  const { body } = await responseOf(pagesFor([evil]), PAGE);
  assert.doesNotMatch(body, /<script|<b>|\u202e/);
  assert.match(body, /&lt;script&gt;/);
});

test("what the user selects is granted, and nothing else", async () => {
  const world = pagesFor([payment, access]);
  const shown = await responseOf(world, PAGE);
  const fields = [
    ["decision", "allow"],
    ["grant_detail", "1"],
    ["grant_detail", "7"],
  ] as const;
  await responseOf(world, submit(shown, fields));
  assert.deepEqual(grantedIn(world)["grant_authorization_details"], [access]);
});

test("what was granted before is not asked for again, and is granted again", async () => {
  const granted_before = {
    scope: ["openid", "profile"],
    access_token_audience: ["https://api.photos.example"],
    authorization_details: [access],
  };
  const world = pagesFor([payment, access, access], { granted_before });
  const shown = await responseOf(world, PAGE);
  const words = visibleText(shown);
  assert.match(words, /This will also allow the app to see your email address/);
  assert.match(words, /Already allowed Do read, list with — recognize you when you come back/);
  assert.doesNotMatch(words, /api\.photos\.example/);
  assert.equal(shown.body.match(/name="grant_detail"/g)?.length, 2, "one covers one");

  await responseOf(
    world,
    submit(shown, [
      ["decision", "allow"],
      ["grant_scope", "email"],
      ["grant_detail", "0"],
    ]),
  );
  const { grant_scope, grant_authorization_details } = grantedIn(world);
  assert.deepEqual(grant_scope, ["openid", "profile", "email"]);
  assert.deepEqual(grant_authorization_details, [payment, access]);
});

test("a remembered consent is accepted with all its details", async () => {
  const world = pagesFor([access], { skip: true });
  await responseOf(world, PAGE);
  assert.deepEqual(grantedIn(world)["grant_authorization_details"], [access]);
});
