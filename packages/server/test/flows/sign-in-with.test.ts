import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt } from "jose";
import {
  authorizationPath,
  connect,
  type FederatedWorld,
  openTraveller,
  password,
  startFederation,
} from "../support/federation.ts";
import type { VisitedPage } from "../support/page-visitor.ts";
import { startMailServer } from "../support/mail-server.ts";
import { codeOf, decodeKey } from "../support/totp.ts";

const always = { create_accounts: "always" } as const;

/** The claims of the ID token that the app gets. */
async function claimsOf({ url, text }: VisitedPage, { latchkey, photos }: FederatedWorld) {
  const code = url.searchParams.get("code") ?? assert.fail(`${url.href}: ${text}`);
  const { id_token = "" } = await latchkey.oauth2Token(
    { grant_type: "authorization_code", code, redirect_uri: photos.redirect_uri },
    { authorization: photos.authorization ?? "" },
  );
  return decodeJwt(id_token);
}

const countAccounts = async ({ latchkey }: FederatedWorld) =>
  (await latchkey.listAccounts({})).length;

describe("sign in with another server", () => {
  test("creates an account at the first sign-in, and finds it at the next", async () => {
    const world = await startFederation(always);
    const first = openTraveller(world);
    assert.match((await first.open()).text, /or Sign in with There/);
    const { sub, amr, idp } = await claimsOf(await first.signIn(), world);
    assert.equal(amr, undefined, "how the user signed in there is not known");
    assert.equal(idp, "there");
    assert.equal((await claimsOf(await openTraveller(world).signIn(), world)).sub, sub);
    const [account, ...others] = await world.latchkey.listAccounts({});
    assert.deepEqual(others, []);
    assert.equal(account?.subject, sub);
    assert.equal(account?.username, "alice@there.example");
    assert.equal(account?.claims.name, "Alice There");
    assert.equal(account?.claims.email_verified, true);
  });

  test("sends PKCE, a nonce and a state to the provider, and nothing of the client", async () => {
    const world = await startFederation(always);
    const traveller = openTraveller(world);
    const url = await traveller.leave(await traveller.open());
    const { searchParams: sent } = url;
    assert.equal(sent.get("code_challenge_method"), "S256");
    assert.ok((sent.get("state") ?? "").length > 80 && (sent.get("nonce") ?? "").length > 20);
    assert.equal(sent.get("redirect_uri"), "https://here.example/sign-in-with/there/callback");
    assert.doesNotMatch(url.href, /photos|login_challenge/);
  });

  test("asks the provider for a new sign-in where the client does, and for a recent one", async () => {
    const world = await startFederation(always);
    const sent = async (params: Readonly<Record<string, string>>) => {
      const traveller = openTraveller(world);
      const url = await traveller.leave(
        await traveller.open(authorizationPath(world.photos, params)),
      );
      return [url.searchParams.get("prompt"), url.searchParams.get("max_age")];
    };
    assert.deepEqual(await sent({}), [null, null]);
    assert.deepEqual(await sent({ prompt: "login" }), ["login", "0"]);
    assert.deepEqual(await sent({ max_age: "600" }), [null, "600"]);
    const authorization_parameters = { prompt: "select_account" };
    await world.latchkey.updateIdentityProvider({
      id: "there",
      body: { authorization_parameters },
    });
    assert.deepEqual(await sent({ prompt: "login" }), ["login select_account", "0"]);
  });

  test("asks a user who is signed in at the provider for the password there, where the client asks for it", async () => {
    const world = await startFederation(always);
    const traveller = openTraveller(world);
    await traveller.signIn();
    for (const { clock } of [world, world.there]) clock.now += 3_600;
    const again = await traveller.open(authorizationPath(world.photos, { prompt: "login" }));
    const there = await traveller.there.visit((await traveller.leave(again)).href);
    assert.equal(there.url.pathname, "/login", "the session at the provider is not enough");
    const back = await traveller.there.submit(there, { username: "alice", password });
    const done = await traveller.here.visit(back.url.href);
    assert.ok((await claimsOf(done, world)).sub);
  });

  test("starts a session, with which the next app signs in at once", async () => {
    const world = await startFederation(always);
    const traveller = openTraveller(world);
    const { sub } = await claimsOf(await traveller.signIn(), world);
    const again = await traveller.open(authorizationPath(world.photos));
    assert.equal((await claimsOf(again, world)).sub, sub);
  });

  test("creates no account by the rule never, and says what to do", async () => {
    const world = await startFederation();
    const page = await openTraveller(world).signIn();
    assert.match(page.text, /Do you already have an account\?/);
    assert.match(page.text, /Your There account alice@there\.example is not linked yet\./);
    assert.doesNotMatch(page.body, /name="provider"/);
    assert.equal(await countAccounts(world), 0);
  });

  test("creates accounts for verified addresses of the domains, and for no others", async () => {
    const world = await startFederation({
      create_accounts: "verified_email_domain",
      email_domains: ["there.example"],
    });
    const people = [
      ["bob", "bob@there.example", false],
      ["carol", "carol@there.example.evil.example", true],
    ] as const;
    for (const [username, email, email_verified] of people) {
      const body = { username, password, claims: { email, email_verified } };
      await world.there.latchkey.createAccount({ body });
      const page = await openTraveller(world).signIn(undefined, username);
      assert.match(page.text, /Do you already have an account\?/, email);
    }
    await claimsOf(await openTraveller(world).signIn(), world);
    assert.equal(await countAccounts(world), 1);
  });

  test("links an account that exists, once its password was entered in the same sign-in", async () => {
    const world = await startFederation();
    const body = { username: "alice-here", password: "another password" };
    const { subject } = await world.latchkey.createAccount({ body });
    const traveller = openTraveller(world);
    const asked = await traveller.signIn();
    const wrong = await traveller.here.submit(asked, { ...body, password: "a guess" });
    assert.match(wrong.text, /Do you already have an account\?.*Incorrect username or password/);
    const done = await traveller.here.submit(wrong, body);
    assert.equal((await claimsOf(done, world)).sub, subject);
    assert.equal((await claimsOf(await openTraveller(world).signIn(), world)).sub, subject);
  });

  test("asks for the authenticator app of the account, before it links and after", async () => {
    const world = await startFederation();
    const body = { username: "alice-here", password: "another password" };
    const { subject } = await world.latchkey.createAccount({ body });
    const owner = openTraveller(world).here;
    await owner.submit(await owner.visit("/account"), body);
    const offered = await owner.visit("/account?step=authenticator_app");
    const secret = decodeKey(/class="typed-key">([A-Z2-7 ]+)</.exec(offered.body)?.[1] ?? "");
    const code = () => codeOf(secret, world.clock.now);
    await owner.submit(offered, { code: code() }, "add_app");

    world.clock.now += 30;
    const traveller = openTraveller(world);
    const step = await traveller.here.submit(await traveller.signIn(), body);
    assert.match(step.text, /Confirm it’s you/);
    assert.deepEqual(await linksOf(world, subject), [], "a password alone links nothing");
    const done = await traveller.here.submit(step, { code: code() });
    assert.deepEqual((await claimsOf(done, world)).amr, ["pwd", "otp"]);

    world.clock.now += 30;
    const next = openTraveller(world);
    const asked = await next.signIn();
    assert.match(asked.text, /Confirm it’s you/);
    const { sub, amr, acr } = await claimsOf(
      await next.here.submit(asked, { code: code() }),
      world,
    );
    assert.deepEqual([sub, amr, acr], [subject, ["otp", "mfa"], "mfa"]);
  });

  test("links an account whose user has to choose another password on the way", async () => {
    const mailServer = await startMailServer();
    const settings = { "mail.smtp.url": mailServer.url, "mail.from": "no-reply@here.example" };
    const world = await startFederation({}, { settings });
    const claims = { email: "alice@here.example", email_verified: true };
    const body = { username: "alice-here", password: "another password" };
    const account = { ...body, claims, state: "must_change_password" } as const;
    const { subject } = await world.latchkey.createAccount({ body: account });
    const traveller = openTraveller(world);
    const { here } = traveller;
    const asked = await here.submit(await traveller.signIn(), body);
    assert.match(asked.text, /Choose a new password/);
    const choice = { decision: "choose_password", new_password: "tulips under a violet sky" };
    const short = await here.submit(asked, { ...choice, new_password: "short" });
    assert.deepEqual(await linksOf(world, subject), [], "nothing is linked before the choice");
    assert.equal((await claimsOf(await here.submit(short, choice), world)).sub, subject);
    assert.match((await mailServer.next()).text, /Your password was changed/);
    assert.equal((await claimsOf(await openTraveller(world).signIn(), world)).sub, subject);
  });

  test("links an account that exists by a code to its address, too", async () => {
    const mailServer = await startMailServer();
    const settings = {
      "identity.email_codes.enabled": true,
      "mail.smtp.url": mailServer.url,
      "mail.from": "no-reply@here.example",
    };
    const world = await startFederation({}, { settings });
    const email = "alice@there.example";
    const claims = { email, email_verified: true };
    const body = { username: "alice-here", password: "another password", claims };
    const { subject } = await world.latchkey.createAccount({ body });
    const traveller = openTraveller(world);
    const { here } = traveller;
    const fields = { username: "alice-here", decision: "email_code" };
    const sent = await here.submit(await traveller.signIn(), fields);
    const [code = ""] = /\b\d{6}\b/.exec((await mailServer.next()).text) ?? [];
    assert.deepEqual(await linksOf(world, subject), [], "nothing is linked before the code");
    assert.equal((await claimsOf(await here.submit(sent, { code }), world)).sub, subject);
    assert.equal((await claimsOf(await openTraveller(world).signIn(), world)).sub, subject);
  });

  test("has a user without a second factor set one up, where the policy asks for it, before it links", async () => {
    const world = await startFederation({}, { settings: { "identity.policy": "second_factor" } });
    const body = { username: "alice-here", password: "another password" };
    const { subject } = await world.latchkey.createAccount({ body });
    const traveller = openTraveller(world);
    const { here } = traveller;
    const offered = await here.submit(await traveller.signIn(), body);
    const secret = decodeKey(/class="typed-key">([A-Z2-7 ]+)</.exec(offered.body)?.[1] ?? "");
    assert.deepEqual(await linksOf(world, subject), []);
    const codes = await here.submit(offered, { code: codeOf(secret, world.clock.now) });
    const done = await here.submit(codes, {});
    assert.deepEqual((await claimsOf(done, world)).amr, ["pwd", "otp"]);
    assert.notDeepEqual(await linksOf(world, subject), []);
  });

  test("takes the methods of a provider that is believed as its own", async () => {
    const world = await startFederation({ ...always, trust_amr: true });
    const { amr } = await claimsOf(await openTraveller(world).signIn(), world);
    assert.deepEqual(amr, ["pwd"]);
  });

  test("takes groups over by the mapping, at every sign-in", async () => {
    const world = await startFederation({
      ...always,
      groups_claim: "roles",
      groups: { Admins: "admins", Staff: "staff" },
    });
    const { subject: sub } = await world.there.latchkey.getAccount({ username: "alice" });
    const setRoles = (roles: readonly string[]): void => {
      world.outbound.intercept = ({ pathname }) =>
        pathname === "/userinfo" ? Response.json({ sub, roles }) : undefined;
    };
    setRoles(["Staff", "Unknown"]);
    await openTraveller(world).signIn();
    const [account] = await world.latchkey.listAccounts({});
    const username = account?.username ?? "";
    assert.deepEqual(account?.groups, ["staff"]);
    await world.latchkey.updateAccount({ username, body: { groups: ["staff", "local"] } });
    setRoles(["Admins"]);
    await openTraveller(world).signIn();
    const after = await world.latchkey.getAccount({ username });
    assert.deepEqual(after.groups, ["local", "admins"]);
  });

  test("says that the user cancelled, and that the provider does not respond", async () => {
    const world = await startFederation(always);
    const traveller = openTraveller(world);
    const url = await traveller.leave(await traveller.open());
    const state = url.searchParams.get("state") ?? "";
    const query = new URLSearchParams({ state, error: "access_denied" });
    const page = await traveller.here.visit(`/sign-in-with/there/callback?${query}`);
    assert.equal(page.status, 422);
    assert.match(page.text, /You did not sign in with There\./);

    world.clock.now += 3_600;
    world.outbound.intercept = () => new Response("out of order", { status: 503 });
    const other = openTraveller(world);
    const login = await other.open();
    const down = await other.here.submit(login, { provider: "there" });
    assert.match(down.text, /There cannot be reached right now\./);
    assert.ok(!world.lines.some((line) => line.includes("out of order")));
  });

  test("refuses an account that is disabled", async () => {
    const world = await startFederation(always);
    await openTraveller(world).signIn();
    const username = "alice@there.example";
    await world.latchkey.updateAccount({ username, body: { state: "disabled" } });
    const page = await openTraveller(world).signIn();
    assert.match(page.text, /You cannot sign in with this There account\./);
  });

  test("takes a response that the provider sends as a form", async () => {
    const world = await startFederation({ ...always, response_mode: "form_post" });
    const traveller = openTraveller(world);
    const url = await traveller.leave(await traveller.open());
    assert.equal(url.searchParams.get("response_mode"), "form_post");
    const login = await traveller.there.visit(url.href);
    const posted = await traveller.there.submit(login, { username: "alice", password });
    const sent = [...posted.body.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]): [string, string] => [name, value],
    );
    assert.ok(sent.some(([name]) => name === "code"));
    // Another site sends the form: the browser has no cookies for it.
    const response = await world.fetch("http://public.test/sign-in-with/there/callback", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(sent).toString(),
      redirect: "manual",
    });
    assert.equal(response.status, 303);
    const done = await traveller.here.visit(response.headers.get("location") ?? "");
    assert.ok((await claimsOf(done, world)).sub);
  });

  test("has several providers, each with a redirect URI of its own", async () => {
    const world = await startFederation(always);
    await connect(world, world.there, "elsewhere", { name: "Elsewhere", ...always });
    const login = await openTraveller(world).open();
    assert.match(login.text, /Sign in with Elsewhere Sign in with There/);
    await world.latchkey.updateIdentityProvider({ id: "there", body: { enabled: false } });
    const without = await openTraveller(world).open();
    assert.doesNotMatch(without.text, /Sign in with There/);
  });
});

describe("signing out", () => {
  test("is passed on to the provider that the session began with, and comes back", async () => {
    const world = await startFederation({ ...always, sign_out: true });
    const traveller = openTraveller(world);
    await traveller.signIn("/account");
    const asked = await traveller.here.visit("/oauth2/sessions/logout");
    const left = await traveller.here.submit(asked, { decision: "sign_out" });
    assert.equal(left.url.origin, "https://there.example");
    assert.equal((await traveller.open("/account")).url.pathname, "/login");
    const confirm = await traveller.there.visit(left.url.href);
    const back =
      confirm.url.hostname === "here.example"
        ? confirm
        : await traveller.there.submit(confirm, { decision: "sign_out" });
    assert.match(back.url.href, /^https:\/\/here\.example\/sign-in-with\/there\/signed-out\?/);
    const end = await traveller.here.visit(back.url.href);
    assert.match(end.text, /You are signed out|signed out/i);
  });

  test("stays here where the record does not say so", async () => {
    const world = await startFederation(always);
    const traveller = openTraveller(world);
    await traveller.signIn("/account");
    const asked = await traveller.here.visit("/oauth2/sessions/logout");
    const end = await traveller.here.submit(asked, { decision: "sign_out" });
    assert.notEqual(end.url.origin, "https://there.example");
  });
});

describe("linked accounts on the account page", () => {
  test("are linked by a user who is signed in, and then sign in", async () => {
    const world = await startFederation();
    const body = { username: "alice-here", password: "another password" };
    const { subject } = await world.latchkey.createAccount({ body });
    const traveller = openTraveller(world);
    const page = await traveller.here.submit(await traveller.open("/account"), body);
    assert.match(page.text, /Sign in with other accounts .* There Link/);
    const left = await traveller.here.submit(page, {}, "link_provider");
    const back = await traveller.signInThere(left.url);
    const linked = await traveller.here.visit(back.href);
    assert.match(linked.text, /The account has been linked\./);
    assert.match(linked.text, /There alice@there\.example · Added on/);
    assert.equal((await claimsOf(await openTraveller(world).signIn(), world)).sub, subject);

    const gone = await traveller.here.submit(linked, {}, "unlink_provider");
    assert.match(gone.text, /The link has been removed\./);
    assert.match((await openTraveller(world).signIn()).text, /is not linked yet/);
  });

  test("are not unlinked where nothing else signs in", async () => {
    const world = await startFederation(always);
    const traveller = openTraveller(world);
    const page = await traveller.signIn("/account");
    const refused = await traveller.here.submit(page, {}, "unlink_provider");
    assert.equal(refused.status, 422);
    assert.match(refused.text, /You could not sign in any more\./);
    assert.doesNotMatch(page.body, /name="current_password"/);
    const short = await traveller.here.submit(page, { new_password: "short" }, "set_password");
    assert.match(short.text, /Use at least 8 characters\./);
    const chosen = { new_password: "another password" };
    await traveller.here.submit(page, chosen, "set_password");
    const login = await traveller.open("/account");
    const fields = { username: "alice@there.example", password: "another password" };
    const again = await traveller.here.submit(login, fields);
    assert.match(again.body, /name="current_password"/);
    // What could be sent before asks for the password now.
    const replayed = await traveller.here.submit(again, { action: "set_password", ...chosen });
    assert.equal(replayed.status, 422);
    assert.match(
      (await traveller.here.submit(again, {}, "unlink_provider")).text,
      /The link has been removed\./,
    );
  });

  test("are events of the account, and mails to its user, when they are linked and unlinked", async () => {
    const mailServer = await startMailServer();
    const settings = { "mail.smtp.url": mailServer.url, "mail.from": "no-reply@here.example" };
    const world = await startFederation({}, { settings });
    const username = "alice-here";
    const claims = { email: "alice@here.example", email_verified: true };
    const body = { username, password: "another password" };
    await world.latchkey.createAccount({ body: { ...body, claims } });
    const traveller = openTraveller(world);
    const page = await traveller.here.submit(await traveller.open("/account"), body);
    const left = await traveller.here.submit(page, {}, "link_provider");
    const linked = await traveller.here.visit((await traveller.signInThere(left.url)).href);
    assert.match(linked.text, /External account linked There/);
    await openTraveller(world).signIn();
    await traveller.here.submit(linked, {}, "unlink_provider");

    const events = await world.latchkey.listAccountEvents({ username });
    assert.deepEqual(
      events.filter(({ kind }) => kind !== "signed_in").map(({ kind, name }) => [kind, name]),
      [
        ["provider_unlinked", "There"],
        ["provider_linked", "There"],
      ],
      "a sign-in by a link is no event of the link",
    );
    assert.match((await mailServer.next()).text, /You can now sign in to your account with There/);
    const { text } = await mailServer.next();
    assert.match(text, /You can no longer sign in to your account with There/);
  });

  test("are an event of an account that is linked or created at a sign-in, too", async () => {
    const world = await startFederation(always);
    await openTraveller(world).signIn();
    await openTraveller(world).signIn();
    const created = await world.latchkey.listAccountEvents({ username: "alice@there.example" });
    assert.deepEqual(
      created.map(({ kind }) => kind),
      ["signed_in", "signed_in", "provider_linked"],
    );
    const bob = { username: "bob-here", password: "another password" };
    await world.latchkey.createAccount({ body: bob });
    await world.there.latchkey.createAccount({ body: { ...bob, username: "bob" } });
    await world.latchkey.updateIdentityProvider({
      id: "there",
      body: { create_accounts: "never" },
    });
    const traveller = openTraveller(world);
    const left = await traveller.leave(await traveller.open());
    const login = await traveller.there.visit(left.href);
    const back = await traveller.there.submit(login, { ...bob, username: "bob" });
    await traveller.here.submit(await traveller.here.visit(back.url.href), bob);
    const linked = await world.latchkey.listAccountEvents({ username: "bob-here" });
    assert.deepEqual(linked.map(({ kind }) => kind).toSorted(), ["provider_linked", "signed_in"]);
  });

  test("are exported and erased with the account", async () => {
    const world = await startFederation(always);
    await openTraveller(world).signIn();
    const username = "alice@there.example";
    const { records } = await world.latchkey.exportAccount({ username });
    const [link] = records["linked_identities"] ?? [];
    assert.equal(Object(link).label, "alice@there.example");
    const { ended } = await world.latchkey.deleteAccount({ username });
    assert.equal(ended["linked_identities"], 1);
  });
});

async function linksOf({ latchkey }: FederatedWorld, subject: string) {
  const account = (await latchkey.listAccounts({})).find((one) => one.subject === subject);
  const { records } = await latchkey.exportAccount({ username: account?.username ?? "" });
  return records["linked_identities"];
}
