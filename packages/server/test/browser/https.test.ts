import assert from "node:assert/strict";
import { after, it } from "node:test";
import { features } from "../../../cli/src/features.ts";
import { startServer } from "../../src/process/start.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { freePorts } from "../processes/free-ports.ts";
import { launchChromium } from "../support/chromium.ts";
import { alice } from "../support/sign-in-server.ts";
import { testConfig } from "../support/server.ts";
import { consent, openTab, signIn } from "./browser-fixture.ts";
import { openPhotos } from "./photos.ts";

const [public_port, admin_port] = await freePorts();
const issuer = `https://127.0.0.1:${public_port}`;
const config = testConfig({
  "urls.self.issuer": issuer,
  "serve.public.port": public_port,
  "serve.admin.port": admin_port,
});
const log = createLog({ level: "error", format: "json", write: () => {} });
const [server, photos, browser] = await Promise.all([
  startServer(config, { features, log }),
  openPhotos(),
  launchChromium(),
]);
after(() => server.close());
await server.latchkey.createAccount({
  body: { username: alice.username, password: alice.password },
});
await server.latchkey.createOAuth2Client({
  body: { client_id: "photos", redirect_uris: [photos.redirect_uri], scope: "openid" },
});

it("over https a browser keeps the cookies with the prefix, and is recognised by them", async () => {
  const { page, complaints } = await openTab(browser, { ignoreHTTPSErrors: true });
  const query = new URLSearchParams({
    client_id: "photos",
    redirect_uri: photos.redirect_uri,
    response_type: "code",
    scope: "openid",
    state: "a state of photos",
  });
  await page.goto(`${issuer}/oauth2/auth?${query}`);
  await signIn(page, { remember: true });
  await consent(page);
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  const cookies = await page.context().cookies(issuer);
  const session = cookies.find(({ name }) => name === "__Host-oauth2_authentication_session");
  assert.equal(session?.secure, true);
  assert.ok(cookies.every(({ name }) => name.startsWith("__Host-")));

  await page.goto(`${issuer}/oauth2/auth?${query}`);
  await consent(page); // The password is not requested again.
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  assert.deepEqual(complaints, []);
});
