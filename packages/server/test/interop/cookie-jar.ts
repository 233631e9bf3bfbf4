/** Cookies by host: ports do not part them (RFC 6265 §8.5). */
export function createJar() {
  const hosts = new Map<string, Map<string, string>>();
  const cookiesOf = (url: string): Map<string, string> => {
    const { hostname } = new URL(url);
    const cookies = hosts.get(hostname) ?? new Map<string, string>();
    hosts.set(hostname, cookies);
    return cookies;
  };
  return {
    equip(request: Request): Request {
      const cookie = [...cookiesOf(request.url)].map((pair) => pair.join("=")).join("; ");
      const headers = new Headers(request.headers);
      if (cookie !== "") headers.set("cookie", cookie);
      return new Request(request, { headers, redirect: "manual" });
    },
    keep(url: string, response: Response): void {
      for (const line of response.headers.getSetCookie()) {
        const [pair = "", ...attributes] = line.split(";");
        const equals = pair.indexOf("=");
        const name = pair.slice(0, equals).trim();
        const isGone = attributes.some((attribute) => /^ *max-age=0$/i.test(attribute));
        if (isGone) cookiesOf(url).delete(name);
        else cookiesOf(url).set(name, pair.slice(equals + 1));
      }
    },
  };
}
