import assert from "node:assert/strict";
import { test } from "node:test";
import {
  backchannelPages,
  devicePages,
  identityPages,
  type Operation,
  workspacePages,
} from "@latchkey/api";
import { registerApp } from "../support/app.ts";
import { ask, registerBank } from "../support/backchannel.ts";
import { requestOf } from "../support/flow.ts";
import { linkIn, mailTo } from "../support/kept-mails.ts";
import { openVisitor, type PageVisitor, type VisitedPage } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";
import { type App, CALLBACK, registerIntegration } from "../workspace/authorization.ts";
import { install } from "../workspace/caller.ts";

const password = "correct horse battery staple";
const address = "alice@wonderland.example";

/** Every page that takes a form, by the table from which the routes are made: a new one is tested, or fails the first test. */
const formPages: readonly Operation[] = [
  identityPages,
  devicePages,
  backchannelPages,
  workspacePages,
].flatMap((pages) => Object.values<Operation>(pages).filter((page) => "also_by_post" in page));

async function start() {
  const world = await startTestServer({
    "identity.registration": "open",
    "identity.self_deletion": true,
    "identity.email_codes.enabled": true,
  });
  const { latchkey } = world;
  const claims = { email: address };
  const alice = await latchkey.createAccount({ body: { username: "alice", password, claims } });
  await latchkey.createIdentityProvider({
    body: { id: "there", issuer: "https://there.example", client_id: "here" },
  });
  const photos = await registerApp(latchkey);
  return { ...world, alice, photos };
}

type World = Awaited<ReturnType<typeof start>>;

const authorizationUrl = ({ photos }: World): string => {
  const query = Object.entries(requestOf(photos)).map(([name, value]) => [name, String(value)]);
  return `/oauth2/auth?${new URLSearchParams(query)}`;
};

async function signIn(visitor: PageVisitor): Promise<VisitedPage> {
  return visitor.submit(await visitor.visit("/account"), { username: "alice", password });
}

/** The link of the newest mail to an address. */
async function linkTo(world: World, to: string): Promise<string> {
  const { pathname, search } = new URL(linkIn(await mailTo(world, to)));
  return pathname + search;
}

/** A visit of each page, by its path, as a user comes to its forms. */
const visits: Readonly<
  Record<string, (world: World, visitor: PageVisitor) => Promise<VisitedPage>>
> = {
  "/login": (world, visitor) => visitor.visit(authorizationUrl(world)),
  "/register": (_, visitor) => visitor.visit("/register"),
  "/register/account": async (world, visitor) => {
    const email = "bob@wonderland.example";
    await visitor.submit(await visitor.visit("/register"), { email });
    return visitor.visit(await linkTo(world, email));
  },
  "/register/invitation": async (world, visitor) => {
    const email = "carol@wonderland.example";
    await world.latchkey.createInvitation({ body: { email } });
    return visitor.visit(await linkTo(world, email));
  },
  "/consent": async (world, visitor) => {
    await signIn(visitor);
    return visitor.visit(authorizationUrl(world));
  },
  "/logout": async (_, visitor) => {
    await signIn(visitor);
    return visitor.visit("/oauth2/sessions/logout");
  },
  "/account": (_, visitor) => signIn(visitor),
  "/forgot-password": (_, visitor) => visitor.visit("/forgot-password"),
  "/reset-password": async (world, visitor) => {
    const verified = { email: address, email_verified: true };
    await world.latchkey.updateAccount({ username: "alice", body: { claims: verified } });
    await visitor.submit(await visitor.visit("/forgot-password"), { username: "alice" });
    return visitor.visit(await linkTo(world, address));
  },
  "/verify-email": async (world, visitor) => {
    await visitor.submit(await signIn(visitor), {}, "verify_email");
    return visitor.visit(await linkTo(world, address));
  },
  "/device": (_, visitor) => visitor.visit("/oauth2/device/verify"),
  "/approve": async (world, visitor) => {
    const bank = await registerBank(world.latchkey);
    await ask(world, bank, { login_hint: "alice" });
    await signIn(visitor);
    return visitor.visit("/approve");
  },
  "/workspace/consent": async (world, visitor) => {
    const { client_id } = await createIntegration(world);
    await signIn(visitor);
    const asked = { client_id, redirect_uri: CALLBACK, response_type: "code", owner: "user" };
    return visitor.visit(`/v1/oauth/authorize?${new URLSearchParams(asked)}`);
  },
  "/workspace/installed": async (world, visitor) => {
    const photos = await createIntegration(world);
    await install(world, photos, { subject: world.alice.subject });
    await signIn(visitor);
    const list = await visitor.visit("/workspace/installed");
    const [, href = ""] = /href="([^"]*bot_id=[^"]*)"/.exec(list.body) ?? [];
    return visitor.visit(href.replaceAll("&amp;", "&"));
  },
};

/** An integration, and a workspace of alice. */
async function createIntegration({ latchkey, alice }: World): Promise<App> {
  const { id } = await latchkey.createWorkspace({ body: { name: "Wonderland" } });
  const body = { subject: alice.subject, role: "admin", name: "Alice" } as const;
  await latchkey.createWorkspaceMember({ id, body });
  return registerIntegration(latchkey, {});
}

/**
 * A provider sends its response in a form, from its own site: there is no token to have. The page redirects to itself with what
 * RFC 6749 names, and the state of that is checked there.
 */
const FROM_ELSEWHERE = "/sign-in-with/{provider}/callback";

test("every page that takes a form is opened by a test here", () => {
  const paths = formPages.map(({ path }) => path).filter((path) => path !== FROM_ELSEWHERE);
  assert.deepEqual(Object.keys(visits).toSorted(), paths.toSorted());
  assert.ok(formPages.some(({ path }) => path === FROM_ELSEWHERE));
});

const tokenIn = (content: string): string | undefined =>
  /name="csrf" value="([^"]+)"/.exec(content)?.[1];

for (const [path, open] of Object.entries(visits)) {
  test(`no form of ${path} is taken without its token, nor with one of another browser`, async () => {
    const world = await start();
    const visitor = openVisitor(world);
    const page = await open(world, visitor);
    assert.equal(page.url.pathname, path, page.text);
    const forms = [...page.body.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)];
    assert.ok(forms.length > 0, "the page has a form");
    const foreign = await openVisitor(world).visit(authorizationUrl(world));
    const stolen = tokenIn(foreign.body) ?? assert.fail("the login page has a token");
    for (const [, attributes = "", content = ""] of forms) {
      assert.match(attributes, /method="post"/, "no form sends what it has in a URL");
      assert.ok(tokenIn(content), "the form has a token");
      const [, action = ""] = /action="([^"]*)"/.exec(attributes) ?? [];
      const target = new URL(action.replaceAll("&amp;", "&"), page.url).href;
      const fields = [...content.matchAll(/name="([^"]+)"[^>]*?value="([^"]*)"/gs)].map(
        ([, name = "", value = ""]): [string, string] => [name, value],
      );
      for (const csrf of [undefined, "", "guess", stolen]) {
        const sent = new URLSearchParams(fields.filter(([name]) => name !== "csrf"));
        for (const name of ["username", "password", "new_password", "email"])
          if (!sent.has(name)) sent.set(name, "tulips under a violet sky");
        if (csrf !== undefined) sent.set("csrf", csrf);
        const response = await visitor.browser.go(target, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: sent.toString(),
        });
        assert.equal(response.status, 403, `${sent}`);
        assert.match(await response.text(), /This form is out of date/);
      }
    }
    // None of them changed anything: the page is as it was.
    assert.equal((await visitor.visit(page.url.href)).status, page.status);
  });
}
