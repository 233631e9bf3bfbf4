import assert from "node:assert/strict";
import { test } from "node:test";
import { codeFor, redeem, refresh } from "../support/flow.ts";
import { account, detailsParameter, payment, startBank } from "./payments.ts";

const ACCOUNTS = "https://accounts.example";
const PAYMENTS = "https://payments.example";
const bank = await startBank({ audience: [ACCOUNTS, PAYMENTS] });
const { world, photos, latchkey, clock } = bank;
const params = { ...detailsParameter(payment, account), resource: [ACCOUNTS, PAYMENTS] };
const consent = { grant_authorization_details: [payment, account] };

/** What introspection says about a token beside its times; undefined when it is not active. */
async function introspect(token: string) {
  const introspection = await latchkey.introspectOAuth2Token({ token });
  if (!introspection.active) return undefined;
  const { authorization_details, aud, scope, acr, auth_time } = introspection;
  return { authorization_details, aud, scope, acr, auth_time };
}

const lowered = { ...payment, amount: 1 };
const fewer = { ...account, actions: ["list"] };
const toPayments = { resource: [PAYMENTS], ...detailsParameter(lowered) };
const toAccounts = { resource: [ACCOUNTS], ...detailsParameter(fewer) };

for (const access_token_strategy of ["opaque", "jwt"] as const) {
  test(`RFC 9396 §9: ${access_token_strategy} tokens for single resources keep their details when the grant is refreshed with others`, async () => {
    const { client_secret: _, ...client } = await latchkey.getOAuth2Client({ id: "photos" });
    await latchkey.updateOAuth2Client({ id: "photos", body: { ...client, access_token_strategy } });
    const code = await codeFor(world, photos, { params, consent });
    const expected = new Map<string, unknown>();
    const verify = async () => {
      for (const [token, claims] of expected) assert.deepEqual(await introspect(token), claims);
    };
    const note = async (tokens: { access_token: string }, details: unknown) => {
      const claims = await introspect(tokens.access_token);
      assert.deepEqual(claims?.authorization_details, details);
      expected.set(tokens.access_token, claims);
      await verify();
    };

    const first = await redeem(world, photos, code, toPayments);
    assert.ok(first.ok, JSON.stringify(first.body));
    await note(first.body, [lowered]);
    let refresh_token = first.body.refresh_token;
    for (const [request, details] of [
      [toAccounts, [fewer]],
      [{ resource: [ACCOUNTS] }, [payment, account]],
      [toPayments, [lowered]],
      [toAccounts, [fewer]],
    ] as const) {
      clock.now += 60;
      const next = await refresh(world, photos, refresh_token, request);
      assert.ok(next.ok, JSON.stringify(next.body));
      assert.deepEqual(next.body.authorization_details, details);
      await note(next.body, details);
      ({ refresh_token } = next.body);
    }
  });
}

test("of very many tokens with details of their own the oldest end, rather than get other details", async () => {
  const code = await codeFor(world, photos, { params, consent });
  const first = await redeem(world, photos, code, toPayments);
  assert.ok(first.ok);
  let { refresh_token } = first.body;
  for (let count = 1; count <= 16; count += 1) {
    assert.deepEqual((await introspect(first.body.access_token))?.authorization_details, [lowered]);
    const next = await refresh(world, photos, refresh_token, toAccounts);
    assert.ok(next.ok);
    ({ refresh_token } = next.body);
  }
  const last = await refresh(world, photos, refresh_token, toAccounts);
  assert.ok(last.ok);
  assert.equal(await introspect(first.body.access_token), undefined);
  assert.deepEqual((await introspect(last.body.access_token))?.authorization_details, [fewer]);
});
