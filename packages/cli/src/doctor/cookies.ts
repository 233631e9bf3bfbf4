import { type Finding, findingsFor } from "./finding.ts";

const { good, warning, bad } = findingsFor("cookies");

/** Checks the `Set-Cookie` headers of an authorization response. If the browser drops the cookies, the flow cannot be completed. */
export function checkCookies(issuer: string, set_cookie: readonly string[]): readonly Finding[] {
  if (set_cookie.length === 0)
    return [
      bad(
        "The authorization endpoint set no cookie.",
        "Look for a cache or proxy that removes Set-Cookie from the response.",
      ),
    ];
  const findings = set_cookie.map(parse).flatMap((cookie) => checkCookie(cookie, issuer));
  return findings.length > 0 ? findings : [good(`Cookies are ${describe(set_cookie)}.`)];
}

interface Cookie {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

function checkCookie({ name, attributes }: Cookie, issuer: string): readonly Finding[] {
  const isSecure = attributes.has("secure");
  const sameSite = attributes.get("samesite")?.toLowerCase();
  const isEncrypted = issuer.startsWith("https:");
  return [
    ...(isEncrypted && !isSecure
      ? [
          bad(
            `${name} is not Secure, although the issuer is https.`,
            "Look for a proxy that rewrites cookies; the server itself sets Secure for an https issuer.",
          ),
        ]
      : []),
    ...(!isEncrypted && isSecure
      ? [
          bad(
            `${name} is Secure, although the issuer is http: browsers drop it.`,
            "Set urls.self.issuer to the https URL that browsers use.",
          ),
        ]
      : []),
    ...(sameSite === "none" && !isSecure
      ? [
          bad(
            `${name} has SameSite=None without Secure: browsers drop it.`,
            "Set serve.cookies.same_site_mode to Lax, or use https.",
          ),
        ]
      : []),
    ...(sameSite === "strict"
      ? [
          bad(
            `${name} has SameSite=Strict: browsers do not send it on the redirect from the login app.`,
            "Set serve.cookies.same_site_mode to Lax.",
          ),
        ]
      : []),
    ...(sameSite === undefined
      ? [warning(`${name} has no SameSite.`, "Look for a proxy that rewrites cookies.")]
      : []),
    ...(attributes.has("httponly")
      ? []
      : [
          bad(
            `${name} is not HttpOnly: scripts can read it.`,
            "Look for a proxy that rewrites cookies.",
          ),
        ]),
  ];
}

function parse(header: string): Cookie {
  const [pair = "", ...rest] = header.split(";");
  const attributes = rest.map((part): [string, string] => {
    const [name = "", value = ""] = part.trim().split("=");
    return [name.toLowerCase(), value];
  });
  return { name: pair.split("=")[0] ?? "", attributes: new Map(attributes) };
}

function describe([first = ""]: readonly string[]): string {
  const { attributes } = parse(first);
  const isSecure = attributes.has("secure") ? "Secure, " : "";
  return `${isSecure}HttpOnly and SameSite=${attributes.get("samesite") ?? ""}`;
}
