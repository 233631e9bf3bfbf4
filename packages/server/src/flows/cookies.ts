import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { readHandle, writeHandle } from "../crypto/flow-id.ts";
import { flowCookieLifespan } from "../grants/lifespans.ts";
import type { Request } from "../http/endpoint.ts";
import {
  clearCookie,
  type CookieOptions,
  readCookie,
  readCookies,
  writeCookie,
} from "@latchkey/sign-in";

const SESSION = "oauth2_authentication_session";
const FLOW = "oauth2_authentication_csrf_";
/** More flows at once than anybody has tabs for; an older one gives way. */
const FLOWS_AT_MOST = 10;

/** The id of the login session the browser's cookie names, if we set that cookie. */
export function readSessionCookie(
  request: Request,
  { config, cookie_signer }: Context,
): string | undefined {
  const value = readNamed(SESSION, request, config);
  return value === undefined ? undefined : cookie_signer.read("session", value);
}

/** Makes the browser remember its session: for some seconds, or until it is closed. */
export function writeSessionCookie(
  sid: string,
  max_age: number | undefined,
  { config, cookie_signer }: Context,
): string {
  const value = cookie_signer.sign("session", sid);
  return writeCookie(named(SESSION, config), value, { ...optionsOf(config), max_age });
}

/** Makes the browser forget its session, also one that it keeps under the name of 0.1.0. */
export function clearSessionCookie({ config }: Context): string[] {
  const names = isSecure(config) ? [named(SESSION, config), SESSION] : [named(SESSION, config)];
  return names.map((name) => clearCookie(name, optionsOf(config)));
}

/** Binds a flow to the browser that started it, with a cookie of its own, so that tabs do not disturb one another. */
export function bindFlow(
  flow_id: string,
  request: Request,
  { config, cookie_signer }: Context,
): string[] {
  const value = writeHandle(cookie_signer, "flow_cookie", flow_id);
  const max_age = flowCookieLifespan(config);
  const older = readCookies(request.headers["cookie"])
    .map(({ name }) => name)
    .filter((name) => withoutPrefix(name).startsWith(FLOW))
    .toSorted(byTime);
  const surplus = older.slice(0, Math.max(0, older.length - FLOWS_AT_MOST + 1));
  return [
    writeCookie(flowCookie(flow_id, config), value, { ...optionsOf(config), max_age }),
    ...surplus.map((name) => clearCookie(name, optionsOf(config))),
  ];
}

/** Whether this is the browser the flow was started in. */
export function isBoundTo(
  flow_id: string,
  request: Request,
  { config, cookie_signer }: Context,
): boolean {
  const value = readNamed(FLOW + flow_id, request, config);
  return value !== undefined && readHandle(cookie_signer, "flow_cookie", value) === flow_id;
}

/** Forgets a flow that is over. */
export function releaseFlow(flow_id: string, { config }: Context): string {
  return clearCookie(flowCookie(flow_id, config), optionsOf(config));
}

/** An id begins with its time, in bytes; its letters are not in the order of the bytes. */
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
 * of its paths. No neighbouring subdomain can plant one.
 */
const HOST_PREFIX = "__Host-";

function withoutPrefix(name: string): string {
  return name.startsWith(HOST_PREFIX) ? name.slice(HOST_PREFIX.length) : name;
}

/** Cookies of a site in the clear have names of their own, so that they are never taken for secure ones. */
function named(name: string, config: Config): string {
  return isSecure(config) ? HOST_PREFIX + name : `${name}_insecure`;
}

/** The value of a cookie of ours. Version 0.1.0 set no prefix: what it set counts where there is none with a prefix. */
function readNamed(name: string, request: Request, config: Config): string | undefined {
  const header = request.headers["cookie"];
  const value = readCookie(header, named(name, config));
  return value === undefined && isSecure(config) ? readCookie(header, name) : value;
}

function optionsOf(config: Config): CookieOptions {
  const secure = isSecure(config);
  const mode = config["serve.cookies.same_site_mode"];
  return { secure, same_site: !secure && mode === "None" ? "Lax" : mode }; // Browsers drop None without Secure.
}

function isSecure(config: Config): boolean {
  return config["urls.self.issuer"].startsWith("https:");
}
