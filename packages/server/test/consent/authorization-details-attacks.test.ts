import assert from "node:assert/strict";
import { test } from "node:test";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  codeFor,
  passLogin,
  redeem,
  refresh,
  requestOf,
} from "../support/flow.ts";
import { askForToken } from "../operations/machine.ts";
import { assertRefused } from "../operations/refusal.ts";
import {
  account,
  accountType,
  detailsParameter,
  payment,
  paymentType,
  startBank,
} from "./payments.ts";

const bank = await startBank({ authorization_details_types: [paymentType.type, accountType.type] });
const { world, photos, latchkey } = bank;
await latchkey.createAuthorizationDetailsType({ body: { ...paymentType, type: "secret_type" } });

/** Requests that must be refused, by what is wrong with them. */
const requests: [string, string, RegExp][] = [
  [
    "a type that is not registered",
    JSON.stringify([{ type: "nuclear" }]),
    /No authorization details type is called 'nuclear'/,
  ],
  [
    "a type that this client may not request",
    JSON.stringify([{ ...payment, type: "secret_type" }]),
    /may not request/,
  ],
  [
    "an amount beyond the schema",
    JSON.stringify([{ ...payment, amount: 1_001 }]),
    /'\/amount'.*maximum/,
  ],
  [
    "an amount that is a string",
    JSON.stringify([{ ...payment, amount: "100" }]),
    /'\/amount'.*type/,
  ],
  [
    "an amount that JSON cannot hold",
    `[{"type":"payment_initiation","amount":1e999}]`,
    /too large/,
  ],
  [
    "a field that is missing",
    JSON.stringify([{ type: "payment_initiation" }]),
    /'\/amount'.*is missing/,
  ],
  [
    "a field that the schema does not have",
    JSON.stringify([{ ...payment, fee: 1 }]),
    /'\/fee'.*not a field/,
  ],
  [
    "a name of the prototype",
    JSON.stringify([{ ...payment, constructor: 1 }]),
    /'\/constructor'.*not a field/,
  ],
  [
    "__proto__",
    `[{"type":"account_information","actions":["list"],"__proto__":{"x":1}}]`,
    /__proto__/,
  ],
  ["__proto__ as the type", `[{"type":"__proto__"}]`, /No authorization details type/],
  [
    "one bad detail among good ones",
    JSON.stringify([payment, { ...account, actions: [] }]),
    /'\/actions'.*minItems/,
  ],
  ["no type", "[{}]", /with a type/],
  ["a type that is a list", `[{"type":["payment_initiation"]}]`, /with a type/],
  ["an object", JSON.stringify(payment), /JSON list/],
  ["a list of texts", `["payment_initiation"]`, /with a type/],
  ["no JSON", "[{", /JSON list/],
  [
    "more elements than are allowed",
    JSON.stringify(Array.from({ length: 17 }, () => payment)),
    /more than 16/,
  ],
  [
    "a list too long to compare its entries",
    JSON.stringify([{ ...account, actions: Array.from({ length: 1_000 }, (_, at) => at) }]),
    /'\/actions'.*more than 128 entries/,
  ],
  ["deep nesting", `[{"type":"a","a":${"[".repeat(100)}${"]".repeat(100)}}]`, /nested deeper/],
  [
    "a long string",
    JSON.stringify([{ ...payment, creditor: "x".repeat(2_000) }]),
    /more than 1024 characters/,
  ],
  [
    "a character that cannot be stored",
    JSON.stringify([{ ...payment, creditor: "\0" }]),
    /cannot be stored/,
  ],
];

for (const [reason, authorization_details, expected] of requests) {
  test(`an authorization request with ${reason} is refused`, async () => {
    const response = await authorize(
      openBrowser(world),
      requestOf(photos, { authorization_details }),
    );
    const { parameters, redirect_uri } = await answerOf(response);
    assert.equal(parameters["error"], "invalid_authorization_details");
    assert.match(parameters["error_description"] ?? "", expected);
    assert.equal(redirect_uri, photos.redirect_uri);
  });

  test(`a token request with ${reason} is refused`, async () => {
    const { authorization = "" } = photos;
    const reply = await askForToken(latchkey, { authorization }, { authorization_details });
    assert.match(assertRefused(reply, 400, "invalid_authorization_details"), expected);
  });
}

/** What a client must not get, of a grant of one payment of 100 and two actions. */
const granted = [payment, { ...account, actions: ["list", "balances"] }];
const widened: [string, Record<string, unknown>[]][] = [
  ["a higher amount", [{ ...payment, amount: 101 }]],
  ["another creditor", [{ ...payment, creditor: "Mallory" }]],
  ["another currency", [{ ...payment, currency: "BTC" }]],
  ["the same payment twice", [payment, payment]],
  [
    "two parts of the same payment",
    [
      { ...payment, amount: 60 },
      { ...payment, amount: 60 },
    ],
  ],
  ["an action more", [{ ...account, actions: ["list", "transactions"] }]],
  ["an action twice", [{ ...account, actions: ["list", "list"] }]],
  ["no actions, which the schema does not allow", [{ ...account, actions: [] }]],
  ["a negative amount, which the schema does not allow", [{ ...payment, amount: -1 }]],
  ["a field less", [{ type: payment.type, amount: 1, currency: "EUR" }]],
  ["a field more", [{ ...payment, note: "hi" }]],
  ["a type that was not granted", [{ ...payment, type: "secret_type" }]],
];

for (const [reason, wanted] of widened) {
  test(`a consent app cannot grant ${reason}`, async () => {
    const browser = openBrowser(world);
    const params = requestOf(photos, detailsParameter(...granted));
    const response = await passLogin(world, browser, await authorize(browser, params));
    const consent_challenge = challengeOf(response, "consent");
    const reply = await latchkey.call("acceptConsentRequest", {
      consent_challenge,
      body: { grant_authorization_details: wanted },
    });
    assertRefused(reply, 400, "invalid_authorization_details");
  });

  test(`a code cannot be redeemed for ${reason}, and is not spent`, async () => {
    const code = await codeFor(world, photos, {
      params: detailsParameter(...granted),
      consent: { grant_authorization_details: granted },
    });
    const reply = await redeem(world, photos, code, detailsParameter(...wanted));
    assertRefused(reply, 400, "invalid_authorization_details");
    const proper = await redeem(world, photos, code);
    assert.ok(proper.ok);
    const refreshed = await refresh(
      world,
      photos,
      proper.body.refresh_token,
      detailsParameter(...wanted),
    );
    assertRefused(refreshed, 400, "invalid_authorization_details");
  });
}

test("a grant without details cannot get any later", async () => {
  const code = await codeFor(world, photos);
  const reply = await redeem(world, photos, code, detailsParameter(account));
  assertRefused(reply, 400, "invalid_authorization_details");
});

test("details cannot be sent twice", async () => {
  const query = new URLSearchParams({
    client_id: photos.client_id,
    redirect_uri: photos.redirect_uri,
    response_type: "code",
    ...detailsParameter(account),
  });
  query.append("authorization_details", JSON.stringify([payment]));
  const response = await openBrowser(world).go(`http://public.test/oauth2/auth?${query}`);
  assert.equal((await answerOf(response)).parameters["error"], "invalid_request");
});
