import assert from "node:assert/strict";
import { it } from "node:test";
import { APIErrorCode, APIResponseError, Client } from "@notionhq/client";
import { accountsOf } from "../../../identity/src/accounts.ts";
import { openVisitor } from "../interop/visitor.ts";
import { alice } from "../support/sign-in-server.ts";
import { startTestServer } from "../support/server.ts";
import { authorizationUrl, obtainCode, openWonderland } from "./wonderland.ts";

const issuer = "http://public.test";
const { server, latchkey, fetch, clock } = await startTestServer({
  "urls.self.issuer": issuer,
  "workspace.version_header_aliases": ["notion-version"],
  "workspace.rate_limit.requests": 1,
});
const account = await accountsOf(server).add({ ...alice, claims: alice.profile });
assert.ok(typeof account === "object" && "subject" in account);
const { photos } = await openWonderland(latchkey, account.subject);
const { client_id, client_secret, redirect_uri } = photos;
const credentials = { client_id, client_secret };

it("a code survives a rate limit, and the library retries", async () => {
  const code = await findCode();
  const { client, statuses } = createLibrary({ patient: true });
  await introspect(client, "whatever"); // All that is allowed in this minute.
  const { access_token } = await exchange(client, code);
  assert.deepEqual(statuses, [200, 429, 200]);
  assert.equal((await introspect(client, access_token)).active, true);
});

it("a code survives a library that gives up", async () => {
  const code = await findCode();
  const { client, statuses } = createLibrary({ patient: false });
  await introspect(client, "whatever");
  await assert.rejects(exchange(client, code), (error) => {
    assert.ok(error instanceof APIResponseError);
    assert.deepEqual([error.status, error.code], [429, APIErrorCode.RateLimited]);
    assert.equal(error.additional_data?.["rate_limit_reason"], "public_api_request_rate_limit");
    return true;
  });
  assert.deepEqual(statuses, [200, 429, 429, 429]);

  clock.now += 60;
  assert.ok((await exchange(client, code)).access_token);
});

it("a refresh token survives being turned away", async () => {
  const code = await findCode();
  const { client, statuses } = createLibrary({ patient: true });
  const { refresh_token } = await exchange(client, code);
  assert.ok(refresh_token);
  const grant_type = "refresh_token";
  const fresh = await client.oauth.token({ ...credentials, grant_type, refresh_token });
  assert.deepEqual(statuses, [200, 429, 200]);
  assert.equal((await introspect(client, fresh.access_token)).active, true);
});

/** The unmodified library, with the clock of the test: where it is patient, it waits as long as Retry-After says. */
function createLibrary({ patient }: { readonly patient: boolean }) {
  const statuses: number[] = [];
  const client = new Client({
    baseUrl: issuer,
    retry: { maxRetryDelayMs: 0 },
    logger: () => {},
    async fetch(url, init) {
      const response = await fetch(url, { ...init });
      const { ok, status, headers } = response;
      statuses.push(status);
      if (patient) clock.now += Number(headers.get("retry-after"));
      return { ok, status, headers, text: () => response.text() };
    },
  });
  return { client, statuses };
}

/** A code, at the beginning of a minute. */
async function findCode(): Promise<string> {
  const sites = { [issuer]: (request: Request) => fetch(request) };
  const code = await obtainCode(openVisitor({ issuer, sites }), authorizationUrl(issuer, photos));
  clock.now += 60;
  return code;
}

function exchange({ oauth }: Client, code: string) {
  return oauth.token({ ...credentials, grant_type: "authorization_code", code, redirect_uri });
}

function introspect({ oauth }: Client, token: string) {
  return oauth.introspect({ ...credentials, token });
}
