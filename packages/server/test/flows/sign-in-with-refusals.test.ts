import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ProviderRefusal } from "@latchkey/api";
import { openTraveller } from "../support/federation.ts";
import { type Forgery, startForgedProvider } from "../support/forged-provider.ts";
import { writeInspections } from "../support/inspections.ts";

const isCallback = ({ url }: { readonly url: URL }): boolean => url.searchParams.has("code");

describe("a sign-in with a provider", () => {
  test("works right after the provider rotated its keys, and asks for keys that nobody has at most once in a while", async () => {
    const world = await startForgedProvider();
    const isApp = (page: { readonly url: URL }) => page.url.hostname === "photos.example";
    assert.ok(isApp(await world.signInWith()), "with the first key");
    world.published.splice(0, 1, "second");
    world.clock.now += 1;
    assert.ok(isApp(await world.signInWith({ key: "second" })), "with the key of now");

    world.clock.now += 1;
    const fetched = () => world.requests.filter((url) => url.endsWith("/jwks.json")).length;
    const before = fetched();
    for (let count = 0; count < 5; count += 1)
      assert.match((await world.signInWith({ key: "nobody's" })).text, /did not work/);
    assert.ok(fetched() - before <= 1, `${fetched() - before} requests`);
  });

  test("leaves no code in the address bar, whatever comes of it", async () => {
    const world = await startForgedProvider();
    const pages: [what: string, page: Awaited<ReturnType<typeof world.signInWith>>][] = [
      ["refused", await world.signInWith({ claims: { nonce: "another" } })],
      ["failed", await world.signInWith({ token: () => new Response("", { status: 500 }) })],
      ["cancelled", await world.signInWith({ parameters: { error: "access_denied" } })],
    ];
    const stranger = openTraveller(world);
    const { back } = await world.leave();
    pages.push(["of another browser", await stranger.here.visit(back.href)]);
    pages.push(["used before", await stranger.here.visit(back.href)]);
    await world.latchkey.createAccount({
      body: {
        username: "alice",
        password: "long enough",
        claims: { email: "alice@a.example", email_verified: true },
      },
    });
    const claims = { email: "alice@a.example", email_verified: true };
    pages.push(["to prove an account", await world.signInWith({ claims })]);
    for (const [what, page] of pages) assert.equal(isCallback(page), false, what);
  });

  test("with tokens that were issued to another client is refused", async () => {
    const world = await startForgedProvider();
    const page = await world.signInWith({ claims: { azp: "another client" } });
    assert.match(page.text, /Signing in with There did not work/);
    assert.deepEqual(await world.latchkey.listAccounts({}), []);
  });

  test("that fails again and again waits, for each login and address, and does not flood the provider", async () => {
    const world = await startForgedProvider();
    const traveller = openTraveller(world);
    const refused = { token: () => Response.json({ error: "invalid_grant" }, { status: 400 }) };
    const exchanges = () => world.requests.filter((url) => url.endsWith("/oauth2/token")).length;
    const login = await traveller.open();
    let last = login;
    for (let count = 0; count < 50; count += 1) {
      const left = (await traveller.leave(login)).searchParams;
      await world.leave(refused);
      const back = new URL(left.get("redirect_uri") ?? "");
      const state = left.get("state") ?? "";
      const response = { code: "c", state, iss: "https://there.example" };
      back.search = new URLSearchParams(response).toString();
      last = await traveller.here.visit(back.href);
    }
    assert.ok(exchanges() <= 5, `${exchanges()} requests for one login`);
    assert.equal(last.status, 429);
    assert.ok(last.headers.has("retry-after"));

    for (let count = 0; count < 50; count += 1) await world.signInWith(refused);
    assert.ok(exchanges() <= 20, `${exchanges()} requests for one address`);
    world.clock.now += 15 * 60;
    const { url } = await world.signInWith();
    assert.equal(url.hostname, "photos.example");
  });

  const refusals: [reason: ProviderRefusal, isPassing: boolean, forgery: Forgery][] = [
    ["provider_iss_wrong", false, { claims: { iss: "https://evil.example" } }],
    ["provider_aud_wrong", false, { claims: { aud: "another client" } }],
    ["provider_aud_wrong", false, { claims: { aud: ["another client", "a third"] } }],
    ["provider_azp_wrong", false, { claims: { azp: "another client" } }],
    ["provider_nonce_wrong", false, { claims: { nonce: "that of another sign-in" } }],
    ["provider_token_expired", false, { claims: { exp: 1_700_000_000 } }],
    ["provider_id_token_invalid", false, { claims: { sub: undefined } }],
    ["provider_key_unknown", true, { key: "nobody's" }],
    ["provider_signature_wrong", false, { key: "nobody's", kid: "first" }],
    ["provider_keys_unavailable", true, { jwks: () => new Response("", { status: 502 }) }],
    ["provider_metadata_invalid", false, { jwks: () => Response.json({ keys: "none" }) }],
    [
      "provider_id_token_missing",
      false,
      { token: () => Response.json({ access_token: "at", token_type: "Bearer" }) },
    ],
    [
      "provider_code_refused",
      true,
      { token: () => Response.json({ error: "invalid_grant" }, { status: 400 }) },
    ],
    [
      "provider_client_refused",
      false,
      { token: () => Response.json({ error: "invalid_client" }, { status: 401 }) },
    ],
    [
      "provider_client_refused",
      false,
      {
        token: () =>
          Response.json(
            { error: "invalid_client" },
            { status: 401, headers: { "www-authenticate": 'Basic realm="there"' } },
          ),
      },
    ],
    ["provider_failed", true, { token: () => new Response("oops", { status: 500 }) }],
    ["provider_response_invalid", true, { token: () => new Response("<p>oops") }],
    ["provider_user_other", false, { userinfo: () => Response.json({ sub: "mallory" }) }],
    ["provider_userinfo_failed", false, { userinfo: () => Response.json({}, { status: 403 }) }],
    ["provider_response_iss_wrong", false, { parameters: { iss: "https://evil.example" } }],
    ["provider_error", false, { parameters: { error: "invalid_scope" } }],
    ["provider_failed", true, { parameters: { error: "temporarily_unavailable" } }],
    ["provider_cancelled", true, { parameters: { error: "access_denied" } }],
  ];

  for (const [reason, isPassing, forgery] of refusals) {
    test(`that is refused because of ${reason} says so to operators, and whether to try again to the user`, async () => {
      const world = await startForgedProvider();
      const { login, back } = await world.leave(forgery);
      assert.equal(login.status, 200);
      const traveller = openTraveller(world);
      const page = await world.signInWith(forgery, traveller);
      assert.ok(back.searchParams.has("state"));
      assert.equal(page.url.pathname, "/login");
      assert.equal(/Trying again will not help/.test(page.text), !isPassing, page.text);

      const [failed, ...others] = await world.latchkey.listFailedSignIns({});
      assert.deepEqual(
        [failed?.method, failed?.reason, failed?.provider, failed?.subject, others],
        ["provider", reason, "there", null, []],
      );
      const request_id = failed?.request_ids[0] ?? "";
      const isShown = reason !== "provider_cancelled";
      assert.equal(page.text.includes(`Request ID ${request_id}`), isShown, page.text);
      const log = world.lines.join("");
      assert.match(log, new RegExp(`sign-in failed.*${reason}.*${request_id}`));
      const metrics = await (await world.fetch("http://admin.test/metrics/prometheus")).text();
      const labels = `method="provider",reason="${reason}"`;
      assert.ok(metrics.includes(`latchkey_failed_sign_ins_total{${labels}} 1\n`));

      await writeInspections(world.server.context);
      const {
        flows: [flow],
      } = await world.latchkey.listFlows({ request_id });
      assert.equal(flow?.client_id, world.photos.client_id);
      const { steps } = await world.latchkey.getFlow({ flow_id: flow?.flow_id ?? "" });
      const step = steps.find(({ name }) => name === "provider_refused");
      assert.deepEqual([step?.decided.rule, step?.request_id], [reason, request_id]);
      assert.ok((step?.decided.because ?? "").length > 10);
      assert.equal(flow?.headline, step?.decided.because);
      assert.equal(flow?.outcome, reason === "provider_cancelled" ? "refused" : "failed");
      for (const secret of ["code=c", '"c"', "at-secret"]) assert.ok(!log.includes(secret));
    });
  }

  test("that the user completes another way is not a failure in the inspector", async () => {
    const world = await startForgedProvider();
    const traveller = openTraveller(world);
    const password = "correct horse battery staple";
    await world.latchkey.createAccount({ body: { username: "bob", password } });
    const refused = await world.signInWith({ claims: { azp: "another" } }, traveller);
    const end = await traveller.here.submit(refused, { username: "bob", password });
    assert.equal(end.url.hostname, "photos.example");
    await writeInspections(world.server.context);
    const {
      flows: [flow],
    } = await world.latchkey.listFlows({});
    const { steps } = await world.latchkey.getFlow({ flow_id: flow?.flow_id ?? "" });
    assert.deepEqual(
      steps.map(({ name }) => name).filter((name) => name.startsWith("provider")),
      ["provider_chosen", "provider_refused"],
    );
    assert.equal(flow?.outcome, "granted");
  });

  test("of a provider that cannot be reached is refused before the user leaves", async () => {
    const world = await startForgedProvider();
    world.outbound.intercept = () => new Response("", { status: 503 });
    const traveller = openTraveller(world);
    const page = await traveller.here.submit(await traveller.open(), { provider: "there" });
    assert.match(page.text, /There cannot be reached right now/);
    const [failed] = await world.latchkey.listFailedSignIns({});
    assert.deepEqual([failed?.method, failed?.reason], ["provider", "provider_failed"]);
    assert.ok(page.text.includes(failed?.request_ids[0] ?? "none"));
    await writeInspections(world.server.context);
    const {
      flows: [flow],
    } = await world.latchkey.listFlows({ request_id: failed?.request_ids[0] ?? "" });
    assert.match(flow?.headline ?? "", /cannot respond at the moment/);
  });

  test("of an account that is disabled names the account to operators", async () => {
    const world = await startForgedProvider();
    await world.signInWith();
    const [account] = await world.latchkey.listAccounts({});
    const username = account?.username ?? "";
    await world.latchkey.updateAccount({ username, body: { state: "disabled" } });
    const page = await world.signInWith();
    assert.match(page.text, /You cannot sign in with this There account/);
    const [failed] = await world.latchkey.listFailedSignIns({});
    assert.deepEqual(
      [failed?.subject, failed?.method, failed?.reason, failed?.provider],
      [account?.subject, "provider", "account_disabled", "there"],
    );
  });

  test("whose response belongs to no sign-in of the browser has a request id, and invents no providers", async () => {
    const world = await startForgedProvider();
    const { here } = openTraveller(world);
    for (const [provider, recorded] of [
      ["there", "there"],
      ["nowhere", null],
    ]) {
      const page = await here.visit(`/sign-in-with/${provider}/callback?code=c&state=x`);
      assert.equal(page.status, 400);
      const [failed] = await world.latchkey.listFailedSignIns({ reason: "provider_state_unknown" });
      assert.equal(failed?.provider, recorded);
      assert.ok(page.text.includes(failed?.request_ids[0] ?? "none"), page.text);
      world.clock.now += 1;
    }
  });

  test("is continued in the browser that it was started in alone, and its page can be loaded again", async () => {
    const world = await startForgedProvider();
    const traveller = openTraveller(world);
    const refused = await world.signInWith({ claims: { azp: "another" } }, traveller);
    const again = await traveller.here.visit(refused.url.href);
    assert.match(again.text, /Trying again will not help/);
    const stranger = openTraveller(world);
    const elsewhere = await stranger.here.visit(refused.url.href);
    assert.doesNotMatch(elsewhere.text, /did not work/);

    const other = openTraveller(world);
    const { back } = await world.leave({}, other);
    const response = await other.here.browser.go(back.href, {});
    assert.equal(response.status, 303);
    const location = response.headers.get("location") ?? "";
    assert.doesNotMatch(location, /code=|alice/);
    const stolen = await stranger.here.visit(location);
    assert.equal(stolen.url.pathname, "/login", "mallory is shown the form");
    assert.equal((await other.here.visit(location)).url.hostname, "photos.example");
  });
});
