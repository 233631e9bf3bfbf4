import { lookup as lookupBySystem } from "node:dns";
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { unbracketIpv6 } from "@latchkey/api";
import { FORM } from "../http/media-type.ts";
import { parseJson } from "../limits/json-depth.ts";
import { type Client, isSelfDescribed } from "../oauth/client.ts";
import { memoize } from "../memoize.ts";
import { err, ok, type Result } from "../result.ts";
import { reachOf } from "./address.ts";
import { entriesFor, type Grants, noGrants, readAllowList } from "./allow-list.ts";
import { createCheckedLookup, type Lookup, shareLookups } from "./checked-lookup.ts";
import { limitLookups } from "./names/limit-lookups.ts";
import { createNameResolver } from "./names/name-resolver.ts";
import { explainOutboundRejection, type OutboundRejection } from "./outbound-rejection.ts";
import { keepConnections, type OutgoingBody, type Reply, send } from "./send.ts";

/** Requests to URLs that clients registered, which must not reach the internal network (SSRF). Redirects are not followed. */
export interface Outbound {
  /** The JSON document at a URL. */
  readonly getJson: (url: string, owner: UrlOwner) => Promise<Result<unknown, OutboundRejection>>;
  /** The document at a `client_id`, with its header fields. Its Content-Type must be JSON, and its size is the caller's to limit. */
  readonly getDocument: (
    url: string,
    limits: { readonly max_bytes: number },
  ) => Promise<Result<RemoteDocument, OutboundRejection>>;
  /** The text at a URL, whatever its Content-Type. */
  readonly getText: (url: string, owner: UrlOwner) => Promise<Result<string, OutboundRejection>>;
  /** Posts a form; any status but a redirect is a response. */
  readonly postForm: (
    url: string,
    fields: Readonly<Record<string, string>>,
    owner: UrlOwner,
  ) => Promise<Result<{ readonly status: number }, OutboundRejection>>;
  /** Posts JSON that was serialized already, since its signature is of its bytes; any status but a redirect is a response. */
  readonly postJson: (
    url: string,
    text: string,
    headers: Readonly<Record<string, string>>,
    owner: UrlOwner,
  ) => Promise<Result<{ readonly status: number }, OutboundRejection>>;
  /** The same for a URL of the settings: the operator's own app may be in the internal network, and its connections are kept. */
  readonly postJsonToOperator: (
    url: string,
    text: string,
    headers: Readonly<Record<string, string>>,
  ) => Promise<Result<{ readonly status: number }, OutboundRejection>>;
  /**
   * Posts JSON to a URL of the settings and reads the response, within limits that are the caller's. Any status but a redirect
   * is a response; `value` is the JSON of one with the status 200.
   */
  readonly callOperator: (
    url: string,
    call: OperatorCall,
  ) => Promise<Result<OperatorReply, OutboundRejection>>;
  /** Sends a request of a library that speaks a protocol of its own; any status but a redirect is a response. */
  readonly request: (
    url: string,
    parts: { readonly body?: OutgoingBody; readonly headers: Readonly<Record<string, string>> },
    owner: UrlOwner,
  ) => Promise<Result<Reply, OutboundRejection>>;
  /** Whether requests to a URL are sent at all, as far as the URL shows it: a name may still resolve to a refused address. */
  readonly checkUrl: (url: string, owner: UrlOwner) => Result<unknown, UrlRefusal>;
  /** The same with the addresses that its name has now. Nothing is sent but the question to the name service. */
  readonly checkHost: (url: string, owner: UrlOwner) => Promise<Result<unknown, UrlRefusal>>;
}

/**
 * Who wrote a URL: an administrator; a party that an administrator registered, in a document or request of its own; or a client
 * that described itself, behind which anyone may be. `outbound.allow` is for the first.
 */
export type UrlOwner = "registered" | "delegated" | "self_described";

/** Why no request is sent to a URL, and the entries of `outbound.allow` with which it would be; empty where none helps. */
export interface UrlRefusal {
  readonly rejection: OutboundRejection;
  readonly entries: readonly string[];
}

/**
 * Who wrote the URLs of a client; of none, an administrator who is about to create it. Those of a client that registered itself
 * stay a stranger's when an administrator changes them: it can change them again.
 */
export function urlOwner(
  client: Pick<Client, "metadata_document" | "registration"> | undefined,
): UrlOwner {
  return client !== undefined && isSelfDescribed(client) ? "self_described" : "registered";
}

/** A request to an app of the operator. */
interface OperatorCall {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout_ms: number;
  readonly max_bytes: number;
}

/** Its response. */
interface OperatorReply {
  readonly status: number;
  readonly value: unknown;
}

/** A JSON document, and the header fields it came with. */
export interface RemoteDocument {
  readonly value: unknown;
  readonly headers: IncomingHttpHeaders;
}

/**
 * In production: https to public addresses only, and for URLs of administrators to what `outbound.allow` lists. In development also
 * loopback, with or without TLS.
 */
export function createOutbound(options: {
  readonly development: boolean;
  /** The setting `outbound.allow`, as it is now. */
  readonly allow?: () => readonly string[];
  readonly timeout_ms?: number;
  readonly max_bytes?: number;
  /** Resolves all names. For tests. */
  readonly lookup?: Lookup;
  /** The addresses of name servers, in place of those of the machine. For tests. */
  readonly name_servers?: readonly string[];
  /** Headers to add to each request, such as `traceparent`; called when it is sent. */
  readonly headers?: () => Readonly<Record<string, string>>;
}): Outbound {
  const { development, timeout_ms = 5_000, max_bytes = 262_144 } = options;
  const { headers: commonHeaders = () => ({}), allow = () => NOTHING } = options;
  const lookups = createLookups(options);
  const connections = keepConnections();
  const allowList = memoize(readAllowList);

  const locate = (text: string, owner: UrlOwner): Result<Destination, OutboundRejection> => {
    const url = URL.parse(text);
    if (url === null) return err({ reason: "url_malformed" });
    const grants = owner === "registered" ? allowList(allow()).grantsFor(url) : noGrants;
    return locateHost(url, { development, grants });
  };

  const checkUrl: Outbound["checkUrl"] = (text, owner) => {
    const located = locate(text, owner);
    return located.ok ? located : err(refusalOf(located.error, text, owner));
  };

  const checkHost: Outbound["checkHost"] = async (text, owner) => {
    const located = locate(text, owner);
    if (!located.ok) return err(refusalOf(located.error, text, owner));
    const { url, allows } = located.value;
    if (isIP(unbracketIpv6(url.hostname)) !== 0) return ok(undefined);
    const found = await lookUp(url.hostname, lookups[owner], timeout_ms);
    if (!found.ok) return err(refusalOf(found.error, text, owner));
    if (found.value.some(allows)) return ok(undefined);
    const refused = { reason: "address_refused", host: url.hostname } as const;
    return err(refusalOf(refused, text, owner, found.value));
  };

  const exchange = async (
    text: string,
    owner: UrlOwner | "operator",
    { headers, ...parts }: RequestParts = {},
  ): Promise<Result<Reply, OutboundRejection>> => {
    const isTrusted = owner === "operator";
    const destination = isTrusted ? trust(text) : locate(text, owner);
    if (!destination.ok) return destination;
    const { url, allows } = destination.value;
    return send({
      url,
      lookup: createCheckedLookup(lookups[owner], allows),
      headers: { ...commonHeaders(), ...headers },
      timeout_ms,
      max_bytes,
      ...(isTrusted && { connections }),
      ...parts, // The body, and limits of this request.
    });
  };

  const post = async (url: string, owner: UrlOwner | "operator", parts: RequestParts) => {
    const reply = await exchange(url, owner, parts);
    return reply.ok ? ok({ status: reply.value.status }) : reply;
  };

  return {
    getJson: async (url, owner) => {
      const reply = await exchange(url, owner);
      return reply.ok ? readJson(reply.value) : reply;
    },
    getDocument: async (url, limits) => {
      const reply = await exchange(url, "self_described", limits);
      return reply.ok ? readDocument(reply.value) : reply;
    },
    getText: async (url, owner) => {
      const reply = await exchange(url, owner);
      return reply.ok ? readText(reply.value) : reply;
    },
    postForm: (url, fields, owner) => {
      const text = new URLSearchParams(fields).toString();
      return post(url, owner, { body: { media_type: FORM, text } });
    },
    postJson: (url, text, headers, owner) =>
      post(url, owner, { body: { media_type: JSON_TYPE, text }, headers }),
    postJsonToOperator: (url, text, headers) =>
      post(url, "operator", { body: { media_type: JSON_TYPE, text }, headers }),
    callOperator: async (url, { text, ...call }) => {
      const body = { media_type: "application/json; charset=UTF-8", text };
      const reply = await exchange(url, "operator", { ...call, body });
      if (!reply.ok) return reply;
      const { status } = reply.value;
      if (status !== 200) return ok({ status, value: undefined });
      const value = readJson(reply.value);
      return value.ok ? ok({ status, value: value.value }) : value;
    },
    request: (url, parts, owner) => exchange(url, owner, parts),
    checkUrl,
    checkHost,
  };
}

const JSON_TYPE = "application/json";

const NOTHING: readonly string[] = [];

/** Why no request is sent to a URL that is about to be stored, as a sentence; undefined where its text shows no reason. */
export function explainRefusedUrl(
  url: string,
  owner: UrlOwner,
  { checkUrl }: Pick<Outbound, "checkUrl">,
): string | undefined {
  const checked = checkUrl(url, owner);
  return checked.ok ? undefined : explainUrlRefusal(checked.error);
}

/** Why no request is sent to a URL, and what an administrator can do. */
export function explainUrlRefusal({ rejection, entries }: UrlRefusal): string {
  const reason = explainOutboundRejection(rejection);
  if (entries.length === 0) return reason;
  return `${reason} To allow it, add ${entries.join(" and ")} to outbound.allow.`;
}

/** What would help is not for strangers: they would learn of settings, and what they name is never allowed by them. */
function refusalOf(
  rejection: OutboundRejection,
  text: string,
  owner: UrlOwner,
  addresses?: readonly string[],
): UrlRefusal {
  const url = URL.parse(text);
  const isPlain = rejection.reason === "scheme_refused" && rejection.scheme === "http:";
  const mayHelp = owner === "registered" && (isPlain || rejection.reason === "address_refused");
  return { rejection, entries: mayHelp && url !== null ? entriesFor(url, addresses) : [] };
}

async function lookUp(
  hostname: string,
  lookup: Lookup,
  timeout_ms: number,
): Promise<Result<readonly string[], OutboundRejection>> {
  const { promise, resolve } =
    Promise.withResolvers<Result<readonly string[], OutboundRejection>>();
  const timer = setTimeout(() => resolve(err({ reason: "timed_out", timeout_ms })), timeout_ms);
  lookup(hostname, { all: true }, (error, addresses) => {
    const found = addresses.map(({ address }) => address);
    resolve(
      error === null
        ? ok(found)
        : err({ reason: "unreachable", host: hostname, cause: error.code ?? "no address" }),
    );
  });
  return promise.finally(() => clearTimeout(timer));
}

interface RequestParts {
  readonly body?: OutgoingBody;
  readonly headers?: Readonly<Record<string, string>>;
  readonly max_bytes?: number;
  readonly timeout_ms?: number;
}

/**
 * Names of settings are resolved by the system, with its search domains and other name services, and leave threads of the pool to
 * other work. Names of clients are resolved without threads; those that anyone can name cannot take the others' part.
 */
function createLookups({
  lookup,
  name_servers: servers,
}: {
  readonly lookup?: Lookup;
  readonly name_servers?: readonly string[];
}): Readonly<Record<UrlOwner | "operator", Lookup>> {
  const resolve = lookup ?? createNameResolver({ ...(servers && { servers }) });
  const share = (one: Lookup, concurrency: number, per_domain: number): Lookup =>
    shareLookups(limitLookups(one, { concurrency, per_domain }));
  return {
    operator: share(lookup ?? lookupBySystem, 2, 2),
    ...ofAdministrators(share(resolve, 32, 16)),
    self_described: share(resolve, 32, 4),
  };
}

function ofAdministrators(lookup: Lookup): Record<"registered" | "delegated", Lookup> {
  return { registered: lookup, delegated: lookup };
}

interface Destination {
  readonly url: URL;
  readonly allows: (address: string) => boolean;
}

function trust(text: string): Result<Destination, OutboundRejection> {
  const url = URL.parse(text);
  return url === null ? err({ reason: "url_malformed" }) : ok({ url, allows: () => true });
}

/** What URLs may name. */
interface Permissions {
  readonly development: boolean;
  readonly grants: Grants;
}

function locateHost(
  url: URL,
  { development, grants }: Permissions,
): Result<Destination, OutboundRejection> {
  const { protocol, hostname, username, password } = url;
  if (username !== "" || password !== "") return err({ reason: "url_malformed" });
  const isPlain = protocol === "http:";
  if (protocol !== "https:" && !(isPlain && (development || grants.any))) {
    return err({ reason: "scheme_refused", scheme: protocol });
  }
  const allows = (address: string): boolean => {
    const reach = reachOf(address);
    if (reach === "public" && !isPlain) return true;
    return (reach === "loopback" && development) || grants.covers(address);
  };
  // A socket resolves only names, so an address is checked here. URL has normalized its notation.
  const address = isLocalName(hostname) ? "127.0.0.1" : unbracketIpv6(hostname);
  if (isIP(address) === 0 || allows(address)) return ok({ url, allows });
  return err(
    isPlain && !development
      ? { reason: "scheme_refused", scheme: protocol }
      : { reason: "address_refused", host: hostname },
  );
}

/** RFC 6761 §6.3: names that always resolve to loopback addresses. */
function isLocalName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function readText({ status, body }: Reply): Result<string, OutboundRejection> {
  if (status !== 200) return err({ reason: "unexpected_status", status });
  try {
    return ok(utf8.decode(body));
  } catch {
    return err({ reason: "not_text" });
  }
}

function readJson(reply: Reply): Result<unknown, OutboundRejection> {
  const text = readText(reply);
  if (!text.ok) return text;
  const value = parseJson(text.value);
  return value === undefined ? err({ reason: "not_json" }) : ok(value);
}

/** RFC 6839 §3.1: `application/json`, or a more specific type that ends with `+json`. */
const JSON_MEDIA_TYPE = /^application\/(?:[\w.+-]+\+)?json(?: *;|$)/i;

function readDocument(reply: Reply): Result<RemoteDocument, OutboundRejection> {
  const { status, headers } = reply;
  if (status === 200 && !JSON_MEDIA_TYPE.test(headers["content-type"] ?? "")) {
    return err({ reason: "not_json_media_type" });
  }
  const value = readJson(reply);
  return value.ok ? ok({ value: value.value, headers }) : value;
}
