/** A browser without a screen: it keeps cookies and does not follow redirects. */
export interface TestBrowser {
  /**
   * Requests a URL with the cookies of this browser.
   *
   * @example
   * ```ts
   * const browser = latchkey.openBrowser();
   * await latchkey.signIn({ client, user, browser, login: { remember: true } });
   * const page = await browser.fetch(`${latchkey.issuer}/workspace/directory`);
   * ```
   */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** By name, of all requests so far. */
  readonly cookies: ReadonlyMap<string, string>;
}

/** Opens a browser without cookies. */
export function openBrowser(send: typeof fetch): TestBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async fetch(url, init = {}) {
      const headers = new Headers(init.headers);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      if (cookie !== "") headers.set("cookie", cookie);
      const response = await send(url, { ...init, headers, redirect: "manual" });
      for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
      return response;
    },
  };
}

/** Cookies of every path and host are kept together: the browser visits one server. */
function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, equals).trim();
  const isDeleted = attributes.some((one) => one.trim().toLowerCase() === "max-age=0");
  if (isDeleted) cookies.delete(name);
  else cookies.set(name, pair.slice(equals + 1));
}
