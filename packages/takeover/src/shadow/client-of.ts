import { parametersOf, pathOf, type SeenRequest } from "./exchange.ts";

/** The client that a request is of, as far as it says so; `-` where it does not. */
export function clientOf(request: SeenRequest): string {
  return (
    parametersOf(request).get("client_id") ??
    basicUser(request.headers["authorization"]) ??
    assertionSubject(parametersOf(request).get("client_assertion")) ??
    /^\/(?:clients|oauth2\/register)\/([^/]+)/.exec(pathOf(request))?.[1] ??
    "-"
  );
}

function basicUser(authorization: string | undefined): string | undefined {
  const encoded = /^basic +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const [user] = Buffer.from(encoded, "base64").toString("utf8").split(":", 1);
  try {
    return user && decodeURIComponent(user.replaceAll("+", " "));
  } catch {
    return user;
  }
}

function assertionSubject(assertion: string | null): string | undefined {
  const subject = claimsOf(assertion ?? "")?.["sub"];
  return typeof subject === "string" ? subject : undefined;
}

/** The claims of a JWT, unverified; undefined for a text that is none. */
export function claimsOf(jwt: string): Readonly<Record<string, unknown>> | undefined {
  const payload = jwt.split(".")[1];
  if (payload === undefined) return undefined;
  return objectIn(Buffer.from(payload, "base64url").toString("utf8"));
}

/** The JSON object in a text; undefined where it is something else. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
