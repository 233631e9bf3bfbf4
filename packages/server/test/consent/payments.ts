import type { AuthorizationDetailsTypeInput, OAuth2ClientInput } from "@latchkey/api";
import { registerApp } from "../support/app.ts";
import { startTestServer } from "../support/server.ts";

/** A detail of a payment, which may be lowered, and has to be approved each time. */
export const payment = {
  type: "payment_initiation",
  amount: 100,
  currency: "EUR",
  creditor: "Tea Shop",
};

/** Access to accounts, which may be remembered and reduced to fewer actions. */
export const account = {
  type: "account_information",
  actions: ["list", "balances", "transactions"],
};

export const paymentType: AuthorizationDetailsTypeInput = {
  type: "payment_initiation",
  schema: {
    type: "object",
    properties: {
      type: { const: "payment_initiation" },
      amount: { type: "number", exclusiveMinimum: 0, maximum: 1_000 },
      currency: { type: "string", pattern: "^[A-Z]{3}$" },
      creditor: { type: "string", minLength: 1, maxLength: 70 },
    },
    required: ["type", "amount", "currency", "creditor"],
    additionalProperties: false,
  },
  sentences: {
    en: "Pay {amount} {currency} to {creditor}",
    de: "{amount} {currency} an {creditor} zahlen",
  },
  reducible: ["/amount"],
};

export const accountType: AuthorizationDetailsTypeInput = {
  type: "account_information",
  schema: {
    type: "object",
    properties: {
      type: { const: "account_information" },
      actions: {
        type: "array",
        minItems: 1,
        uniqueItems: true,
        items: { enum: ["list", "balances", "transactions"] },
      },
    },
    required: ["type", "actions"],
    additionalProperties: false,
  },
  sentences: { en: "See {actions} of your accounts" },
  reducible: ["/actions"],
  rememberable: true,
};

/** A server with both types, and a client that may request them. */
export async function startBank(
  app: OAuth2ClientInput = {},
  settings: Readonly<Record<string, unknown>> = {},
) {
  const world = await startTestServer(settings);
  const { latchkey } = world;
  for (const body of [paymentType, accountType]) {
    await latchkey.createAuthorizationDetailsType({ body });
  }
  const photos = await registerApp(latchkey, {
    grant_types: ["authorization_code", "refresh_token", "implicit", "client_credentials"],
    authorization_details_types: [paymentType.type, accountType.type],
    ...app,
  });
  return { ...world, world, photos };
}

/** The parameter. */
export function detailsParameter(...details: readonly object[]): { authorization_details: string } {
  return { authorization_details: JSON.stringify(details) };
}
