import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { openTab } from "../browser/browser-fixture.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import { heading, openConsole, press } from "./console-tab.ts";

/** Attacks on an admin listener without API keys from a page of another origin (CSRF). */
export async function testCrossSite(browser: Browser): Promise<void> {
  const port = await openBlankSite();
  /** Another site, and another origin of the same site: cookies are sent from the second, and neither needs a preflight. */
  const CROSS_SITE = `http://localhost:${port}`;
  const SAME_SITE = `http://127.0.0.1:${port}`;
  const [keyless, allowing] = await Promise.all([
    startSignInServer(),
    startSignInServer({
      "serve.admin.cors.enabled": true,
      "serve.admin.cors.allowed_origins": [CROSS_SITE],
    }),
  ]);
  const { admin, latchkey } = keyless;

  await latchkey.createOAuth2Client({
    body: { client_id: "tea-shop", client_secret: "the first secret", scope: "tea" },
  });
  const integration = await latchkey.createIntegration({
    body: { name: "Tea timer", redirect_uris: ["https://tea.example/callback"] },
  });
  const workspace = await latchkey.createWorkspace({ body: { name: "Wonderland" } });

  /** Requests that a page can send without a preflight: a POST with a body without a content type. */
  const writes: readonly [path: string, body: object][] = [
    ["/clients", { client_id: "mallory", client_secret: "known to mallory", scope: "everything" }],
    ["/clients/tea-shop/secret", {}],
    ["/keys/mallory", { alg: "RS256", kid: "mallory", use: "sig" }],
    ["/oauth2/flush", {}],
    ["/oauth2/introspect", {}],
    ["/workspace/workspaces", { name: "Mallory's" }],
    [`/workspace/workspaces/${workspace.id}/members`, { subject: "mallory", role: "owner" }],
    ["/workspace/integrations", { name: "Mallory's", redirect_uris: ["https://mallory.example"] }],
    [`/workspace/integrations/${integration.id}/secrets`, {}],
  ];

  /** How a script can send a body to another origin without a preflight. */
  const ways: Readonly<Record<string, (url: string, body: string) => string>> = {
    "fetch in no-cors mode, no Content-Type": (url, body) =>
      `fetch(${url}, { method: "POST", mode: "no-cors", body: new Blob([${body}]) })`,
    "fetch in no-cors mode, a form's Content-Type": (url, body) =>
      `fetch(${url}, { method: "POST", mode: "no-cors", body: new URLSearchParams(JSON.parse(${body})) })`,
    "sendBeacon, no Content-Type": (url, body) =>
      `navigator.sendBeacon(${url}, new Blob([${body}]))`,
  };

  describe("a page of another origin changes nothing on a keyless admin listener", () => {
    for (const [relation, origin] of Object.entries({ CROSS_SITE, SAME_SITE })) {
      for (const [way, script] of Object.entries(ways)) {
        it(`${relation}: ${way}`, async () => {
          const page = await visit(origin);
          const before = await everything();
          for (const [path, body] of writes) {
            const sent = statusOf(page, admin + path);
            const said = JSON.stringify(JSON.stringify(body));
            await page.evaluate(script(JSON.stringify(admin + path), said));
            assert.equal(await sent, 403, path);
          }
          assert.deepEqual(await everything(), before);
        });
      }
    }

    it("a sandboxed frame, whose origin is null", async () => {
      const page = await visit(CROSS_SITE);
      const before = await everything();
      const script = `fetch("${admin}/clients", { method: "POST", mode: "no-cors", body: new Blob(["{}"]) })
        .finally(() => parent.postMessage("answered", "*"))`;
      await page.evaluate(
        `new Promise((resolve) => {
           addEventListener("message", resolve);
           const frame = document.createElement("iframe");
           frame.sandbox = "allow-scripts";
           frame.srcdoc = ${JSON.stringify(`<script>${script}</script>`)};
           document.body.append(frame);
         }).then(({ data }) => data)`,
      );
      assert.deepEqual(await everything(), before);
    });

    it("a form, which navigates to the response", async () => {
      const page = await visit(SAME_SITE);
      const before = await everything();
      const sent = statusOf(page, `${admin}/clients/tea-shop/secret`);
      await page.evaluate(
        `(() => {
           const form = document.createElement("form");
           Object.assign(form, { method: "POST", action: "${admin}/clients/tea-shop/secret" });
           document.body.append(form);
           form.submit();
         })()`,
      );
      assert.equal(await sent, 403);
      assert.deepEqual(await everything(), before);
    });

    it("a preflight is refused, so that the console's own PUT and DELETE are never sent", async () => {
      const page = await visit(SAME_SITE);
      const before = await everything();
      for (const [method, path] of consoleWrites) {
        const call = `fetch("${admin}${path}", { method: "${method}", headers: { "Content-Type": "application/json" }, body: "{}" })`;
        await assert.rejects(page.evaluate(call), /Failed to fetch/, `${method} ${path}`);
      }
      assert.deepEqual(await everything(), before);
    });
  });

  const consoleWrites = [
    ["PUT", "/clients/tea-shop"],
    ["DELETE", "/clients/tea-shop"],
    ["DELETE", "/oauth2/tokens?client_id=tea-shop"],
    ["PUT", `/workspace/integrations/${integration.id}`],
    ["DELETE", `/workspace/workspaces/${workspace.id}`],
  ] as const;

  it("the refusal names the setting", async () => {
    const headers = { Origin: CROSS_SITE, "Content-Type": "application/json" };
    const refused = await fetch(`${admin}/clients`, { method: "POST", headers, body: "{}" });
    assert.equal(refused.status, 403);
    assert.match(
      await refused.text(),
      /^\{"error":"request_forbidden",.*serve\.admin\.cors\.allowed_origins/,
    );
  });

  it("an origin that settings allow creates a client, and no other origin does", async () => {
    const create = (client_id: string): string =>
      `fetch("${allowing.admin}/clients", {
         method: "POST",
         headers: { "Content-Type": "application/json" },
         body: JSON.stringify({ client_id: "${client_id}" }),
       }).then((response) => response.status)`;
    const page = await visit(CROSS_SITE);
    assert.equal(await page.evaluate(create("tea-shop")), 201);
    const other = await visit(SAME_SITE);
    const sent = statusOf(other, `${allowing.admin}/clients`);
    await other.evaluate(
      `fetch("${allowing.admin}/clients", { method: "POST", mode: "no-cors", body: new Blob(['{"client_id":"mallory"}']) })`,
    );
    assert.equal(await sent, 403);
    const clients = await allowing.latchkey.listOAuth2Clients();
    assert.deepEqual(
      clients.map(({ client_id }) => client_id),
      ["tea-shop"],
    );
  });

  for (const name of ["127.0.0.1", "localhost"]) {
    it(`the console itself works under ${name}`, async () => {
      const { page, complaints, open } = await openConsole(
        browser,
        admin.replace("127.0.0.1", name),
      );
      await open("/new-client", "New client");
      await page.getByLabel("Name", { exact: true }).fill(`A client from ${name}`);
      await page.getByLabel("Redirect URIs").fill("https://tea.example/callback");
      await press(page, "Create client");
      await press(page, "I have saved it");
      await heading(page, `A client from ${name}`);
      assert.deepEqual(complaints, []);
    });
  }

  /** Everything that the attacks could have changed. */
  async function everything(): Promise<unknown> {
    const [clients, workspaces, members, integrations] = await Promise.all([
      latchkey.listOAuth2Clients(),
      latchkey.listWorkspaces(),
      latchkey.listWorkspaceMembers({ id: workspace.id }),
      latchkey.listIntegrations(),
    ]);
    const keys = await latchkey.call("getJsonWebKeySet", { set: "mallory" });
    return { clients, workspaces, members, integrations, keys: keys.status };
  }

  async function visit(origin: string): Promise<Page> {
    const { page } = await openTab(browser);
    await page.goto(`${origin}/`);
    return page;
  }
}

/** The status of the response, which the browser sees and the script does not. */
async function statusOf(page: Page, url: string): Promise<number> {
  return (await page.waitForResponse((response) => response.url() === url)).status();
}

async function openBlankSite(): Promise<number> {
  const site = createServer((_, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end("<!doctype html><title>Blank</title>"),
  );
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  after(() => {
    site.close();
    site.closeAllConnections();
  });
  const address = site.address();
  if (address === null || typeof address === "string") throw new Error("The site has no port.");
  return address.port;
}
