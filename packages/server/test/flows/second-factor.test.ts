import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import { decodeJwt } from "jose";
import { type App, registerApp } from "../support/app.ts";
import { requestOf } from "../support/flow.ts";
import { openVisitor, type VisitedPage } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";
import { codeOf, decodeKey } from "../support/totp.ts";

const password = "correct horse battery staple";
const PERIOD = 30;

async function start(
  client: OAuth2ClientInput = {},
  settings: Readonly<Record<string, unknown>> = {},
) {
  const world = await startTestServer({ "urls.self.issuer": "http://public.test", ...settings });
  await world.latchkey.createAccount({ body: { username: "alice", password } });
  const photos = await registerApp(world.latchkey, { skip_consent: true, ...client });
  return { ...world, world, photos };
}

type World = Awaited<ReturnType<typeof start>>;

/** Signs in to the account page, and sets an authenticator app up. */
async function setUpApp(world: World) {
  const visitor = openVisitor(world);
  const login = await visitor.visit("/account");
  await visitor.submit(login, { username: "alice", password });
  const offered = await visitor.visit("/account?step=authenticator_app");
  const secret = secretOf(offered);
  const codes = await visitor.submit(offered, { code: codeOf(secret, world.clock.now) }, "add_app");
  const recovery = [...codes.body.matchAll(/<code>([a-z2-7-]{19})<\/code>/g)].map(
    ([, code = ""]) => code,
  );
  world.clock.now += PERIOD; // That step is used.
  return { visitor, secret, codes, recovery, code: () => codeOf(secret, world.clock.now) };
}

/** Opens the app in a new browser, and passes the password. */
async function passPassword(world: World, params: Readonly<Record<string, string>> = {}) {
  const visitor = openVisitor(world);
  const login = await visitor.visit(authorizationUrl(world.photos, params));
  const step = await visitor.submit(login, { username: "alice", password });
  return { visitor, step };
}

describe("a second factor", () => {
  test("is set up with a code of the app, and gives ten recovery codes that are shown once", async () => {
    const world = await start();
    const { visitor, codes, recovery } = await setUpApp(world);
    assert.match(codes.text, /Save your recovery codes/);
    assert.equal(new Set(recovery).size, 10);
    assert.equal(codes.headers.get("cache-control"), "no-store");
    const page = await visitor.visit("/account");
    assert.match(page.text, /Authenticator app Added on .* · Not used yet/);
    assert.match(page.text, /Recovery codes 10 left/);
    assert.ok(!page.body.includes(recovery[0] ?? "-"));
    assert.ok(!world.lines.some((line) => line.includes(recovery[0] ?? "-")));
  });

  test("is not set up with a wrong code, nor with a secret of someone else's choice", async () => {
    const world = await start();
    const visitor = openVisitor(world);
    await visitor.submit(await visitor.visit("/account"), { username: "alice", password });
    const offered = await visitor.visit("/account?step=authenticator_app");
    assert.match(offered.body, /<img\s+src="data:image\/svg\+xml,/);
    const wrong = await visitor.submit(offered, { code: "000000" }, "add_app");
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /This code is not valid/);
    assert.deepEqual(secretOf(wrong), secretOf(offered), "the same secret is offered again");
    const forged = Buffer.from(JSON.stringify({ value: { secret: "AAAA" }, expires_at: 1e12 }));
    const state = `${forged.toString("base64url")}.${"A".repeat(43)}`;
    const code = codeOf(Buffer.from("AAAA", "base64url"), world.clock.now);
    await visitor.submit(offered, { state, code }, "add_app");
    assert.match((await visitor.visit("/account")).text, /Authenticator app Not set up/);
  });

  test("is asked for after the password, and ends in amr and acr", async () => {
    const world = await start();
    const { code } = await setUpApp(world);
    const { visitor, step } = await passPassword(world);
    assert.match(step.text, /Confirm it’s you Enter the code from your authenticator app\./);
    assert.match(step.body, /autocomplete="one-time-code"/);
    const done = await visitor.submit(step, { code: code(), decision: "sign_in" });
    const { amr, acr } = await claimsOf(done, world);
    assert.deepEqual([amr, acr], [["pwd", "otp"], "mfa"]);
  });

  test("is accepted once: a code that was seen by an attacker is of no use", async () => {
    const world = await start();
    const { code } = await setUpApp(world);
    const [mine, theirs] = [await passPassword(world), await passPassword(world)];
    const seen = code();
    assert.ok(codeIn(await mine.visitor.submit(mine.step, { code: seen })));
    const refused = await theirs.visitor.submit(theirs.step, { code: seen });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /This code is not valid, or it has already been used\./);
    world.clock.now += PERIOD;
    assert.ok(codeIn(await theirs.visitor.submit(refused, { code: code() })));
  });

  test("is accepted once even when it is sent twice at the same time", async () => {
    const world = await start();
    const { code } = await setUpApp(world);
    const tabs = await Promise.all([passPassword(world), passPassword(world), passPassword(world)]);
    const sent = code();
    const answers = await Promise.all(
      tabs.map(({ visitor, step }) => visitor.submit(step, { code: sent })),
    );
    assert.equal(answers.filter((answer) => codeIn(answer) !== null).length, 1);
  });

  test("cannot be guessed: attempts wait, and the right password does not reset their count", async () => {
    const world = await start({}, { "limits.sign_in.failures_per_username": 3 });
    const { code } = await setUpApp(world);
    for (let count = 0; count < 3; count += 1) {
      const { visitor, step } = await passPassword(world);
      assert.equal((await visitor.submit(step, { code: "000000" })).status, 422);
    }
    const { visitor, step } = await passPassword(world);
    const waiting = await visitor.submit(step, { code: code() });
    assert.equal(waiting.status, 429);
    assert.match(waiting.text, /Too many attempts/);
    world.clock.now += Number(waiting.headers.get("retry-after"));
    assert.ok(codeIn(await visitor.submit(waiting, { code: code() })));
  });

  test("is replaced by a recovery code, each once", async () => {
    const world = await start();
    const { visitor: owner, recovery } = await setUpApp(world);
    const [recovery_code = ""] = recovery;
    const first = await passPassword(world);
    const done = await first.visitor.submit(first.step, {
      recovery_code: recovery_code.toUpperCase(),
    });
    assert.deepEqual((await claimsOf(done, world))["amr"], ["pwd", "otp"]);
    const again = await passPassword(world);
    const refused = await again.visitor.submit(again.step, { recovery_code });
    assert.equal(refused.status, 422);
    assert.match((await owner.visit("/account")).text, /Recovery codes 9 left/);
    const renewed = await owner.submit(await owner.visit("/account"), {}, "new_recovery_codes");
    assert.match(renewed.text, /Save your recovery codes/);
    const old = await again.visitor.submit(refused, { recovery_code: recovery[1] ?? "" });
    assert.equal(old.status, 422, "the codes before are not valid any more");
  });

  test("is not skipped by going on without it", async () => {
    const world = await start();
    await setUpApp(world);
    const { visitor, step } = await passPassword(world);
    // Back to the server, to another app, or to the account page: no login was accepted, no session was made.
    const challenge = step.url.searchParams.get("login_challenge") ?? "";
    const again = await visitor.visit(`/login?login_challenge=${challenge}`);
    assert.match(again.text, /Sign in to continue to Photos/);
    for (const path of ["/account", authorizationUrl(world.photos)])
      assert.equal((await visitor.visit(path)).url.pathname, "/login");
    // An empty code, none at all, and a state without a password.
    for (const fields of [{ code: "" }, {}, { code: " ", recovery_code: " " }])
      assert.equal((await visitor.submit(step, fields)).status, 422);
    const forged = { subject: "alice", remember: false, amr: ["pwd", "otp"] };
    const text = Buffer.from(JSON.stringify({ value: forged, expires_at: 1e12 }));
    const state = `${text.toString("base64url")}.${"A".repeat(43)}`;
    const refused = await visitor.submit(step, { state, code: "123456" });
    assert.match(refused.text, /Sign in to continue to Photos/);
  });

  test("is for the login request whose password was right, for ten minutes", async () => {
    const world = await start();
    const { code } = await setUpApp(world);
    const first = await passPassword(world);
    const other = await first.visitor.visit(authorizationUrl(world.photos));
    const [, state = ""] = /name="state" value="([^"]*)"/.exec(first.step.body) ?? [];
    const moved = await first.visitor.submit(other, { state, code: code() });
    assert.match(moved.text, /Sign in to continue to Photos/);
    world.clock.now += 601;
    const late = await first.visitor.submit(first.step, { code: code() });
    assert.match(late.text, /Sign in to continue to Photos/);
  });

  test("cannot be removed, nor recovery codes be made, in a session that was left open", async () => {
    const world = await start();
    const { visitor } = await setUpApp(world);
    world.clock.now += 16 * 60;
    const page = await visitor.visit("/account");
    for (const action of ["remove_factor", "new_recovery_codes"]) {
      const refused = await visitor.submit(page, {}, action);
      assert.equal(refused.status, 403);
      assert.match(refused.text, /Sign in again to continue/);
    }
    const step = await visitor.visit("/account?step=authenticator_app");
    assert.equal(step.url.pathname, "/login");
  });

  test("is removed with its recovery codes, and the password is enough again", async () => {
    const world = await start();
    const { visitor } = await setUpApp(world);
    const removed = await visitor.submit(await visitor.visit("/account"), {}, "remove_factor");
    assert.match(removed.text, /Removed\. It can no longer be used to sign in/);
    assert.match(removed.text, /Authenticator app Not set up/);
    assert.doesNotMatch(removed.text, /Recovery codes/);
    const { step } = await passPassword(world);
    assert.deepEqual((await claimsOf(step, world))["amr"], ["pwd"]);
  });

  test("tells an attacker without the password nothing: wrong passwords look alike", async () => {
    const world = await start();
    await setUpApp(world);
    await world.latchkey.createAccount({ body: { username: "bob", password } });
    const answers = await Promise.all(
      ["alice", "bob", "unknown"].map(async (username) => {
        const visitor = openVisitor(world);
        const login = await visitor.visit(authorizationUrl(world.photos));
        const answer = await visitor.submit(login, { username, password: "a guess" });
        return [answer.status, answer.text];
      }),
    );
    assert.deepEqual(answers[0], answers[1]);
    assert.deepEqual(answers[0], answers[2]);
  });
});

describe("what a client requires", () => {
  test("a second factor of every login: who has none sets it up on the way, or goes back", async () => {
    const world = await start({ default_acr_values: ["mfa"], acr_values_required: true });
    const { visitor, step } = await passPassword(world);
    assert.equal(step.status, 200);
    assert.match(step.text, /Set up two-step verification .* Use an authenticator app/);
    const back = await visitor.submit(step, { decision: "cancel" });
    assert.equal(back.url.searchParams.get("error"), "access_denied");
    const { code } = await setUpApp(world);
    const again = await passPassword(world);
    const done = await again.visitor.submit(again.step, { code: code() });
    assert.equal((await claimsOf(done, world))["acr"], "mfa");
  });

  test("a request cannot lower that, and a weaker session is not reused", async () => {
    const world = await start({ default_acr_values: ["phr"], acr_values_required: true });
    const { code } = await setUpApp(world);
    const { visitor, step } = await passPassword(world, { acr_values: "mfa" });
    assert.match(step.text, /Enter the code from your authenticator app/);
    const confirmed = await visitor.submit(step, { code: code() });
    assert.match(confirmed.text, /Create a passkey Signing in here takes a passkey/);
    assert.doesNotMatch(confirmed.text, /authenticator app/);
    world.clock.now += PERIOD;

    // A session with a second factor, from the account page, whose level the request names.
    const other = openVisitor(world);
    const login = await other.visit("/account");
    const second = await other.submit(login, { username: "alice", password });
    assert.equal((await other.submit(second, { code: code() })).url.pathname, "/account");
    const asked = await other.visit(authorizationUrl(world.photos, { acr_values: "mfa" }));
    assert.equal(asked.url.pathname, "/login");
  });

  test("a level that these pages do not have is refused", async () => {
    const world = await start({ acr_values_required: true });
    const { step } = await passPassword(world, { acr_values: "gold" });
    assert.equal(step.url.searchParams.get("error"), "unmet_authentication_requirements");
  });

  test("step-up: a session by password is asked for the factor, and then is enough", async () => {
    const world = await start({ acr_values_required: true });
    const visitor = openVisitor(world);
    const login = await visitor.visit(authorizationUrl(world.photos));
    const done = await visitor.submit(login, { username: "alice", password });
    assert.equal((await claimsOf(done, world))["acr"], undefined);
    const { code } = await setUpApp(world);
    assert.ok(codeIn(await visitor.visit(authorizationUrl(world.photos))), "the session is reused");
    const stepUp = authorizationUrl(world.photos, { acr_values: "mfa" });
    const asked = await visitor.visit(stepUp);
    assert.equal(asked.url.pathname, "/login");
    const second = await visitor.submit(asked, { username: "alice", password });
    const stronger = await visitor.submit(second, { code: code() });
    assert.equal((await claimsOf(stronger, world))["acr"], "mfa");
    const reused = await visitor.visit(stepUp);
    assert.equal((await claimsOf(reused, world))["acr"], "mfa");
  });
});

function authorizationUrl(photos: App, params: Readonly<Record<string, string>> = {}): string {
  const asked = Object.entries(requestOf(photos, { scope: "openid", ...params }));
  return `/oauth2/auth?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}

function codeIn({ url }: VisitedPage): string | null {
  return url.searchParams.get("code");
}

async function claimsOf(page: VisitedPage, { latchkey, photos }: World) {
  const code = codeIn(page) ?? assert.fail(`${page.url.href}: ${page.text}`);
  const { id_token = "" } = await latchkey.oauth2Token(
    { grant_type: "authorization_code", code, redirect_uri: photos.redirect_uri },
    { authorization: photos.authorization ?? "" },
  );
  return decodeJwt(id_token);
}

/** The secret of the app, from the key that is typed. */
function secretOf({ body }: VisitedPage): Buffer {
  const [, typed = assert.fail("no key")] = /class="typed-key">([A-Z2-7 ]+)</.exec(body) ?? [];
  return decodeKey(typed);
}
