import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { after, describe, test } from "node:test";
import { Provider } from "oidc-provider";
import { openVisitor } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";

const now_ms = () => Date.now();

/** Serves requests on this machine, and stops after the tests of this file. */
async function listen(): Promise<{
  readonly url: string;
  readonly handle: (listener: RequestListener) => void;
}> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    handle: (listener) => void server.on("request", listener),
  };
}

/** Follows redirects at the provider as a browser without scripts, sending its forms with these fields. */
async function passProvider(first: string, fields: Readonly<Record<string, string>>): Promise<URL> {
  const cookies = new Map<string, string>();
  let [url, init]: [string, RequestInit] = [first, {}];
  const type = { "content-type": "application/x-www-form-urlencoded" };
  for (let step = 0; step < 20; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      ...init,
      headers: { ...type, cookie },
      redirect: "manual",
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const equals = pair.indexOf("=");
      cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    const body = await response.text();
    const location = response.headers.get("location");
    if (location !== null) {
      const next = new URL(location, url);
      if (next.pathname.startsWith("/sign-in-with/")) return next;
      [url, init] = [next.href, {}];
      continue;
    }
    const [, action = assert.fail(body)] = /<form[^>]* action="([^"]*)"/.exec(body) ?? [];
    const hidden = [...body.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]): [string, string] => [name, value],
    );
    const sent = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
    [url, init] = [
      new URL(action, url).href,
      {
        method: "POST",
        body: sent.toString(),
      },
    ];
  }
  throw new Error("The provider does not return.");
}

const isProvider = (url: URL) => url.port !== "" && url.port !== "4444";

describe("sign in with", () => {
  test("oidc-provider, by its issuer alone", async () => {
    const { url: issuer, handle } = await listen();
    const world = await startTestServer({}, { now_ms });
    const { redirect_uri } = await world.latchkey.createIdentityProvider({
      body: {
        id: "op",
        name: "OP",
        issuer,
        client_id: "here",
        client_secret: "a secret of here / and more",
        create_accounts: "always",
        scope: ["openid", "email", "profile"],
      },
    });
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: "here",
          client_secret: "a secret of here / and more",
          redirect_uris: [redirect_uri],
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      pkce: { required: () => true },
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, email: `${sub}@op.example`, email_verified: true, name: "Alice OP" }),
      }),
    });
    handle((request, response) => provider.callback()(request, response));

    const here = openVisitor(world, { isElsewhere: isProvider });
    const left = await here.submit(await here.visit("/account"), { provider: "op" });
    const back = await passProvider(left.url.href, { login: "alice", password: "any" });
    assert.equal(back.searchParams.get("iss"), issuer);
    const page = await here.visit(back.href);
    assert.match(page.text, /Signed in as Alice OP/);
    const [account] = await world.latchkey.listAccounts({});
    assert.equal(account?.username, "alice@op.example");
  });

  test("a provider with OAuth 2.0 alone, by its endpoints", async () => {
    const { url, handle } = await listen();
    const received: string[] = [];
    handle((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", url);
      const reply = (value: object): void => {
        response.setHeader("content-type", "application/json; charset=utf-8");
        response.end(JSON.stringify(value));
      };
      if (pathname === "/authorize") {
        const back = new URL(searchParams.get("redirect_uri") ?? "");
        back.searchParams.set("code", "a code");
        back.searchParams.set("state", searchParams.get("state") ?? "");
        response.writeHead(302, { location: back.href }).end();
      } else if (pathname === "/token") {
        request.setEncoding("utf8").on("data", (text: string) => received.push(text));
        request.on("end", () =>
          reply({ access_token: "gho_1", token_type: "bearer", scope: "read:user" }),
        );
      } else if (request.headers.authorization !== "Bearer gho_1") response.writeHead(401).end();
      else if (pathname === "/user")
        reply({ id: 583231, login: "octocat", name: "The Octocat", email: "shown@evil.example" });
      else
        reply([
          { email: "old@github.example", primary: false, verified: true },
          { email: "octocat@github.example", primary: true, verified: true },
        ]);
    });
    const world = await startTestServer({}, { now_ms });
    await world.latchkey.createIdentityProvider({
      body: {
        id: "github",
        preset: "github",
        client_id: "here",
        client_secret: "a secret",
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/user`,
        emails_endpoint: `${url}/user/emails`,
        create_accounts: "always",
      },
    });
    const here = openVisitor(world, { isElsewhere: isProvider });
    const login = await here.visit("/account");
    assert.match(login.body, /class="provider-mark"/);
    const left = await here.submit(login, { provider: "github" });
    assert.equal(left.url.searchParams.get("scope"), "read:user user:email");
    assert.equal(left.url.searchParams.get("nonce"), null);
    const page = await here.visit((await passProvider(left.url.href, {})).href);
    assert.match(page.text, /Signed in as The Octocat/);
    const [account] = await world.latchkey.listAccounts({});
    assert.equal(account?.claims.email, "octocat@github.example");
    assert.equal(account?.claims.email_verified, true);
    assert.match(received.join(""), /code_verifier=[\w-]{43}/);
  });
});
