import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { writeHandle } from "../crypto/flow-id.ts";
import { interactionLifespan } from "../grants/lifespans.ts";
import type { Request } from "../http/request.ts";
import {
  clearCookie,
  type CookieOptions,
  readCookie,
  readCookies,
  writeCookie,
} from "@latchkey/sign-in";

const SESSION = "oauth2_authentication_session";
const FLOW = "oauth2_authentication_csrf_";
/** Cookies of parallel flows in one browser; the oldest is deleted beyond this. */
const MAX_FLOWS = 10;

/** The id of the login session in the cookie, if its signature is valid. */
export function readSessionCookie(request: Request, context: Context): string | undefined {
  return readSigned("session", SESSION, request, context);
}

/** The cookie of a session, for so many seconds or until the browser is closed. */
export function writeSessionCookie(
  sid: string,
  max_age: number | undefined,
  { config, cookie_signer }: Context,
): string {
  const value = cookie_signer.sign("session", sid);
  return writeCookie(named(SESSION, config), value, { ...optionsOf(config), max_age });
}

/** Deletes the cookie of a session. */
export function clearSessionCookie({ config }: Context): string {
  return clearCookie(named(SESSION, config), optionsOf(config));
}

/** Whether a `Set-Cookie` value is of the cookie of a session. */
export function isSessionCookie(set: string, { config }: Context): boolean {
  return set.startsWith(`${named(SESSION, config)}=`);
}

/** Deletes a cookie that another server set for this host. */
export function clearCookieOf(name: string, { config }: Context): string {
  return clearCookie(name, optionsOf(config));
}

/** Binds a flow to its browser with a cookie of its own, so that flows in parallel tabs do not interfere. */
export function bindFlow(
  flow_id: string,
  request: Request,
  { config, cookie_signer }: Context,
): string[] {
  const value = writeHandle(cookie_signer, "flow_cookie", flow_id);
  const max_age = interactionLifespan(config);
  const older = readCookies(request.headers["cookie"])
    .map(({ name }) => name)
    .filter((name) => withoutPrefix(name).startsWith(FLOW))
    .toSorted(byTime);
  const surplus = older.slice(0, Math.max(0, older.length - MAX_FLOWS + 1));
  return [
    writeCookie(flowCookie(flow_id, config), value, { ...optionsOf(config), max_age }),
    ...surplus.map((name) => clearCookie(name, optionsOf(config))),
  ];
}

/** Whether the flow was started in this browser. */
export function isBoundTo(flow_id: string, request: Request, context: Context): boolean {
  return readSigned("flow_cookie", FLOW + flow_id, request, context) === flow_id;
}

/** Deletes the cookie of a finished flow. */
export function releaseFlow(flow_id: string, { config }: Context): string {
  return clearCookie(flowCookie(flow_id, config), optionsOf(config));
}

/** Ids begin with their time. They are compared as bytes, because base64url does not keep their order. */
function byTime(one: string, other: string): number {
  const timeOf = (name: string): Buffer =>
    Buffer.from(withoutPrefix(name).slice(FLOW.length), "base64url").subarray(0, 6);
  return Buffer.compare(timeOf(one), timeOf(other));
}

function flowCookie(flow_id: string, config: Config): string {
  return named(FLOW + flow_id, config);
}

/**
 * RFC 6265bis §4.1.3.2: a browser keeps a cookie with this prefix only if it was set over https by this very host, for all
 * of its paths, so that another subdomain cannot set it.
 */
const HOST_PREFIX = "__Host-";

function withoutPrefix(name: string): string {
  return name.startsWith(HOST_PREFIX) ? name.slice(HOST_PREFIX.length) : name;
}

/** A cookie that binds an id to this browser, for so many seconds. Its `readSigned` reads it. */
export function writeSigned(
  purpose: string,
  { name, id, max_age }: { readonly name: string; readonly id: string; readonly max_age: number },
  { config, cookie_signer }: Context,
): string {
  const value = writeHandle(cookie_signer, purpose, id);
  return writeCookie(named(name, config), value, { ...optionsOf(config), max_age });
}

/** Cookies of http issuers have other names, so that they are never accepted as secure ones. */
function named(name: string, config: Config): string {
  return isSecure(config) ? HOST_PREFIX + name : `${name}_insecure`;
}

/** The id in a cookie, if its signature for this purpose is valid. */
export function readSigned(
  purpose: string,
  name: string,
  request: Request,
  { config, cookie_signer }: Context,
): string | undefined {
  const value = readCookie(request.headers["cookie"], named(name, config));
  return value === undefined ? undefined : cookie_signer.read(purpose, value);
}

function optionsOf(config: Config): CookieOptions {
  const secure = isSecure(config);
  const mode = config["serve.cookies.same_site_mode"];
  return { secure, same_site: !secure && mode === "None" ? "Lax" : mode }; // Browsers drop None without Secure.
}

function isSecure(config: Config): boolean {
  return config["urls.self.issuer"].startsWith("https:");
}
