import { lookup as lookupBySystem } from "node:dns";
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { unbracketIpv6 } from "@latchkey/api";
import { FORM } from "../http/media-type.ts";
import { parseJson } from "../limits/json-depth.ts";
import { type Client, isSelfDescribed } from "../oauth/client.ts";
import { err, ok, type Result } from "../result.ts";
import { reachOf } from "./address.ts";
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
  readonly checkUrl: (url: string) => Result<unknown, OutboundRejection>;
}

/** Who wrote a URL: an administrator, or a client that described itself, behind which anyone may be. */
export type UrlOwner = "registered" | "self_described";

/** Who wrote the URLs of a client. */
export function urlOwner(client: Pick<Client, "metadata_document" | "registration">): UrlOwner {
  return isSelfDescribed(client) ? "self_described" : "registered";
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

/** In production: https to public addresses only. In development also loopback, with or without TLS. */
export function createOutbound(options: {
  readonly development: boolean;
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
  const { headers: commonHeaders = () => ({}) } = options;
  const lookups = createLookups(options);
  const connections = keepConnections();

  const exchange = async (
    text: string,
    owner: UrlOwner | "operator",
    { headers, ...parts }: RequestParts = {},
  ): Promise<Result<Reply, OutboundRejection>> => {
    const isTrusted = owner === "operator";
    const destination = isTrusted ? trust(text) : checkUrl(text, development);
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
    checkUrl: (url) => checkUrl(url, development),
  };
}

const JSON_TYPE = "application/json";

/** Why no request is sent to a URL that is about to be stored, as a sentence; undefined where its text shows no reason. */
export function explainRefusedUrl(
  url: string,
  { checkUrl: check }: Pick<Outbound, "checkUrl">,
): string | undefined {
  const checked = check(url);
  return checked.ok ? undefined : explainOutboundRejection(checked.error);
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
    registered: share(resolve, 32, 16),
    self_described: share(resolve, 32, 4),
  };
}

interface Destination {
  readonly url: URL;
  readonly allows: (address: string) => boolean;
}

function trust(text: string): Result<Destination, OutboundRejection> {
  const url = URL.parse(text);
  return url === null ? err({ reason: "url_malformed" }) : ok({ url, allows: () => true });
}

function checkUrl(text: string, development: boolean): Result<Destination, OutboundRejection> {
  const url = URL.parse(text);
  if (url === null) return err({ reason: "url_malformed" });
  const { protocol, hostname, username, password } = url;
  if (username !== "" || password !== "") return err({ reason: "url_malformed" });
  if (protocol !== "https:" && !(protocol === "http:" && development)) {
    return err({ reason: "scheme_refused", scheme: protocol });
  }
  const allows = (address: string): boolean => {
    const reach = reachOf(address);
    return reach === "loopback" ? development : reach === "public" && protocol === "https:";
  };
  // A socket resolves only names, so an address is checked here. URL has normalized its notation.
  const address = isLocalName(hostname) ? "127.0.0.1" : unbracketIpv6(hostname);
  const isRefused = isIP(address) !== 0 && !allows(address);
  return isRefused ? err({ reason: "address_refused", host: hostname }) : ok({ url, allows });
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
