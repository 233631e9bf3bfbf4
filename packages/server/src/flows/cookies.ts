import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { type Handle, mintFlowId, timeOfId, writeHandle } from "../crypto/flow-id.ts";
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
const DEVICE = "oauth2_device_csrf";
const DEVICE_CONNECTED = "oauth2_device_connected";
/** Seconds for which the built-in page says that a device is connected, so that it can be loaded again. */
const CONNECTED_FOR = 60;
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

/** The challenge with which this browser enters user codes, if its signature is valid. */
export function readDeviceCookie(request: Request, context: Context): string | undefined {
  return readSigned("device_cookie", DEVICE, request, context);
}

/** Binds a challenge to the browser that gets it. */
export function writeDeviceCookie(
  challenge_id: string,
  { config, cookie_signer }: Context,
): string {
  const value = writeHandle(cookie_signer, "device_cookie", challenge_id);
  const max_age = interactionLifespan(config);
  return writeCookie(named(DEVICE, config), value, { ...optionsOf(config), max_age });
}

/** Notes for the built-in page that a device was connected in this browser just now. */
export function writeDeviceConnectedCookie({ config, cookie_signer, now_ms }: Context): string {
  const id = mintFlowId(now_ms() + CONNECTED_FOR * 1000);
  const value = writeHandle(cookie_signer, "device_connected_cookie", id);
  const options = { ...optionsOf(config), max_age: CONNECTED_FOR };
  return writeCookie(named(DEVICE_CONNECTED, config), value, options);
}

/** Whether a device was connected in this browser just now. */
export function hasConnectedDevice(request: Request, context: Context): boolean {
  const id = readSigned("device_connected_cookie", DEVICE_CONNECTED, request, context);
  return id !== undefined && context.now_ms() < timeOfId(id);
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

/** Cookies of http issuers have other names, so that they are never accepted as secure ones. */
function named(name: string, config: Config): string {
  return isSecure(config) ? HOST_PREFIX + name : `${name}_insecure`;
}

/** The id in a cookie, if its signature for this purpose is valid. */
function readSigned(
  purpose: "session" | Handle,
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
