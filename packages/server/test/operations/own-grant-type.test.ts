import assert from "node:assert/strict";
import { it } from "node:test";
import { basic } from "@latchkey/client";
import { toFetch } from "../../src/http/in-process.ts";
import {
  createLog,
  createServer,
  defineGrantType,
  err,
  issueAccessToken,
  nothingEarlier,
  ok,
} from "../../src/index.ts";
import { writeInspections } from "../support/inspections.ts";
import { testConfig } from "../support/server.ts";

const VOUCHER = "urn:example:params:oauth:grant-type:voucher";

/** A client redeems a voucher that the embedder's own code recognizes. */
const voucher = defineGrantType<string, boolean>({
  name: VOUCHER,
  clients: "confidential",
  metric_label: "voucher",
  inspector: {
    for_user: false,
    step: {
      name: "voucher_exchanged",
      refused: "voucher_refused",
      sentence: "The client presents a voucher",
      contents: "a token",
      outcome: "granted",
      headline: "The client received a token for a voucher.",
    },
  },
  issues_for_consent: false,
  errors: {
    invalid_grant: { means: "The voucher is not valid.", remedy: "Get a new voucher." },
  },
  read: (form) => ok(form.get("voucher") ?? ""),
  decide: (text) => text === "golden",
  earlierPermissions: nothingEarlier,
  tokensOf: (isValid) =>
    isValid ? { subject: "bearer", scope: ["tea"], audience: [] } : undefined,
  async carryOut(isValid, client, context, claims) {
    if (!isValid) return err({ error: "invalid_grant", error_description: "Not a voucher." });
    const ext = claims && { ext: claims.access_token };
    const tea = { subject: "bearer", scope: ["tea"], audience: [] };
    const entitlement = { client, ...tea, grant: VOUCHER, ...ext };
    return ok({ ...(await issueAccessToken(entitlement, context)), scope: ["tea"] });
  },
});

it("an embedder's grant type is served, advertised, checked, counted and observed", async (t) => {
  const log = createLog({ level: "error", format: "json", write: () => {} });
  const server = await createServer(testConfig(), { log, grant_types: [voucher] });
  t.after(() => server.close());
  const { latchkey } = server;
  const discovered = await latchkey.discoverOpenIDConfiguration();
  assert.ok(discovered.grant_types_supported?.includes(VOUCHER));

  const secret = "correct horse battery staple";
  const register = (client_id: string, grant_types: string[]) =>
    latchkey.createOAuth2Client({ body: { client_id, client_secret: secret, grant_types } });
  await register("shop", [VOUCHER]);
  await register("photos", ["client_credentials"]);
  const fetch = toFetch(server.public);
  const redeem = async (client_id: string, text: string) => {
    const response = await fetch("http://public.test/oauth2/token", {
      method: "POST",
      headers: { Authorization: basic(client_id, secret) },
      body: new URLSearchParams({ grant_type: VOUCHER, voucher: text }),
    });
    return response.json();
  };

  const tokens = await redeem("shop", "golden");
  assert.equal(tokens.scope, "tea");
  const introspected = await latchkey.introspectOAuth2Token({ token: tokens.access_token });
  assert.ok(introspected.active);
  assert.equal(introspected.sub, "bearer");
  assert.equal((await redeem("shop", "tin")).error, "invalid_grant");
  assert.equal((await redeem("photos", "golden")).error, "unauthorized_client");

  const metrics = await latchkey.prometheus();
  assert.match(metrics, /latchkey_access_tokens_issued_total\{grant_type="voucher"\} 1/);

  await writeInspections(server.context);
  const { flows } = await latchkey.listFlows({ client_id: "shop" });
  assert.equal(flows.length, 1);
  const { steps } = await latchkey.getFlow({ flow_id: flows[0]?.flow_id ?? "" });
  assert.equal(steps[0]?.name, "voucher_refused");
  assert.equal(steps[0].line, "The client presents a voucher → Not a voucher.");
});

it("a second grant type of the same name is refused", async () => {
  const twice = createServer(testConfig(), { grant_types: [voucher, voucher] });
  await assert.rejects(twice, /Two grant types have the name urn:example/);
});
