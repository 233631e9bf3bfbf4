import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize } from "../support/flow.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer({
  "limits.request.token_length": 1_000_000,
  "limits.request.parameter_length": 1_000_000,
  "limits.request.authorization_length": 1_000_000,
  "serve.limits.body_bytes": 4_000_000,
});
const shelf = await startReceiver(() => ({ body: jwtOf(`{"state":${lists(90_000)}}`) }));
const photos = await registerApp(world.latchkey, { request_uris: [`${shelf.url}/object`] });
const params = { client_id: "photos", response_type: "code", scope: "openid" };

/** So many lists inside one another. */
function lists(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

function objects(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

function jwtOf(claims: string, header = '{"alg":"none"}'): string {
  return `${[header, claims].map((part) => Buffer.from(part).toString("base64url")).join(".")}.`;
}

async function hits(): Promise<number> {
  const page = await (await world.fetch("http://admin.test/metrics/prometheus")).text();
  const line = /^latchkey_limit_hits_total\{limit="limits\.request\.json_depth"\} (\d+)/m.exec(
    page,
  );
  return Number(line?.[1] ?? 0);
}

describe("a request object that is nested deeply", () => {
  for (const depth of [65, 300, 5_000, 100_000]) {
    for (const [kind, nested] of [
      ["lists", lists(depth)],
      ["objects", objects(depth)],
    ] as const) {
      test(`${depth} ${kind}: 400 invalid_request_object`, async () => {
        const request = jwtOf(`{"redirect_uri":"${photos.redirect_uri}","state":${nested}}`);
        const body = new URLSearchParams({ ...params, request }).toString();
        const page = await world.fetch("http://public.test/oauth2/auth", {
          method: "POST",
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
          body,
          redirect: "manual",
        });
        assert.equal(page.status, 400);
        assert.match(await page.text(), /invalid_request_object/);
      });
    }
  }

  test("in its header", async () => {
    const request = jwtOf("{}", `{"alg":${lists(5_000)}}`);
    const page = await authorize(openBrowser(world), { ...params, request });
    assert.equal(page.status, 400);
    assert.match(await page.text(), /invalid_request_object/);
  });

  test("fetched from its request_uri", async () => {
    const request_uri = `${shelf.url}/object`;
    const page = await authorize(openBrowser(world), { ...params, request_uri });
    assert.equal(page.status, 400);
    assert.match(await page.text(), /invalid_request_object/);
  });

  test("is counted as a limit that was hit", async () => {
    const before = await hits();
    await authorize(openBrowser(world), { ...params, request: jwtOf(`{"a":${lists(65)}}`) });
    assert.equal(await hits(), before + 1);
  });

  test("within the limit is read as before", async () => {
    const request = jwtOf(`{"redirect_uri":"${photos.redirect_uri}","x":${objects(40)}}`);
    assert.equal((await authorize(openBrowser(world), { ...params, request })).status, 302);
  });
});

describe("a JWT that is nested deeply", () => {
  const deep = jwtOf(`{"sub":"photos","aud":${lists(100_000)},"exp":9999999999}`);
  const FORM = "application/x-www-form-urlencoded";
  const forms: [name: string, url: string, form: Record<string, string>, status: number][] = [
    [
      "as a client assertion",
      "http://public.test/oauth2/token",
      {
        grant_type: "client_credentials",
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: deep,
      },
      401,
    ],
    ["at introspection", "http://admin.test/oauth2/introspect", { token: deep }, 200],
  ];
  for (const [name, url, form, status] of forms) {
    test(name, async () => {
      const body = new URLSearchParams(form).toString();
      const response = await world.fetch(url, {
        method: "POST",
        headers: { "Content-Type": FORM },
        body,
      });
      assert.equal(response.status, status, await response.text());
    });
  }

  test("as an id_token_hint", async () => {
    const page = await authorize(openBrowser(world), { ...params, id_token_hint: deep });
    assert.ok(page.status < 500);
  });

  test("as a bearer token", async () => {
    const headers = { Authorization: `Bearer ${deep}` };
    const response = await world.fetch("http://public.test/userinfo", { headers });
    assert.equal(response.status, 401);
  });
});

describe("a JSON body that is nested deeply is 400", () => {
  const bodies: [method: string, path: string, body: (nested: string) => string][] = [
    ["POST", "/clients", (nested) => `{"metadata":${nested}}`],
    ["POST", "/clients", (nested) => `{"jwks":{"keys":[{"kty":${nested}}]}}`],
    ["PUT", "/clients/photos", (nested) => nested],
    ["PUT", "/keys/set", (nested) => `{"keys":[{"kty":"oct","k":${nested}}]}`],
    ["POST", "/keys/set", (nested) => `{"alg":${nested}}`],
    ["POST", "/workspace/integrations", (nested) => `{"name":${nested}}`],
  ];
  for (const [method, path, bodyOf] of bodies) {
    for (const depth of [70, 100_000]) {
      for (const nest of [lists, objects]) {
        test(`${method} ${path} with ${depth} ${nest.name}`, async () => {
          const before = await hits();
          const response = await world.fetch(`http://admin.test${path}`, {
            method,
            headers: { "Content-Type": "application/json" },
            body: bodyOf(nest(depth)),
          });
          const text = await response.text();
          assert.equal(response.status, 400, text);
          assert.match(text, /limits\.request\.json_depth/);
          assert.equal(await hits(), before + 1);
        });
      }
    }
  }

  test("at the workspace API too", async () => {
    const response = await world.fetch("http://public.test/v1/oauth/token", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: `{"grant_type":${lists(100_000)}}`,
    });
    assert.ok(response.status >= 400 && response.status < 500, String(response.status));
  });
});
