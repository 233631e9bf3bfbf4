import assert from "node:assert/strict";
import { test } from "node:test";
import { openBrowser } from "../support/browser.ts";
import { passLogin } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { setUpWorkspace, registerIntegration, highLimits } from "./authorization.ts";
import { install } from "./caller.ts";

const world = await startTestServer(highLimits);
const { latchkey } = world;
const { workspace, photos } = await setUpWorkspace(latchkey, {
  icon: "📷",
  listed: true,
  description: "Shows photos of a workspace.",
  install_url: "https://photos.example/install",
});
await registerIntegration(latchkey, { name: "Unlisted" });
await registerIntegration(latchkey, {
  name: "Elsewhere",
  listed: true,
  install_scope: [photos.id],
});
const DIRECTORY = "http://public.test/workspace/directory";
const SIGN_IN = "http://public.test/workspace/sign-in?page=directory";

/** Signs in from the directory, and returns to it. */
async function openAs(subject: string) {
  const browser = openBrowser(world);
  const asked = await browser.go(DIRECTORY);
  assert.equal(asked.status, 403);
  assert.match(await asked.text(), /href="\/workspace\/sign-in\?page=directory"/);
  const returned = await passLogin(world, browser, await browser.go(SIGN_IN), {
    subject,
    remember: true,
  });
  assert.equal(new URL(returned.headers.get("location") ?? "").pathname, "/workspace/directory");
  return browser;
}

test("an administrator signs in to the directory, and sees what may be installed", async () => {
  const browser = await openAs("alice");
  const shown = await (await browser.go(DIRECTORY)).text();
  assert.match(shown, /Wonderland/);
  assert.match(shown, /📷[^]*Photos[^]*Shows photos of a workspace\.[^]*read the content/);
  assert.match(shown, /href="https:\/\/photos\.example\/install"/);
  assert.doesNotMatch(shown, /Unlisted|Elsewhere|class="badge"/);

  await install(world, photos, { consent: { workspace_id: workspace.id } });
  assert.match(await (await browser.go(DIRECTORY)).text(), /class="badge">connected/);
  const again = await browser.go(SIGN_IN);
  assert.deepEqual(
    [again.status, new URL(again.headers.get("location") ?? "").pathname],
    [303, "/workspace/directory"],
  );
});

test("a member who is no administrator sees no directory", async () => {
  const browser = await openAs("bob");
  const shown = await browser.go(DIRECTORY);
  assert.equal(shown.status, 403);
  assert.doesNotMatch(await shown.text(), /Photos/);
});

for (const page of ["https://mallory.example/", "//mallory.example", "../../oauth2/auth", ""]) {
  test(`signing in returns nowhere else: ${JSON.stringify(page)}`, async () => {
    const browser = openBrowser(world);
    const url = `http://public.test/workspace/sign-in?page=${encodeURIComponent(page)}`;
    const returned = await passLogin(world, browser, await browser.go(url), { subject: "alice" });
    assert.match(returned.headers.get("location") ?? "", /^http:[^?]*\/workspace\/installed$/);
  });
}
