import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  authorizationPath,
  connect,
  type FederatedWorld,
  openTraveller,
  password,
  startFederation,
  type Traveller,
} from "../support/federation.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { openVisitor } from "../support/page-visitor.ts";

const always = { create_accounts: "always" } as const;

/** Starts a sign-in in a browser, signs in at the provider, and returns the callback URL without opening it. */
async function untilCallback(traveller: Traveller, username?: string): Promise<URL> {
  const left = await traveller.leave(await traveller.open());
  return traveller.signInThere(left, username);
}

const isSignedIn = async ({ here }: Traveller) =>
  (await here.visit("/account")).url.pathname === "/account";

const linksOf = async ({ latchkey }: FederatedWorld, username: string) =>
  (await latchkey.exportAccount({ username })).records["linked_identities"];

async function addThere(
  { there }: FederatedWorld,
  username: string,
  email: string,
  verified = true,
) {
  const claims = { email, email_verified: verified };
  return there.latchkey.createAccount({ body: { username, password, claims } });
}

describe("an account with the address of another user", () => {
  const bob = {
    username: "bob",
    password: "the password of bob",
    claims: { email: "bob@bank.example", email_verified: true },
  };

  test("is not taken over by a provider that reports the address, verified or not", async () => {
    const world = await startFederation(always);
    await world.latchkey.createAccount({ body: bob });
    for (const [username, verified] of [
      ["mallory", false],
      ["malory", true],
    ] as const) {
      if (verified) {
        // Two accounts of the provider cannot have the same verified address; it says that of its own accord.
        await world.there.latchkey.createAccount({ body: { ...bob, username, password } });
      } else await addThere(world, username, "bob@bank.example", verified);
      const traveller = openTraveller(world);
      const page = await traveller.signIn("/account", username);
      assert.doesNotMatch(page.text, /Username bob /);
      assert.deepEqual(await linksOf(world, "bob"), []);
      if (verified) assert.match(page.text, /Do you already have an account\?/);
    }
    // Bob signs in with his address as before.
    const { here } = openTraveller(world);
    const login = await here.visit("/account");
    const page = await here.submit(login, { username: "bob@bank.example", password: bob.password });
    assert.match(page.text, /Username bob Email/);
  });

  test("keeps its username: a name that was chosen elsewhere is never one here", async () => {
    const world = await startFederation(always);
    await addThere(world, "admin", "bob@bank.example", false);
    await openTraveller(world).signIn(undefined, "admin");
    const [account] = await world.latchkey.listAccounts({});
    assert.match(account?.username ?? "", /^(?:admin-)?there-[0-9a-f]{8}$/);
    assert.equal(account?.claims.email_verified, undefined);
    const { here } = openTraveller(world);
    const login = await here.visit("/account");
    await world.latchkey.createAccount({ body: bob });
    const page = await here.submit(login, { username: "bob@bank.example", password: bob.password });
    assert.match(page.text, /Username bob Email/);
  });

  test("is not linked by another browser's form, nor by a forged one", async () => {
    const world = await startFederation();
    await world.latchkey.createAccount({ body: bob });
    await addThere(world, "mallory", "mallory@there.example");
    const mallory = openTraveller(world);
    const asked = await mallory.signIn(undefined, "mallory");
    const [, pending_link = ""] = /name="pending_link" value="([^"]*)"/.exec(asked.body) ?? [];
    assert.ok(pending_link.length > 50);

    // Bob signs in with a form into which mallory's state was put: the state is that of another login and browser.
    const victim = openTraveller(world);
    const login = await victim.open();
    const { username, password: secret } = bob;
    await victim.here.submit(login, { username, password: secret, pending_link });
    assert.deepEqual(await linksOf(world, "bob"), []);

    const value = { arrival_id: "x", provider: "There", label: "bob" };
    const text = Buffer.from(JSON.stringify({ value, expires_at: 1e12 })).toString("base64url");
    const forged = `${text}.${"A".repeat(43)}`;
    const other = openTraveller(world);
    const form = await other.open();
    await other.here.submit(form, { username, password: secret, pending_link: forged });
    assert.deepEqual(await linksOf(world, "bob"), []);
  });
});

describe("the response of a provider", () => {
  test("is of no use in another browser: no user is signed in as another one", async () => {
    const world = await startFederation(always);
    await addThere(world, "mallory", "mallory@there.example");
    const mallory = openTraveller(world);
    const callback = await untilCallback(mallory, "mallory");
    const victim = openTraveller(world);
    await victim.open();
    const page = await victim.here.visit(callback.href);
    assert.equal(page.status, 400);
    assert.match(page.text, /This sign-in has expired/);
    assert.equal(await isSignedIn(victim), false);
    // What was opened elsewhere is used up.
    assert.equal((await mallory.here.visit(callback.href)).status, 400);
  });

  test("is accepted once", async () => {
    const world = await startFederation(always);
    const traveller = openTraveller(world);
    const callback = await untilCallback(traveller);
    const exchanges = () => world.requests.filter((url) => url.endsWith("/oauth2/token")).length;
    await traveller.here.visit(callback.href);
    assert.equal(exchanges(), 1);
    const again = await traveller.here.visit(callback.href);
    assert.equal(again.status, 400);
    assert.equal(exchanges(), 1);
  });

  test("expires, and is replaced by that of the next attempt", async () => {
    const world = await startFederation(always);
    const traveller = openTraveller(world);
    const login = await traveller.open();
    const first = await traveller.signInThere(await traveller.leave(login));
    await traveller.leave(login);
    assert.equal((await traveller.here.visit(first.href)).status, 400);
    const late = await untilCallback(traveller);
    world.clock.now += 31 * 60;
    assert.equal((await traveller.here.visit(late.href)).status, 400);
  });

  test("is refused at the path of another provider, and with the issuer of another one", async () => {
    const world = await startFederation(always);
    await connect(world, world.there, "evil", { name: "Evil", ...always });
    const traveller = openTraveller(world);
    const callback = await untilCallback(traveller);
    const mixed = callback.href.replace("/there/", "/evil/");
    assert.equal((await traveller.here.visit(mixed)).status, 400);

    const other = await untilCallback(openTraveller(world));
    assert.equal(other.searchParams.get("iss"), "https://there.example");
    const second = openTraveller(world);
    const named = await untilCallback(second);
    named.searchParams.set("iss", "https://evil.example");
    const before = world.requests.length;
    const page = await second.here.visit(named.href);
    assert.match(page.text, /Signing in with There did not work\./);
    assert.equal(world.requests.length, before, "the code went nowhere");
  });

  test("is refused with an ID token of another sign-in, or with a signature that is not the provider's", async () => {
    const world = await startFederation(always);
    let answered: string | undefined;
    const change: { to?: (body: string) => string } = {};
    world.outbound.intercept = async ({ pathname, href }, body) => {
      if (pathname !== "/oauth2/token") return undefined;
      const response = await world.there.fetch("http://public.test/oauth2/token", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", authorization: header },
        body,
      });
      const text = await response.text();
      assert.ok(href);
      answered ??= text;
      return new Response(change.to?.(text) ?? text, {
        headers: { "content-type": "application/json" },
      });
    };
    const header = await authorizationOf(world);
    const first = openTraveller(world);
    await first.here.visit((await untilCallback(first)).href);
    assert.equal(await isSignedIn(first), true);

    change.to = () => answered ?? "";
    const replayed = openTraveller(world);
    const page = await replayed.here.visit((await untilCallback(replayed)).href);
    assert.match(page.text, /Signing in with There did not work\./);

    change.to = (text) =>
      text.replace(/("id_token":"[^.]+\.[^.]+\.)[^"]+"/, `$1${"A".repeat(342)}"`);
    const forged = openTraveller(world);
    const refused = await forged.here.visit((await untilCallback(forged)).href);
    assert.match(refused.text, /Signing in with There did not work\./);
    assert.equal(await isSignedIn(forged), false);
  });

  test("is refused where the user signed in there before a new sign-in was asked for", async () => {
    const world = await startFederation(always);
    const traveller = openTraveller(world);
    await traveller.signIn();
    for (const { clock } of [world, world.there]) clock.now += 3_600;
    const path = authorizationPath(world.photos, { prompt: "login" });
    const url = await traveller.leave(await traveller.open(path));
    // An attacker at a browser that was left open can change what it asks the provider.
    url.searchParams.delete("prompt");
    url.searchParams.delete("max_age");
    const back = await traveller.signInThere(url);
    assert.ok(back.searchParams.has("code"), "the session there was enough for the provider");
    const page = await traveller.here.visit(back.href);
    assert.match(page.text, /Signing in with There did not work\./);
  });

  test("is refused where the userinfo is that of another subject", async () => {
    const world = await startFederation(always);
    world.outbound.intercept = ({ pathname }) =>
      pathname === "/userinfo" ? Response.json({ sub: "another user" }) : undefined;
    const traveller = openTraveller(world);
    assert.match((await traveller.signIn()).text, /Signing in with There did not work\./);
    assert.deepEqual(await world.latchkey.listAccounts({}), []);
  });

  test("is refused without a state, with an invented one, and with parameters twice", async () => {
    const world = await startFederation(always);
    const { here } = openTraveller(world);
    for (const query of ["", "?code=c", `?code=c&state=${"A".repeat(43)}.x`, "?state=.&state=."]) {
      assert.equal((await here.visit(`/sign-in-with/there/callback${query}`)).status, 400, query);
      assert.equal((await here.visit(`/sign-in-with/none/callback${query}`)).status, 400, query);
    }
    const traveller = openTraveller(world);
    const callback = await untilCallback(traveller);
    callback.searchParams.append("code", "another");
    const page = await traveller.here.visit(callback.href);
    assert.match(page.text, /Signing in with There did not work\./);
  });

  test("redirects nowhere else", async () => {
    const world = await startFederation(always);
    const { here } = openTraveller(world);
    const value = { redirect_to: "https://evil.example" };
    const text = Buffer.from(JSON.stringify({ value, expires_at: 1e12 })).toString("base64url");
    for (const state of ["", "https://evil.example", `${text}.${"A".repeat(43)}`]) {
      const query = new URLSearchParams({ state, redirect_to: "https://evil.example" });
      const page = await here.visit(`/sign-in-with/there/signed-out?${query}`);
      assert.equal(page.url.hostname, "public.test");
      assert.doesNotMatch(page.body, /evil/);
    }
    const posted = await world.fetch(
      "http://public.test//evil.example/sign-in-with/there/callback",
      {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "code=c",
        redirect: "manual",
      },
    );
    assert.ok(!(posted.headers.get("location") ?? "/").startsWith("//"));
  });
});

describe("linking on the account page", () => {
  const bob = { username: "bob", password: "the password of bob" };

  test("needs the token of the form, and a sign-in that is fresh", async () => {
    const world = await startFederation();
    await world.latchkey.createAccount({ body: bob });
    const { here } = openTraveller(world);
    const page = await here.submit(await here.visit("/account"), bob);
    for (const action of ["link_provider", "unlink_provider"]) {
      const body = new URLSearchParams({ action, provider_id: "there", csrf: "x" }).toString();
      const response = await here.browser.go("http://public.test/account", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body,
      });
      assert.equal(response.status, 403, action);
    }
    world.clock.now += 16 * 60;
    const stale = await here.submit(page, {}, "link_provider");
    assert.equal(stale.status, 403);
    assert.match(stale.text, /Sign in again to continue/);
  });

  test("links nothing to a user who signs in to the same browser meanwhile", async () => {
    const world = await startFederation();
    const carol = { username: "carol", password: "the password of carol" };
    await world.latchkey.createAccount({ body: bob });
    await world.latchkey.createAccount({ body: carol });
    const traveller = openTraveller(world);
    const { here } = traveller;
    const page = await here.submit(await here.visit("/account"), bob);
    const left = await here.submit(page, {}, "link_provider");
    const back = await traveller.signInThere(left.url);
    await here.submit(await here.visit("/workspace/sign-in?page=account&prompt=login"), carol);
    assert.equal((await here.visit(back.href)).status, 400);
    for (const username of ["bob", "carol"]) assert.deepEqual(await linksOf(world, username), []);
  });

  test("does not take an identity that is linked with another account", async () => {
    const world = await startFederation(always);
    await openTraveller(world).signIn();
    await world.latchkey.createAccount({ body: bob });
    const traveller = openTraveller(world);
    const { here } = traveller;
    const page = await here.submit(await here.visit("/account"), bob);
    const left = await here.submit(page, {}, "link_provider");
    const refused = await here.visit((await traveller.signInThere(left.url)).href);
    assert.match(refused.text, /This There account is linked with another account here\./);
    assert.deepEqual(await linksOf(world, "bob"), []);
  });

  test("a login form of another site starts nothing", async () => {
    const world = await startFederation(always);
    const { here } = openTraveller(world);
    const login = await here.visit("/account");
    const response = await here.browser.go(login.url.href, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "provider=there&csrf=x",
    });
    assert.equal(response.status, 403);
    assert.deepEqual(world.requests, []);
  });
});

describe("requests to providers", () => {
  test("are not sent to the internal network, whatever the record or the provider names", async () => {
    const production = await startTestServer({ "urls.self.issuer": "https://here.example" });
    for (const issuer of [
      "http://there.example",
      "https://169.254.169.254",
      "https://localhost:4445",
      "https://[::1]/",
      "https://10.0.0.1/realms/a",
    ]) {
      const body = { id: "evil", issuer, client_id: "here", client_secret: "s" };
      const refused = await production.latchkey.call("createIdentityProvider", { body });
      assert.equal(refused.ok ? 200 : refused.status, 400, issuer);
    }

    const receiver = await startReceiver(({ path }) => {
      const issuer = receiver.url.replace(/\/$/, "");
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: "http://169.254.169.254/latest/meta-data",
        jwks_uri: "http://10.0.0.1/jwks",
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      };
      return { body: path.includes("well-known") ? JSON.stringify(metadata) : "" };
    });
    const world = await startTestServer();
    const issuer = receiver.url.replace(/\/$/, "");
    const body = { id: "evil", issuer, client_id: "here", client_secret: "a secret", name: "Evil" };
    await world.latchkey.createIdentityProvider({ body });
    const here = openVisitor(world, { isElsewhere: ({ pathname }) => pathname === "/authorize" });
    const left = await here.submit(await here.visit("/account"), { provider: "evil" });
    const state = left.url.searchParams.get("state") ?? assert.fail(left.text);
    const query = new URLSearchParams({ state, code: "c" });
    const page = await here.visit(`/sign-in-with/evil/callback?${query}`);
    assert.match(page.text, /Signing in with Evil did not work\./);
    assert.ok(world.lines.some((line) => line.includes("address_refused")));
    assert.ok(!world.lines.some((line) => line.includes("a secret")));
  });
});

/** How the server authenticates at the provider. */
async function authorizationOf({ there }: FederatedWorld): Promise<string> {
  const [client] = await there.latchkey.listOAuth2Clients({});
  const client_id = client?.client_id ?? "";
  const { client_secret = "" } = await there.latchkey.updateOAuth2Client({
    id: client_id,
    body: { ...client, client_id, client_secret: "a secret that the test knows" },
  });
  return `Basic ${btoa(`${client_id}:${encodeURIComponent(client_secret)}`)}`;
}
