// The app that the examples test: it signs users in, and it has an API for access tokens.
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";

/** Starts the app on a free port. `oauth` returns the issuer, the client_id and the client_secret. */
export async function startApp(oauth) {
  const logins = new Map(); // The code verifier of each state.
  const server = createServer((request, response) => void respond(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const redirect_uri = `${origin}/callback`;

  async function respond(request, response) {
    const url = URL.parse(request.url, origin) ?? new URL(origin); // A caller may send anything, such as //.
    const { status = 200, headers = {}, body = "" } = await answer(url, request.headers);
    response.writeHead(status, headers).end(body);
  }

  async function answer(url, headers) {
    if (url.pathname === "/me") return me(headers.authorization ?? "");
    if (url.pathname === "/login") return login();
    if (url.pathname === "/callback") return callback(url.searchParams);
    return { headers: { "content-type": "text/html" }, body: '<a href="/login">Sign in</a>' };
  }

  /** An API: the name of the user whose access token was presented. */
  async function me(authorization) {
    const reply = await fetch(`${oauth().issuer}/userinfo`, { headers: { authorization } });
    if (reply.status >= 500) return { status: 503, body: "Try again later" };
    if (!reply.ok) return { status: 401, body: "Sign in" };
    return { body: (await reply.json()).name };
  }

  function login() {
    const [state, verifier] = [random(), random()];
    logins.set(state, verifier);
    const location = new URL(`${oauth().issuer}/oauth2/auth`);
    location.search = new URLSearchParams({
      client_id: oauth().client_id,
      response_type: "code",
      scope: "openid profile",
      redirect_uri,
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    return { status: 302, headers: { location: location.href } };
  }

  async function callback(parameters) {
    const code_verifier = logins.get(parameters.get("state"));
    const { issuer, client_id, client_secret } = oauth();
    const reply = await fetch(`${issuer}/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: parameters.get("code"),
        redirect_uri,
        code_verifier,
      }),
    });
    if (!reply.ok) return { status: 502, body: "The sign-in failed" };
    const { body } = await me(`Bearer ${(await reply.json()).access_token}`);
    return { headers: { "content-type": "text/html" }, body: `<h1>Hello ${body}</h1>` };
  }

  return { origin, redirect_uri, stop: () => server.close() };
}

function random() {
  return randomBytes(32).toString("base64url");
}
