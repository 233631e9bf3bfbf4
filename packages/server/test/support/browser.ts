import type { TestServer } from "./server.ts";

/** A browser without a screen: it keeps cookies, and follows a redirect when the test does. */
export interface Browser {
  /** Asks for a URL and answers what came, redirects unfollowed. */
  go(url: string, init?: RequestInit): Promise<Response>;
  readonly cookies: ReadonlyMap<string, string>;
  /** A copy that shares nothing from here on: another tab's twin, or a thief with the same cookies. */
  clone(): Browser;
}

/** Opens a browser in front of a server. */
export function openBrowser(
  server: Pick<TestServer, "fetch">,
  jar: Map<string, string> = new Map(),
): Browser {
  return {
    cookies: jar,
    clone: () => openBrowser(server, new Map(jar)),
    async go(url, init = {}) {
      const headers = new Headers(init.headers);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      if (cookie !== "") headers.set("cookie", cookie);
      const target = new URL(url);
      const local = `http://public.test${target.pathname}${target.search}`;
      const response = await server.fetch(local, { ...init, headers, redirect: "manual" });
      for (const line of response.headers.getSetCookie()) keep(jar, line);
      return response;
    },
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, equals).trim();
  if (attributes.some((attribute) => attribute.trim().toLowerCase() === "max-age=0"))
    jar.delete(name);
  else jar.set(name, pair.slice(equals + 1));
}

/** Where a response sends the browser. */
export function locationOf(response: Response): URL {
  const location = response.headers.get("location");
  if (location === null) throw new Error(`No redirect, but ${response.status}.`);
  return new URL(location);
}
