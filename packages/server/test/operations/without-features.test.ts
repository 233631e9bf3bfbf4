import assert from "node:assert/strict";
import { it } from "node:test";
import type { OAuth2TokenRequest } from "@latchkey/api";
import { authorizationDetails } from "../../src/features/authorization-details/feature.ts";
import { standardFeatures } from "../../src/features/standard.ts";
import { trustedIssuers } from "../../src/features/trusted-issuers/feature.ts";
import type { Feature } from "../../src/feature/feature.ts";
import { createServer } from "../../src/process/server.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { connectTo, testConfig } from "../support/server.ts";
import { registerMachine } from "./machine.ts";
import { assertRefused } from "./refusal.ts";
import { makeIssuer } from "./trusted-issuer.ts";

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

/** The response to a client on a server without a feature, and the discovery document there. */
async function ask(without: Feature, form: OAuth2TokenRequest) {
  const log = createLog({ level: "error", format: "json", write: () => {} });
  const features = standardFeatures.filter((feature) => feature !== without);
  const server = await createServer(testConfig(), { log, features });
  try {
    const { latchkey } = connectTo(server);
    const { authorization } = await registerMachine(latchkey, {
      grant_types: [form.grant_type],
      authorization_details_types: ["payment"],
    });
    const reply = await latchkey.call("oauth2Token", form, { authorization });
    return { reply, document: await latchkey.discoverOpenIDConfiguration() };
  } finally {
    await server.close();
  }
}

it("without types of authorization details, every detail is of an unknown type", async () => {
  const authorization_details = JSON.stringify([{ type: "payment" }]);
  const grant_type = "client_credentials";
  const { reply, document } = await ask(authorizationDetails, {
    grant_type,
    authorization_details,
  });
  const description = assertRefused(reply, 400, "invalid_authorization_details");
  assert.match(description, /^No authorization details type is called/);
  assert.equal(document.authorization_details_types_supported, undefined);
});

it("without trusted issuers, tokens of other issuers are not exchanged", async () => {
  const { reply } = await ask(trustedIssuers, {
    grant_type: EXCHANGE,
    subject_token: await (await makeIssuer("https://ci.example")).sign({ sub: "job" }),
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  });
  const description = assertRefused(reply, 400, "invalid_request");
  assert.match(description, /^The subject_token is not a token of this server/);
});
