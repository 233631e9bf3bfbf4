import { hash } from "node:crypto";
import { clientOf, objectIn } from "./client-of.ts";
import { type Exchange, parametersOf, pathOf, type SeenRequest } from "./exchange.ts";

/** What changed at the old server just now, which the copy may not know yet. Only digests are kept. */
export interface RecentChanges {
  /** What an exchange that may change something has issued, used up, changed or ended. */
  add(exchange: Exchange): void;
  /** Whether a request presents a value, or is of a client, that was issued or changed just now. */
  isAbout(request: SeenRequest): boolean;
  /** Whether something of the request's client was ended just now. */
  hasEnded(request: SeenRequest): boolean;
}

const MEMBERS = [
  "access_token",
  "refresh_token",
  "id_token",
  "code",
  "device_code",
  "user_code",
  "registration_access_token",
];
const PARAMETERS = [
  "token",
  "refresh_token",
  "code",
  "device_code",
  "access_token",
  "id_token_hint",
  "subject_token",
  "assertion",
  "client_assertion",
  "user_code",
];

/** Remembers changes for `settle_ms`, after which the copy must have them. */
export function createRecentChanges(
  settle_ms: number,
  now_ms: () => number,
  max = 100_000,
): RecentChanges {
  const changedAt = new Map<string, number>();
  const add = (value: string): void => {
    for (const [digest, at] of changedAt) {
      if (changedAt.size < max && now_ms() - at <= settle_ms) break; // In the order in which they changed.
      changedAt.delete(digest);
    }
    const digest = digestOf(value);
    changedAt.delete(digest);
    changedAt.set(digest, now_ms());
  };
  const isRecent = (value: string): boolean => {
    const at = changedAt.get(digestOf(value));
    return at !== undefined && now_ms() - at <= settle_ms;
  };
  return {
    add({ request, old }) {
      for (const value of issuedIn(old)) add(value);
      for (const value of presentedIn(request)) add(value);
      if (changesClient(request) && old.status < 300) {
        const id = objectIn(old.body)?.["client_id"];
        const client_id = typeof id === "string" ? id : clientOf(request);
        if (client_id !== "-") add(clientKey(client_id));
      }
      if (ends(request) && old.status < 300) add(endedKey(clientOf(request)));
    },
    isAbout: (request) =>
      [...presentedIn(request), ...credentialsIn(request), clientKey(clientOf(request))].some(
        isRecent,
      ),
    hasEnded: (request) => [clientOf(request), "-"].some((client) => isRecent(endedKey(client))),
  };
}

/** Whether a request presents something that the old server issued once. */
export function presentsIssued(request: SeenRequest): boolean {
  return presentedIn(request).length + credentialsIn(request).length > 0;
}

function issuedIn({ body, headers }: Exchange["old"]): readonly string[] {
  const members = objectIn(body) ?? {};
  const redirected = parametersIn(headers["location"] ?? "");
  const values = MEMBERS.map((name) => members[name] ?? redirected.get(name));
  const cookies = cookiesIn(headers["set-cookie"] ?? "", /(?:^|, )([^=;,\s]+)=([^;,]*)/g);
  return [...values, ...cookies].filter((value) => typeof value === "string");
}

function presentedIn(request: SeenRequest): readonly string[] {
  const parameters = parametersOf(request);
  return PARAMETERS.flatMap((name) => parameters.get(name) || []);
}

/** What a request is authenticated with, which it does not use up. */
function credentialsIn({ headers }: SeenRequest): readonly string[] {
  const bearer = /^(?:bearer|dpop) +(\S+)$/i.exec(headers["authorization"] ?? "")?.[1];
  const cookies = cookiesIn(headers["cookie"] ?? "", /(?:^|; *)([^=;\s]+)=([^;]*)/g);
  return bearer === undefined ? cookies : [bearer, ...cookies];
}

/** The values of cookies, without those against CSRF, which live at one server alone. */
function cookiesIn(header: string, pattern: RegExp): readonly string[] {
  return [...header.matchAll(pattern)].flatMap(([, name = "", value = ""]) =>
    value === "" || /csrf/i.test(name) ? [] : [value],
  );
}

function changesClient(request: SeenRequest): boolean {
  return (
    request.method !== "GET" && /^\/(?:clients|oauth2\/register)(?:\/|$)/.test(pathOf(request))
  );
}

/** Whether a request may have ended tokens or sessions that it does not name. */
function ends(request: SeenRequest): boolean {
  return request.method === "DELETE" || pathOf(request) === "/oauth2/revoke";
}

function clientKey(client_id: string): string {
  return `client ${client_id}`;
}

function endedKey(client_id: string): string {
  return `ended ${client_id}`;
}

/** Since 2.0 tokens have a prefix, and are accepted without it. */
function digestOf(value: string): string {
  return hash("sha256", value.replace(/^ory_[a-z]{2}_/, ""), "base64url");
}

/** The parameters of a redirect, in its query and in its fragment. */
function parametersIn(location: string): URLSearchParams {
  const at = location.search(/[?#]/);
  return new URLSearchParams(at === -1 ? "" : location.slice(at + 1).replaceAll(/[?#]/g, "&"));
}
