import assert from "node:assert/strict";
import { basic } from "@latchkey/client";
import { accountsOf } from "../../../identity/src/accounts.ts";
import { type App, registerApp } from "../support/app.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import {
  authorize,
  challengeOf,
  codeFor,
  passConsent,
  passLogin,
  redeem,
  refresh,
  requestOf,
  signIn,
} from "../support/flow.ts";
import { alice } from "../support/sign-in-server.ts";
import type { TestServer } from "../support/server.ts";
import {
  makeSigner,
  presentAssertion,
  type Signer,
  signAssertion,
} from "../operations/assertion.ts";
import { registerMachine, tokenOf } from "../operations/machine.ts";
import { callerOf, install, pairOf } from "../workspace/caller.ts";
import * as workspace from "../workspace/authorization.ts";

/** What clients, browsers and users of a server hold: credentials, tokens, cookies, and steps half done. */
export interface Held {
  readonly machines: HeldMachines;
  readonly people: HeldPeople;
  readonly flows: HeldFlows;
  readonly keys: HeldKeys;
  readonly workspace: HeldWorkspace;
}

interface HeldMachines {
  readonly generated_secret: { client_id: string; client_secret: string };
  readonly chosen_secret: { client_id: string; client_secret: string };
  /** Within the overlap of a rotation: both secrets are valid. */
  readonly rotated_secret: { client_id: string; client_secret: string; previous: string };
  readonly access_token: string;
  readonly jwt_access_token: string;
  readonly revoked_access_token: string;
  /** Ended together with all others of its client. */
  readonly ended_access_token: string;
  /** A client with a key of its own. */
  readonly assertion: { client_id: string; signer: Signer; used: string };
}

interface HeldPeople {
  readonly account: { username: string; password: string; subject: string };
  readonly app: App;
  readonly public_app: App;
  /** After one refresh. */
  readonly tokens: { access_token: string; refresh_token: string; id_token: string };
  readonly rotated_refresh_token: string;
  readonly revoked_refresh_token: string;
  readonly code: string;
  readonly pkce_code: { code: string; code_verifier: string };
  readonly redeemed_code: { code: string; access_token: string };
  /** The cookies of a browser with a login session and a remembered consent. */
  readonly remembered_browser: Cookies;
}

interface HeldFlows {
  readonly login_waiting: { cookies: Cookies; login_challenge: string };
  readonly login_accepted: { cookies: Cookies; redirect_to: string };
  readonly consent_waiting: { cookies: Cookies; consent_challenge: string };
  readonly consent_accepted: { cookies: Cookies; redirect_to: string };
  readonly logout_waiting: { cookies: Cookies; logout_challenge: string };
  /** A client that did not answer when it was notified of a logout. */
  readonly logout_delivery: { client_id: string };
}

interface HeldKeys {
  readonly id_token_kid: string;
  readonly set: string;
  readonly kids: readonly string[];
}

interface HeldWorkspace {
  readonly workspace_id: string;
  readonly integration: { id: string; client_id: string; authorization: string };
  readonly bot_id: string;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly code: string;
  readonly consent_waiting: { cookies: Cookies; consent_challenge: string };
}

type Cookies = Readonly<Record<string, string>>;

/** Uses a server in every way that leaves something behind, and returns what its callers hold afterwards. */
export async function holdEverything(world: TestServer): Promise<Held> {
  return {
    machines: await holdMachines(world),
    people: await holdPeople(world),
    flows: await holdFlows(world),
    keys: await holdKeys(world),
    workspace: await holdWorkspace(world),
  };
}

async function holdMachines({ latchkey, clock }: TestServer): Promise<HeldMachines> {
  const generated = await registerMachine(latchkey, {
    client_id: "generated-secret",
    allowed_cors_origins: ["https://spa.example"],
  });
  const chosen = await registerMachine(latchkey, {
    client_id: "chosen-secret",
    client_secret: "a fixture secret that an operator chose",
    metadata: { team: "golden" },
  });
  const previous = "a fixture secret that was rotated";
  await registerMachine(latchkey, { client_id: "rotated-secret", client_secret: previous });
  const rotated = await latchkey.rotateOAuth2ClientSecret({
    id: "rotated-secret",
    body: { overlap: 3_600 },
  });
  const jwt = await registerMachine(latchkey, {
    client_id: "jwt-tokens",
    access_token_strategy: "jwt",
  });
  const revoked_access_token = await tokenOf(latchkey, generated);
  await latchkey.revokeOAuth2Token(
    { token: revoked_access_token },
    { authorization: generated.authorization },
  );
  const ended = await registerMachine(latchkey, { client_id: "ended-tokens" });
  const ended_access_token = await tokenOf(latchkey, ended);
  await latchkey.deleteOAuth2Token({ client_id: "ended-tokens" });

  const signer = await makeSigner("golden-key");
  await registerMachine(latchkey, {
    client_id: "signed-assertion",
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    jwks: { keys: [signer.open] },
  });
  const used = await assertionOf(signer, "used before the upgrade", clock.now);
  assert.equal((await presentAssertion(latchkey, used)).status, 200);

  return {
    generated_secret: { client_id: generated.client_id, client_secret: generated.client_secret },
    chosen_secret: { client_id: chosen.client_id, client_secret: chosen.client_secret },
    rotated_secret: {
      client_id: "rotated-secret",
      client_secret: rotated.client_secret ?? "",
      previous,
    },
    access_token: await tokenOf(latchkey, generated),
    jwt_access_token: await tokenOf(latchkey, jwt),
    revoked_access_token,
    ended_access_token,
    assertion: { client_id: "signed-assertion", signer, used },
  };
}

/** An assertion of the client that has a key of its own. */
export function assertionOf(signer: Signer, jti: string, now: number): Promise<string> {
  const client_id = "signed-assertion";
  const aud = `${ISSUER}/oauth2/token`;
  return signAssertion(signer, { iss: client_id, sub: client_id, aud, jti, exp: now + 300 });
}

/** Who the servers of all golden databases say they are. */
export const ISSUER = "http://127.0.0.1:4444";

async function holdPeople(world: TestServer): Promise<HeldPeople> {
  const { latchkey, server } = world;
  const added = await accountsOf(server).add({
    username: alice.username,
    password: alice.password,
    claims: alice.profile,
  });
  assert.ok(typeof added === "object" && "subject" in added);
  const account = { username: alice.username, password: alice.password, subject: added.subject };
  const app = await registerApp(latchkey, {
    post_logout_redirect_uris: ["https://photos.example/bye"],
  });
  const public_app = await registerApp(latchkey, {
    client_id: "public-app",
    token_endpoint_auth_method: "none",
    redirect_uris: ["https://spa.example/callback"],
    response_types: ["code"],
  });
  const subject = { login: { subject: added.subject } };

  const first = await signIn(world, app, {
    ...subject,
    params: { nonce: "golden nonce", audience: "https://api.example" },
    consent: {
      grant_scope: ["openid", "offline"],
      session: { access_token: { role: "admin" }, id_token: { name: "Alice Liddell" } },
    },
  });
  const second = await refresh(world, app, first.refresh_token);
  assert.ok(second.ok);
  const { access_token, refresh_token = "", id_token = "" } = second.body;

  const revoked = await signIn(world, app, subject);
  await latchkey.revokeOAuth2Token(
    { token: revoked.refresh_token ?? "" },
    { authorization: app.authorization ?? "" },
  );
  const redeemed = await codeFor(world, app, subject);
  const tokens = await redeem(world, app, redeemed);
  assert.ok(tokens.ok);

  const browser = openBrowser(world);
  await signIn(world, app, {
    browser,
    login: { subject: added.subject, remember: true, remember_for: 86_400, acr: "golden" },
    consent: { remember: true, remember_for: 0 },
  });
  return {
    account,
    app,
    public_app,
    tokens: { access_token, refresh_token, id_token },
    rotated_refresh_token: first.refresh_token ?? "",
    revoked_refresh_token: revoked.refresh_token ?? "",
    code: await codeFor(world, app, subject),
    pkce_code: {
      code: await codeFor(world, public_app, {
        ...subject,
        params: { code_challenge: S256_CHALLENGE, code_challenge_method: "S256" },
      }),
      code_verifier: S256_VERIFIER,
    },
    redeemed_code: { code: redeemed, access_token: tokens.body.access_token },
    remembered_browser: cookiesOf(browser),
  };
}

/** RFC 7636 appendix B. */
const S256_VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const S256_CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

async function holdFlows(world: TestServer): Promise<HeldFlows> {
  const { latchkey } = world;
  const app = await registerApp(latchkey, {
    client_id: "flows",
    redirect_uris: ["https://flows.example/callback"],
  });
  const begin = async () => {
    const browser = openBrowser(world);
    const params = { prompt: "login", ui_locales: "de en", login_hint: "alice", max_age: 3_600 };
    return { browser, asked: await authorize(browser, requestOf(app, params)) };
  };

  const waiting = await begin();
  const accepted = await begin();
  const login = await latchkey.acceptLoginRequest({
    login_challenge: challengeOf(accepted.asked, "login"),
    body: { subject: "bob", context: { device: "golden" }, amr: ["pwd"] },
  });
  const consenting = await begin();
  const consentAsked = await passLogin(world, consenting.browser, consenting.asked);
  const consented = await begin();
  const consent_challenge = challengeOf(
    await passLogin(world, consented.browser, consented.asked),
    "consent",
  );
  const consent = await latchkey.acceptConsentRequest({
    consent_challenge,
    body: { grant_scope: ["openid"], session: { id_token: { name: "Alice" } } },
  });
  const leaving = await begin();
  const leavingLogin = await passLogin(world, leaving.browser, leaving.asked, { remember: true });
  await passConsent(world, leaving.browser, leavingLogin);
  const logoutAsked = await leaving.browser.go("http://public.test/oauth2/sessions/logout");

  return {
    login_waiting: {
      cookies: cookiesOf(waiting.browser),
      login_challenge: challengeOf(waiting.asked, "login"),
    },
    login_accepted: { cookies: cookiesOf(accepted.browser), redirect_to: login.redirect_to },
    consent_waiting: {
      cookies: cookiesOf(consenting.browser),
      consent_challenge: challengeOf(consentAsked, "consent"),
    },
    consent_accepted: { cookies: cookiesOf(consented.browser), redirect_to: consent.redirect_to },
    logout_waiting: {
      cookies: cookiesOf(leaving.browser),
      logout_challenge: challengeOf(logoutAsked, "logout"),
    },
    logout_delivery: await holdDelivery(world),
  };
}

/** A logout of which a client has yet to hear: nothing listens on its port. */
async function holdDelivery(world: TestServer): Promise<HeldFlows["logout_delivery"]> {
  const { latchkey } = world;
  const client_id = "back-channel";
  const app = await registerApp(latchkey, {
    client_id,
    redirect_uris: ["https://back.example/callback"],
    backchannel_logout_uri: "http://127.0.0.1:9/logout",
  });
  const browser = openBrowser(world);
  await signIn(world, app, { browser, login: { subject: "bob", remember: true } });
  const asked = await browser.go("http://public.test/oauth2/sessions/logout");
  const logout_challenge = challengeOf(asked, "logout");
  const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
  await browser.go(redirect_to);
  return { client_id };
}

async function holdKeys({ latchkey }: TestServer): Promise<HeldKeys> {
  const set = "golden-set";
  const kids = ["golden-es256", "golden-hs256"];
  await latchkey.createJsonWebKeySet({
    set,
    body: { alg: "ES256", kid: "golden-es256", use: "sig" },
  });
  await latchkey.createJsonWebKeySet({
    set,
    body: { alg: "HS256", kid: "golden-hs256", use: "sig" },
  });
  const { keys } = await latchkey.getJsonWebKeySet({ set: "hydra.openid.id-token" });
  return { id_token_kid: keys[0]?.kid ?? "", set, kids };
}

async function holdWorkspace(world: TestServer): Promise<HeldWorkspace> {
  const office = await workspace.setUpWorkspace(world.latchkey);
  const { photos } = office;
  const first = await install(world, photos, { consent: { resources: [workspace.PAGE] } });
  const pair = pairOf(await callerOf(world, photos).refresh(first.refresh_token));
  const { browser, consent_challenge } = await workspace.reachConsent(world, photos);
  return {
    workspace_id: office.workspace.id,
    integration: {
      id: photos.id,
      client_id: photos.client_id,
      authorization: basic(photos.client_id, photos.client_secret ?? ""),
    },
    bot_id: first.bot_id,
    access_token: pair.access_token,
    refresh_token: pair.refresh_token,
    code: await workspace.authorize(world, photos),
    consent_waiting: { cookies: cookiesOf(browser), consent_challenge },
  };
}

function cookiesOf({ cookies }: Browser): Cookies {
  return Object.fromEntries(cookies);
}
