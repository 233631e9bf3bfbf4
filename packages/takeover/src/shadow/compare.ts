import { isDeepStrictEqual } from "node:util";
import { hasHandle } from "./asked-again.ts";
import { claimsOf, isObject, objectIn } from "./client-of.ts";
import { pathOf, type SeenRequest, type SeenResponse } from "./exchange.ts";

/** What clients, apps or operators would notice. */
type DifferenceRule =
  | "status"
  | "error"
  | "redirect"
  | "content_type"
  | "missing_member"
  | "additional_member"
  | "value";

export interface Difference {
  readonly rule: DifferenceRule;
  /** The member or parameter; empty where the whole answer is meant. */
  readonly at: string;
  /** The values of both, masked where they could be secrets. */
  readonly old: string;
  readonly own: string;
}

/** The differences of two answers, or why they were not compared. */
export type Comparison =
  | { readonly compared: true; readonly differences: readonly Difference[] }
  | { readonly compared: false; readonly reason: string };

/**
 * Compares the answers of two servers to the same request: status, error code, where a redirect goes, the members of a JSON
 * answer, and the values that do not depend on chance or on the moment.
 */
export function compareAnswers(
  request: SeenRequest,
  old: SeenResponse,
  own: SeenResponse,
): Comparison {
  const reason = old.status >= 500 ? "the old server failed" : whyNotAsked(request);
  if (reason !== undefined) return { compared: false, reason };
  if (statusClass(old.status) !== statusClass(own.status)) {
    const difference = { rule: "status", at: "", old: summary(old), own: summary(own) } as const;
    return { compared: true, differences: [difference] };
  }
  if (isRedirect(old.status)) return { compared: true, differences: compareRedirects(old, own) };
  return { compared: true, differences: compareBodies(request, old, own) };
}

/** Requests whose answers cannot be equal, by no fault of either server: this one is not even asked. */
export function whyNotAsked(request: SeenRequest): string | undefined {
  const path = pathOf(request);
  if (/^\/(?:health|metrics|version)(?:\/|$)/.test(path)) return "operations of the process";
  if (request.method === "OPTIONS") return "preflight requests";
  if (hasHandle(request)) return "a challenge of the old server, which lives there alone";
  return PATHS[request.listener].test(path) ? undefined : "paths that Hydra does not have";
}

/** What Hydra serves. Pages of this server, which may send mail or ask another provider, are not asked for what was not meant for them. */
const PATHS: Readonly<Record<SeenRequest["listener"], RegExp>> = {
  public:
    /^\/(?:$|userinfo$|credentials$|\.well-known\/|oauth2\/(?:auth|token|revoke|introspect|fallbacks\/[\w/-]+|sessions\/logout|device\/(?:auth|verify)|register(?:\/[^/]+)?)$)/,
  admin: /^\/(?:\.well-known\/|(?:clients|keys|trust|oauth2)(?:\/(?!\/)|$))/,
};

/** Redirects differ in status between the generations, and clients do not care. */
function statusClass(status: number): number {
  return isRedirect(status) ? 302 : status;
}

function isRedirect(status: number): boolean {
  return status === 302 || status === 303 || status === 307;
}

function summary({ status, body }: SeenResponse): string {
  const error = objectIn(body)?.["error"];
  return typeof error === "string" ? `${status} ${error}` : String(status);
}

/** What the values of a redirect's parameters must be equal in. The rest is random, or prose. */
const EQUAL_PARAMETERS = ["error", "scope", "state", "token_type", "iss"];
const PROSE = new Set([
  "error_description",
  "error_hint",
  "error_debug",
  "error_uri",
  "status_code",
]);

function compareRedirects(old: SeenResponse, own: SeenResponse): Difference[] {
  const [a, b] = [locationOf(old), locationOf(own)];
  if (a === undefined || b === undefined)
    return a === b ? [] : [{ rule: "redirect", at: "location", old: present(a), own: present(b) }];
  const places = { old: placeOf(a), own: placeOf(b) };
  const differences: Difference[] = [];
  const [p, q] = [redirectParameters(a), redirectParameters(b)];
  if ((p.get("error") ?? "") !== (q.get("error") ?? "")) {
    const errors = { old: p.get("error") ?? "none", own: q.get("error") ?? "none" };
    return [{ rule: "error", at: "error", ...errors }];
  }
  if (places.old !== places.own) differences.push({ rule: "redirect", at: "location", ...places });
  for (const name of new Set([...p.keys(), ...q.keys()])) {
    if (PROSE.has(name)) continue;
    if (!q.has(name)) differences.push(missing(name));
    else if (!p.has(name)) {
      if (name !== "iss") differences.push(additional(name)); // RFC 9207: clients ignore it unless they look for it.
    } else if (EQUAL_PARAMETERS.includes(name) && !sameWords(p.get(name), q.get(name)))
      differences.push(valueAt(name, p.get(name), q.get(name)));
  }
  return differences;
}

function locationOf({ headers }: SeenResponse): URL | undefined {
  const { location } = headers;
  return location === undefined || !URL.canParse(location, "http://same.invalid")
    ? undefined
    : new URL(location, "http://same.invalid");
}

/** Where a redirect goes, without what is random in it. */
function placeOf({ host, protocol, pathname, hash }: URL): string {
  const base = host === "same.invalid" ? pathname : `${protocol}//${host}${pathname}`;
  return hash === "" ? base : `${base}#`;
}

function redirectParameters({ search, hash }: URL): URLSearchParams {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of new URLSearchParams(hash.slice(1))) parameters.append(name, value);
  return parameters;
}

function sameWords(old: string | null, own: string | null): boolean {
  const words = (text: string | null): string[] => (text ?? "").split(" ").toSorted();
  return isDeepStrictEqual(words(old), words(own));
}

function compareBodies(request: SeenRequest, old: SeenResponse, own: SeenResponse): Difference[] {
  const [a, b] = [jsonOf(old), jsonOf(own)];
  if (a === undefined && b === undefined) return [];
  if (a === undefined || b === undefined) {
    const types = { old: mediaTypeOf(old), own: mediaTypeOf(own) };
    return types.old === types.own ? [] : [{ rule: "content_type", at: "", ...types }];
  }
  if (old.status >= 400) return compareErrors(a, b);
  return compareValues("", a, b, rulesFor(request));
}

function jsonOf({ headers, body }: SeenResponse): unknown {
  if (headers["content-type"]?.includes("json") !== true) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function mediaTypeOf({ headers }: SeenResponse): string {
  return headers["content-type"]?.split(";", 1)[0]?.trim() ?? "none";
}

function compareErrors(old: unknown, own: unknown): Difference[] {
  const codeOf = (value: unknown): unknown => (isObject(value) ? value["error"] : undefined);
  const [a, b] = [codeOf(old), codeOf(own)];
  // Errors of the admin API have prose in the place of a code: clients go by the status.
  if (typeof a === "string" && /[A-Z ]/.test(a)) return [];
  return a === b ? [] : [{ rule: "error", at: "error", old: mask(a), own: mask(b) }];
}

/** How members are compared, by their names, wherever they are in an answer. */
interface Rules {
  /** Random, or of the moment: both have it, and that is all. */
  readonly ignored: ReadonlySet<string>;
  /** Where the values may differ by a few seconds. */
  readonly near: ReadonlySet<string>;
  /** Members that only this server has, which every reader ignores. */
  readonly additions: boolean;
}

const moments = ["iat", "exp", "nbf", "rat", "jti", "at_hash", "c_hash", "s_hash"];

function rulesFor(request: SeenRequest): Rules {
  const path = pathOf(request);
  if (path === "/oauth2/token")
    return {
      ignored: new Set(["access_token", "refresh_token", "auth_time", "sid", ...moments]),
      near: new Set(["expires_in"]),
      additions: false,
    };
  if (path.startsWith("/clients") || path.startsWith("/oauth2/register")) {
    const made = ["client_secret", "registration_access_token", "updated_at", "created_at"];
    // Where the server chooses the id, it is random, and so is what it is in.
    const isNamed =
      request.method !== "POST" || objectIn(request.body)?.["client_id"] !== undefined;
    const named = isNamed ? [] : ["client_id", "registration_client_uri"];
    return { ignored: new Set([...made, ...named]), near: new Set(), additions: true };
  }
  if (path === "/oauth2/device/auth")
    return {
      ignored: new Set(["device_code", "user_code", "verification_uri_complete"]),
      near: new Set(["expires_in"]),
      additions: false,
    };
  if (path.startsWith("/keys/") && request.method === "POST")
    return { ignored: new Set(["keys"]), near: new Set(), additions: true };
  if (path.startsWith("/.well-known/") || path.startsWith("/keys"))
    return { ignored: new Set(), near: new Set(), additions: true };
  if (path === "/oauth2/auth/sessions/consent") {
    const ids = ["consent_request_id", "challenge", "login_challenge"];
    const times = ["handled_at", "created_at", "updated_at"];
    return { ignored: new Set([...ids, ...times]), near: new Set(), additions: true };
  }
  const near = new Set(["iat", "nbf", "exp", "rat", "auth_time"]);
  return { ignored: new Set(["handled_at", "jti"]), near, additions: path !== "/userinfo" };
}

/** Seconds by which a clock may be ahead. */
const NEAR = 5;

function compareValues(at: string, old: unknown, own: unknown, rules: Rules): Difference[] {
  if (isObject(old) && isObject(own)) return compareMembers(at, old, own, rules);
  const name = at.slice(at.lastIndexOf(".") + 1);
  if (name === "id_token" && typeof old === "string" && typeof own === "string")
    return compareValues(at, claimsOf(old) ?? {}, claimsOf(own) ?? {}, rules);
  if (rules.near.has(name) && typeof old === "number" && typeof own === "number")
    return Math.abs(old - own) <= NEAR ? [] : [valueAt(at, old, own)];
  if (name === "scope" && typeof old === "string" && typeof own === "string")
    return sameWords(old, own) ? [] : [valueAt(at, old, own)];
  if (Array.isArray(old) && Array.isArray(own)) return compareLists(at, old, own, rules);
  const isNothing = (old === null && isEmpty(own)) || (own === null && isEmpty(old));
  return isNothing || isDeepStrictEqual(old, own) ? [] : [valueAt(at, old, own)];
}

function compareMembers(
  at: string,
  old: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
  rules: Rules,
): Difference[] {
  return [...new Set([...Object.keys(old), ...Object.keys(own)])].flatMap((name) => {
    const place = at === "" ? name : `${at}.${name}`;
    if (!Object.hasOwn(own, name)) return isEmpty(old[name]) ? [] : [missing(place)];
    if (!Object.hasOwn(old, name))
      return rules.additions || isEmpty(own[name]) ? [] : [additional(place)];
    if (rules.ignored.has(name)) return [];
    return compareValues(place, old[name], own[name], rules);
  });
}

/** Objects of a list belong together by what names them; words may come in any order. */
function compareLists(
  at: string,
  old: readonly unknown[],
  own: readonly unknown[],
  rules: Rules,
): Difference[] {
  const keyOf = (value: unknown): string => {
    if (!isObject(value)) return JSON.stringify(value);
    const { kid, client_id, id, consent_request: consent } = value;
    // The ids of consents are of one server alone.
    const asked = isObject(consent) ? consent["request_url"] : undefined;
    return JSON.stringify(kid ?? client_id ?? id ?? asked ?? value);
  };
  const ours = new Map(own.map((value) => [keyOf(value), value]));
  const theirs = new Set(old.map(keyOf));
  const lost = old.filter((value) => !ours.has(keyOf(value)));
  const added = own.filter((value) => !theirs.has(keyOf(value)));
  return [
    ...lost.slice(0, 1).map((value) => ({ ...missing(at), old: mask(value) })),
    ...(rules.additions
      ? []
      : added.slice(0, 1).map((value) => ({ ...additional(at), own: mask(value) }))),
    ...old.flatMap((value) => {
      const other = ours.get(keyOf(value));
      return isObject(value) && isObject(other) ? compareMembers(at, value, other, rules) : [];
    }),
  ];
}

/** Members that one server writes when they are empty and the other leaves out. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === "" || value === false || value === 0) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function missing(at: string): Difference {
  return { rule: "missing_member", at, old: "present", own: "absent" };
}

function additional(at: string): Difference {
  return { rule: "additional_member", at, old: "absent", own: "present" };
}

function valueAt(at: string, old: unknown, own: unknown): Difference {
  return { rule: "value", at, old: mask(old), own: mask(own) };
}

function present(url: URL | undefined): string {
  return url === undefined ? "absent" : "present";
}

const SHOWN = 24;

/** A value for the report: numbers and short words as they are, of everything else the beginning and the length. */
function mask(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "absent");
  if (typeof value === "number" || typeof value === "boolean") return text;
  const isPlain = text.length <= SHOWN && !text.includes(".");
  return isPlain ? text : `${text.slice(0, 4)}… (${text.length} characters)`;
}
