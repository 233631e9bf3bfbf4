// An integration that members install into their workspaces.
import { randomBytes, randomUUID } from "node:crypto";
import express from "express";
import { createWorkspaceClient } from "@latchkey/workspace-client";
import { getIronSession } from "iron-session";

const PORT = Number(process.env.PORT ?? 5000);
const ISSUER = process.env.ISSUER ?? "http://127.0.0.1:4444";
const { CLIENT_ID, CLIENT_SECRET } = process.env;
const REDIRECT_URI = process.env.REDIRECT_URI ?? `http://127.0.0.1:${PORT}/callback`;
const SESSION_SECRET = process.env.SESSION_SECRET ?? randomBytes(32).toString("hex");
if (!CLIENT_ID || !CLIENT_SECRET)
  throw new Error("Set CLIENT_ID and CLIENT_SECRET to those of the integration.");

const { origin, pathname, protocol } = new URL(REDIRECT_URI);
const workspace = createWorkspaceClient({
  baseUrl: `${ISSUER}/v1`,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
});

// The tokens of each bot. Replace it with a database; the same bot id is installed again under the same key.
const installations = new Map();

const app = express();

app.get("/", async (request, response) => {
  const { bot_id } = await sessionOf(request, response);
  const installed = installations.get(bot_id);
  response.send(
    installed
      ? `<p>Installed in ${escape(installed.workspace_name)} by ${escape(installed.owner)}.</p>
         <p><a href="/status">Status</a></p>
         <form method="post" action="/uninstall"><button>Uninstall</button></form>`
      : '<p><a href="/install">Install</a></p>',
  );
});

app.get("/install", async (request, response) => {
  const session = await sessionOf(request, response);
  session.state = randomUUID();
  await session.save();
  const { state } = session;
  response.redirect(workspace.authorizationUrl({ redirectUri: REDIRECT_URI, state }));
});

app.get(pathname, async (request, response) => {
  const session = await sessionOf(request, response);
  try {
    const { state, code, error } = request.query;
    // Only the browser that started the flow may finish it.
    if (!session.state || state !== session.state)
      throw new Error("it was not started in this browser");
    delete session.state; // A response is accepted once.
    await session.save();
    if (error) throw new Error(String(error));
    const tokens = await workspace.exchangeCode({ code: String(code), redirectUri: REDIRECT_URI });
    installations.set(tokens.botId, {
      // A token prints as [redacted]. What is stored is what reveal() returns.
      access_token: tokens.accessToken.reveal(),
      refresh_token: tokens.refreshToken?.reveal(),
      workspace_name: tokens.workspaceName ?? "a workspace",
      owner: tokens.owner.type === "user" ? tokens.owner.user.name : "the workspace",
    });
    session.bot_id = tokens.botId;
    await session.save();
    response.redirect("/");
  } catch (error) {
    console.error(error);
    const reason = escape(error.message);
    response.status(400).send(`<p>Not installed: ${reason}. <a href="/install">Try again</a></p>`);
  }
});

// Refreshes the tokens, then asks what the new access token permits.
app.get("/status", async (request, response) => {
  const { bot_id } = await sessionOf(request, response);
  const installed = installations.get(bot_id);
  if (!installed?.refresh_token) return response.redirect("/install");
  const next = await workspace.refresh(installed.refresh_token);
  // Store the new pair before anything else: the old one is no longer valid.
  installed.access_token = next.accessToken.reveal();
  installed.refresh_token = next.refreshToken?.reveal();
  const { active, scope } = await workspace.introspect(installed.access_token);
  response.type("text").send(active ? `Active: ${scope}` : "Disconnected");
});

app.post("/uninstall", async (request, response) => {
  const session = await sessionOf(request, response);
  const installed = installations.get(session.bot_id);
  if (installed) await workspace.revoke(installed.access_token);
  installations.delete(session.bot_id);
  session.destroy();
  response.redirect("/");
});

app.listen(PORT, "127.0.0.1", () => console.log(`Open ${origin}/`));

// The session is an encrypted cookie. SameSite=Lax: it is sent with the redirect to this app, not with requests of other sites.
function sessionOf(request, response) {
  return getIronSession(request, response, {
    cookieName: "rabbit",
    password: SESSION_SECRET,
    cookieOptions: { secure: protocol === "https:", sameSite: "lax" },
  });
}

function escape(text) {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
