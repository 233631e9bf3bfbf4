import { check, type Check } from "../compare.ts";
import type { ClientFact, Facts, Json } from "../facts.ts";
import { objectOf, textOf } from "../normal-forms.ts";
import type { Destructive } from "../plan.ts";
import { decodeJwt, type World } from "../world.ts";
import { acceptRequest, authorize, PKCE, readRequest } from "./sessions.ts";

/** What each client does after the takeover with a user who is new: sign in, refresh, userinfo, revoke, sign out. */
export async function* checkNewFlows(world: World): AsyncGenerator<Check> {
  for (const [nickname, client] of Object.entries(world.facts.clients)) {
    const grant_types = listOf(client.registered["grant_types"]);
    if (!grant_types.includes("authorization_code") || client.redirect_uri === undefined) continue;
    const scopes = textOf(client.registered["scope"])
      .split(" ")
      .filter((one) => !one.includes("*"));
    const offline = scopes.find((one) => one.startsWith("offline"));
    const refreshes = offline !== undefined && grant_types.includes("refresh_token");
    const openid = scopes.includes("openid");
    const expected: Json = {
      tokens: 200,
      introspection: true,
      ...(openid && { id_token: true, userinfo: 200 }),
      ...(refreshes && { refresh: 200, first_access_token_after: false }),
      ...(openid && { logout: true, signed_in_after: false }),
      revoke: 200,
      after_revocation: false,
    };
    yield check(`new_flows/${nickname}`, expected, () =>
      travel(world, client, { scopes, openid, refreshes }),
    );
  }
}

interface Route {
  readonly scopes: readonly string[];
  readonly openid: boolean;
  readonly refreshes: boolean;
}

async function travel(world: World, client: ClientFact, route: Route): Promise<Json> {
  const browser = world.browser();
  const subject = `new-user-of-${client.client_id}`;
  const isActive = async (token: string): Promise<unknown> =>
    objectOf((await world.introspect(token)).body)["active"];

  const asked = await authorize(browser, client, { scope: route.scopes.join(" ") });
  const login = await readRequest(world, "login", asked);
  const signedIn = await acceptRequest(world, browser, "login", login, {
    subject,
    remember: true,
    remember_for: 3600,
  });
  const consent = await readRequest(world, "consent", signedIn);
  const { location } = await acceptRequest(world, browser, "consent", consent, {
    grant_scope: route.scopes,
  });
  const code = location?.searchParams.get("code") ?? "";
  const redeemed = await world.token(client, {
    grant_type: "authorization_code",
    code,
    redirect_uri: client.redirect_uri ?? "",
    code_verifier: PKCE.code_verifier,
  });
  const tokens = objectOf(redeemed.body);
  const first = textOf(tokens["access_token"]);
  const seen: Record<string, unknown> = {
    tokens: redeemed.status,
    introspection: await isActive(first),
  };
  let newest = tokens;
  if (route.openid) {
    const { claims } = decodeJwt(textOf(tokens["id_token"]));
    seen["id_token"] = claims["iss"] === world.facts.settings.issuer;
    seen["userinfo"] = (await world.get("/userinfo", { authorization: `Bearer ${first}` })).status;
  }
  if (route.refreshes) {
    const refresh_token = textOf(tokens["refresh_token"]);
    const refreshed = await world.token(client, { grant_type: "refresh_token", refresh_token });
    seen["refresh"] = refreshed.status;
    seen["first_access_token_after"] = await isActive(first);
    newest = objectOf(refreshed.body);
  }
  if (route.openid) {
    seen["logout"] = await signOut(world, browser, textOf(tokens["id_token"]));
    const again = await authorize(browser, client, { scope: "openid" });
    seen["signed_in_after"] = (await readRequest(world, "login", again))["skip"];
  }
  const token = textOf(newest["refresh_token"]) || textOf(newest["access_token"]);
  seen["revoke"] = (await world.postAs(client, "/oauth2/revoke", { token })).status;
  seen["after_revocation"] = await isActive(textOf(newest["access_token"]));
  return seen;
}

async function signOut(
  world: World,
  browser: ReturnType<World["browser"]>,
  hint: string,
): Promise<boolean> {
  const asked = await browser.go(`/oauth2/sessions/logout?id_token_hint=${hint}`);
  const challenge = asked.location?.searchParams.get("logout_challenge") ?? "";
  const query = `logout_challenge=${encodeURIComponent(challenge)}`;
  const { body } = await world.admin("PUT", `/oauth2/auth/requests/logout/accept?${query}`);
  const { status } = await browser.go(textOf(objectOf(body)["redirect_to"]));
  return status === 200 || status === 302;
}

/** Revoking a token of the other server ends its whole chain. */
export function revocationTasks(facts: Facts): readonly Destructive[] {
  const live = facts.tokens.filter(
    ({ kind, answers }) => kind === "refresh_token" && answers["refresh"]?.["status"] === 200,
  );
  return live.map((token) => ({
    chain: token.chain ?? token.id,
    async *run(world) {
      const others = world.facts.tokens.filter(
        ({ chain, kind }) => chain !== undefined && chain === token.chain && kind !== "id_token",
      );
      const expected = Object.fromEntries(others.map(({ id }) => [id, false]));
      yield check(`new_flows/revoke ${token.id}`, { status: 200, active: expected }, async () => {
        const client = world.facts.clients[token.client];
        if (client === undefined) throw new Error("The client is not known.");
        const { status } = await world.postAs(client, "/oauth2/revoke", { token: token.token });
        const active: Record<string, unknown> = {};
        for (const one of others) {
          active[one.id] = objectOf((await world.introspect(one.token)).body)["active"];
        }
        return { status, active };
      });
    },
  }));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
