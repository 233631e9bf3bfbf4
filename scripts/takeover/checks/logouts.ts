import { check, type Check } from "../compare.ts";
import { basicClientFor, type Facts, type Json, type LogoutFact } from "../facts.ts";
import { objectOf, sortedUrl, textOf, withoutEmpty } from "../normal-forms.ts";
import type { Destructive } from "../plan.ts";
import type { Answer, World } from "../world.ts";
import { authorize, readRequest } from "./sessions.ts";

/** Logouts half way: the request, its acceptance, and what the browser and the clients get. */
export function logoutTasks(facts: Facts): readonly Destructive[] {
  return facts.logouts.map((logout) => ({
    chain: `logout ${logout.id}`,
    run: (world) => checkLogout(world, logout),
  }));
}

async function* checkLogout(world: World, fact: LogoutFact): AsyncGenerator<Check> {
  const entry = `logouts/${fact.id}`;
  const { get, accept, follow, back_channel, old_cookie_signs_in_after } = fact.answers;
  const query = `logout_challenge=${encodeURIComponent(fact.logout_challenge)}`;
  yield check(`${entry} get`, requestOf(objectOf(get)), async () =>
    requestOf(await world.admin("GET", `/oauth2/auth/requests/logout?${query}`)),
  );
  let redirect = fact.redirect ?? "";
  if (accept !== undefined) {
    yield check(`${entry} accept`, accept, async () => {
      const { status, body } = await world.admin(
        "PUT",
        `/oauth2/auth/requests/logout/accept?${query}`,
      );
      redirect = textOf(objectOf(body)["redirect_to"]);
      return { status };
    });
  }
  if (follow === undefined) return;
  yield check(`${entry} follow`, endOfFact(objectOf(follow)), async () => {
    if (redirect === "") return "there is no redirect_to";
    return endOf(await world.browser(fact.cookies).go(redirect));
  });
  yield check(`${entry} back_channel`, listOf(back_channel).map(callOfFact), async () => {
    const calls = await world.backChannel();
    return calls.map(({ url, claims }) => ({
      path: new URL(url).pathname,
      claims: stable(claims),
    }));
  });
  yield check(`${entry} old_cookie_signs_in_after`, old_cookie_signs_in_after, async () => {
    const browser = world.browser(fact.cookies);
    const asked = await authorize(browser, basicClientFor(world.facts, fact.id), {
      scope: "openid",
    });
    return (await readRequest(world, "login", asked))["skip"];
  });
}

function requestOf({ status, body }: Json | Answer): unknown {
  const fields = objectOf(body);
  if (status !== 200) return { status, ...("redirect_to" in fields && { begins_again: true }) };
  const {
    challenge: _challenge,
    request_url,
    client,
    expires_at: _end,
    requested_at: _begin,
    ...rest
  } = fields;
  const client_id = objectOf(client)["client_id"];
  const { pathname, search } = new URL(textOf(request_url), "http://none.invalid");
  return { status, body: withoutEmpty({ ...rest, client_id, request_url: pathname + search }) };
}

function endOfFact({ status, iframes, location }: Json): Json {
  return {
    status,
    ...(iframes !== undefined && { iframes: listOf(iframes).map((url) => sortedUrl(textOf(url))) }),
    ...(location !== undefined && { location }),
  };
}

function endOf({ status, body, location }: Answer): Json {
  const sources = [...textOf(body).matchAll(/<iframe[^>]*\ssrc="([^"]*)"/g)];
  const iframes = sources.map(([, url = ""]) => sortedUrl(url.replaceAll("&amp;", "&")));
  return {
    status,
    ...(iframes.length > 0 && { iframes }),
    ...(location !== undefined && { location: location.href }),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function callOfFact(call: unknown): Json {
  const { path, claims } = objectOf(call);
  return { path, claims: stable(objectOf(claims)) };
}

function stable({ iat: _iat, jti: _jti, ...claims }: Json): Json {
  return claims;
}
