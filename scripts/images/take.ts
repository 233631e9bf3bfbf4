// npm run images: takes the screenshots of docs/images, of a server with the demo in Chromium.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basic, type Client, createClient } from "@latchkey/client";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../../packages/server/test/support/chromium.ts";
import { LATCHKEY } from "../guides/support/latchkey.ts";
import { startApp } from "../guides/support/processes.ts";

const images = join(import.meta.dirname, "../../docs/images");
const photos = {
  client_id: "photos",
  client_secret: "a-secret-for-this-tour",
  client_name: "Photos",
  client_uri: "https://photos.example",
  policy_uri: "https://photos.example/privacy",
  tos_uri: "https://photos.example/terms",
  redirect_uris: ["https://photos.example/callback", "https://photos.example/app"] satisfies [
    string,
    string,
  ],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: "openid offline_access profile email",
};
const backup = {
  client_id: "backup",
  client_secret: "a-secret-for-this-tour",
  client_name: "Backup",
  grant_types: ["client_credentials"],
  response_types: [],
  scope: "photos.read",
};
const authorizations = {
  photos: basic(photos.client_id, photos.client_secret),
  backup: basic(backup.client_id, backup.client_secret),
};

/** How often the overview asks for metrics, and how many points its charts show. */
const TICKS = 36;
const POLL_INTERVAL_MS = 2_000;

/** The default ports, as the reader has them. They must be free. */
const issuer = "http://127.0.0.1:4444";
const admin = "http://127.0.0.1:4445";
const demo = "http://127.0.0.1:4446";
const latchkey = createClient({ public: issuer, admin });
const cwd = mkdtempSync(join(tmpdir(), "latchkey-images-"));
const server = await startApp(`exec ${LATCHKEY} serve all --demo --dsn=memory --log.level=warn`, {
  cwd,
  ready: [`${issuer}/health/ready`, demo],
});
const browser = await chromium.launch({
  executablePath: findChromium() ?? "chromium",
  args: ["--no-sandbox"],
});
try {
  await latchkey.createOAuth2Client({ body: photos });
  await latchkey.createOAuth2Client({ body: backup });
  await takeConsent(browser);
  await takeInspector(browser);
  await takeOverview(browser);
} finally {
  await browser.close();
  await server.stop();
  rmSync(cwd, { recursive: true });
}

/** The consent page. Then alice allows the access, and photos redeems its code with another redirect URI. */
async function takeConsent(from: Browser): Promise<void> {
  const page = await openPage(from);
  await reachConsent(page);
  await save(page, "consent");
  await redeem(await allow(page), photos.redirect_uris[1]);
}

/** Signs alice in and goes on until she is asked for consent. */
async function reachConsent(page: Page, { remember = false } = {}): Promise<void> {
  await page.route("https://photos.example/**", (route) => route.fulfill({ body: "Welcome" }));
  const query = new URLSearchParams({
    client_id: photos.client_id,
    redirect_uri: photos.redirect_uris[0],
    response_type: "code",
    scope: photos.scope,
    state: crypto.randomUUID(),
  });
  await page.goto(`${issuer}/oauth2/auth?${query}`);
  await page.getByLabel("Username").fill("alice");
  await page.getByLabel("Password", { exact: true }).fill("wonderland");
  if (remember) await page.getByLabel("Keep me signed in on this device").check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
}

/** Returns the code. */
async function allow(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Welcome").waitFor();
  return new URL(page.url()).searchParams.get("code") ?? "";
}

async function redeem(code: string, redirect_uri: string): Promise<void> {
  await latchkey.call(
    "oauth2Token",
    { grant_type: "authorization_code", code, redirect_uri },
    { authorization: authorizations.photos },
  );
}

/** The flow that failed, with the step that explains it. */
async function takeInspector(from: Browser): Promise<void> {
  const page = await openPage(from, { height: 1000 });
  await page.goto(`${admin}/console/inspector?outcome=failed`);
  const step = page.locator(".step.bad").first();
  await step.locator(".step-head").click();
  await step.getByText("RFC 6749").waitFor();
  await save(page, "inspector");
}

/** The overview after a minute of traffic, which passes in seconds: the page has a clock of its own. */
async function takeOverview(from: Browser): Promise<void> {
  const page = await openPage(from);
  await page.clock.install();
  await page.goto(`${admin}/console`);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.clock.pauseAt(Date.now() + POLL_INTERVAL_MS);
  for (let tick = 0; tick < TICKS; tick += 1) {
    await sendTraffic(latchkey, tick);
    if (tick % 5 === 4) await signIn(from);
    const polled = page.waitForResponse((response) => response.url().endsWith("/metrics/exporter"));
    await page.clock.runFor(POLL_INTERVAL_MS);
    await polled;
  }
  await page.getByText("access, client_credentials").waitFor();
  await save(page, "overview");
}

async function signIn(from: Browser): Promise<void> {
  const page = await openPage(from);
  await reachConsent(page, { remember: true });
  await redeem(await allow(page), photos.redirect_uris[0]);
  await page.context().close();
}

/** Two waves of token requests, some of them refused, and APIs that introspect the tokens. */
async function sendTraffic(client: Client, tick: number): Promise<void> {
  const { backup: authorization } = authorizations;
  const wave = Math.round(20 + 14 * Math.sin(tick / 3) + 8 * Math.sin(tick));
  for (let count = 0; count < wave; count += 1) {
    const { access_token } = await client.oauth2Token(
      { grant_type: "client_credentials", scope: "photos.read" },
      { authorization },
    );
    if (count % 3 === 0) await client.introspectOAuth2Token({ token: access_token });
  }
  await client.call(
    "oauth2Token",
    { grant_type: "client_credentials", scope: "photos.write" },
    { authorization },
  );
}

async function openPage(from: Browser, { height = 900 } = {}): Promise<Page> {
  const context = await from.newContext({
    viewport: { width: 1400, height },
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  return context.newPage();
}

async function save(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(images, `${name}.png`), animations: "disabled" });
  console.log(`wrote docs/images/${name}.png`);
}
