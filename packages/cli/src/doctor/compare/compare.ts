import { parseDuration } from "@latchkey/api";

import {
  type Answer,
  type Difference,
  type Json,
  type Observation,
  type ProbeName,
  probes,
  severities,
  type Severity,
} from "./observation.ts";

/** What clients of the old server would notice at the new one, the worst first. What only the new one has is no difference. */
export function compareServers(before: Observation, after: Observation): readonly Difference[] {
  const found = [
    ...compareDiscovery(before.discovery, after.discovery),
    ...compareKeys(before.keys, after.keys),
    ...compareClients(before.clients, after.clients),
    ...compareAnswers(before.answers, after.answers),
  ];
  return severities.flatMap((severity) => found.filter((one) => one.severity === severity));
}

function compareDiscovery(before: Json, after: Json): readonly Difference[] {
  const [oldIssuer, newIssuer] = [text(before["issuer"]), text(after["issuer"])];
  const differ = (name: string, severity: Severity, says: string): Difference => ({
    severity,
    subject: "discovery",
    name,
    says,
  });
  return Object.entries(before).flatMap(([name, value]): readonly Difference[] => {
    const now = after[name];
    if (isEmpty(value)) return [];
    if (name === "issuer") {
      if (value === now) return [];
      return [
        differ(name, "breaks", `${show(value)} is ${show(now)}: clients compare it exactly.`),
      ];
    }
    const isEndpoint = name.endsWith("_endpoint") || name.endsWith("_uri");
    if (isEmpty(now) && now !== false)
      return [differ(name, isEndpoint ? "breaks" : "noticeable", `${show(value)} is gone.`)];
    if (Array.isArray(value)) {
      const lost = lostOf(value, now);
      if (lost.length === 0) return [];
      const severity = decisiveLists.has(name) ? "breaks" : "noticeable";
      return [differ(name, severity, `${lost.join(", ")} is no longer supported.`)];
    }
    if (isEndpoint) {
      const [old, other] = [relativeTo(oldIssuer, value), relativeTo(newIssuer, now)];
      const says = `${show(old)} is ${show(other)}: clients that do not read the document call the old one.`;
      return old === other ? [] : [differ(name, "noticeable", says)];
    }
    return isSame(value, now) || value === false
      ? []
      : [differ(name, "noticeable", `${show(value)} is ${show(now)}.`)];
  });
}

/** Lists of the discovery document from which a client chooses what it then depends on. */
const decisiveLists: ReadonlySet<string> = new Set([
  "response_types_supported",
  "response_modes_supported",
  "grant_types_supported",
  "subject_types_supported",
  "id_token_signing_alg_values_supported",
  "userinfo_signing_alg_values_supported",
  "request_object_signing_alg_values_supported",
  "token_endpoint_auth_methods_supported",
  "code_challenge_methods_supported",
]);

function compareKeys(before: readonly Json[], after: readonly Json[]): readonly Difference[] {
  const now = new Map(after.map((key) => [key["kid"], key]));
  return before.flatMap((key): readonly Difference[] => {
    const found = now.get(key["kid"]);
    const difference = { severity: "breaks", subject: "keys", name: text(key["kid"]) } as const;
    if (found === undefined) {
      const says = `This key (${text(key["alg"]) || text(key["kty"])}) is not published: tokens that it signed cannot be verified.`;
      return [{ ...difference, says }];
    }
    const field = ["kty", "crv", "n", "e", "x", "y"].find((name) => key[name] !== found[name]);
    if (field !== undefined)
      return [{ ...difference, says: `Another key has this kid: ${field} differs.` }];
    if (isEmpty(key["alg"]) || key["alg"] === found["alg"]) return [];
    const says = `Its algorithm ${show(key["alg"])} is ${show(found["alg"])}.`;
    return [{ ...difference, says }];
  });
}

function compareClients(
  before: Observation["clients"],
  after: Observation["clients"],
): readonly Difference[] {
  if (before === undefined || after === undefined) return [];
  return [...before].flatMap(([name, client]): readonly Difference[] => {
    const now = after.get(name);
    if (now === undefined) {
      const says = "This client does not exist.";
      return [{ severity: "breaks", subject: "clients", name, says }];
    }
    return Object.keys({ ...client, ...now }).flatMap((field) =>
      compareField(field, client[field], now[field]).map(([severity, says]) => ({
        severity,
        subject: "clients" as const,
        name,
        says: `${field}: ${says}`,
      })),
    );
  });
}

function compareField(
  field: string,
  before: unknown,
  after: unknown,
): readonly (readonly [Severity, string])[] {
  if (ownFields.has(field) || isSame(before, after)) return [];
  if (field === "scope" || Array.isArray(before) || Array.isArray(after)) {
    const lost = lostOf(listOf(before), after);
    if (lost.length === 0) return [];
    const severity = descriptions.has(field) ? "harmless" : "breaks";
    return [[severity, `${lost.join(", ")} is missing.`]];
  }
  if (field.endsWith("_lifespan")) {
    if (seconds(before) === seconds(after)) return [];
    return [["noticeable", `${show(before)} is ${show(after)}.`]];
  }
  const severity = descriptions.has(field)
    ? "harmless"
    : shown.has(field)
      ? "noticeable"
      : "breaks";
  // A field that only this server knows, and that the old one could not have had.
  if (isEmpty(before) && !known.has(field)) return [];
  return [[severity, `${show(before)} is ${show(after)}.`]];
}

/** Fields that each server sets for itself. */
const ownFields: ReadonlySet<string> = new Set([
  "client_id",
  "client_secret",
  "client_secret_expires_at",
  "created_at",
  "updated_at",
  "registration_access_token",
  "registration_client_uri",
]);
/** Fields that only administrators read. */
const descriptions: ReadonlySet<string> = new Set(["owner", "contacts", "metadata"]);
/** Fields that users see. */
const shown: ReadonlySet<string> = new Set([
  "client_name",
  "client_uri",
  "logo_uri",
  "policy_uri",
  "tos_uri",
  "skip_consent",
  "skip_logout_consent",
]);
/** Fields that change what a client gets where only the new server has them set. */
const known: ReadonlySet<string> = new Set([
  ...shown,
  "access_token_strategy",
  "backchannel_logout_session_required",
  "frontchannel_logout_session_required",
  "jwks_uri",
  "request_object_signing_alg",
  "sector_identifier_uri",
  "token_endpoint_auth_signing_alg",
]);

function compareAnswers(
  before: Observation["answers"],
  after: Observation["answers"],
): readonly Difference[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of the table.
  return (Object.keys(probes) as ProbeName[]).flatMap((probe) => {
    const [old, now] = [before[probe], after[probe]];
    if (old === undefined || now === undefined) return [];
    return compareAnswer(old, now).map(([severity, says]) => ({
      severity,
      subject: "answers" as const,
      name: probes[probe],
      says,
    }));
  });
}

function compareAnswer(old: Answer, now: Answer): readonly (readonly [Severity, string])[] {
  if (isRefusal(old) !== isRefusal(now)) {
    const verb = isRefusal(old) ? "is no longer refused" : "is refused";
    return [["breaks", `It ${verb}: ${summary(old)} is ${summary(now)}.`]];
  }
  const found: (readonly [Severity, string])[] = [];
  if (old.allows_origin && !now.allows_origin)
    found.push(["breaks", "Scripts of that origin can no longer read the response."]);
  if (old.error !== undefined && now.error !== undefined && old.error !== now.error)
    found.push(["noticeable", `The error ${old.error} is ${now.error}.`]);
  if (old.is_redirect !== now.is_redirect)
    found.push(["noticeable", `${summary(old)} is ${summary(now)}.`]);
  else if (old.status !== now.status)
    found.push([
      Math.floor(old.status / 100) === Math.floor(now.status / 100) ? "noticeable" : "breaks",
      `The status ${old.status} is ${now.status}.`,
    ]);
  else if (old.media_type !== now.media_type && old.status !== 204)
    found.push([
      "noticeable",
      `The media type ${old.media_type ?? "none"} is ${now.media_type ?? "none"}.`,
    ]);
  if (!isSame(old.active, now.active))
    found.push(["breaks", `active ${show(old.active)} is ${show(now.active)}.`]);
  if (old.challenge !== undefined && old.challenge.toLowerCase() !== now.challenge?.toLowerCase())
    found.push([
      "harmless",
      `WWW-Authenticate ${old.challenge} is ${now.challenge ?? "not sent"}.`,
    ]);
  return found;
}

function isRefusal({ status, error }: Answer): boolean {
  return status >= 400 || error !== undefined;
}

function summary({ status, error, is_redirect }: Answer): string {
  const code = error === undefined ? "" : ` (${error})`;
  return is_redirect ? `a redirect${code}` : `${status}${code}`;
}

/** The part of a URL after the issuer, which servers at two addresses have in common. */
function relativeTo(issuer: string, url: unknown): unknown {
  const base = issuer.replace(/\/+$/, "");
  return typeof url === "string" && base !== "" && url.startsWith(`${base}/`)
    ? url.slice(base.length)
    : url;
}

function lostOf(before: readonly unknown[], after: unknown): readonly string[] {
  const now = new Set(listOf(after).map(show));
  return before.map(show).filter((one) => !now.has(one));
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" ? value.split(" ").filter(Boolean) : [];
}

function seconds(value: unknown): number | undefined {
  return typeof value === "string" ? parseDuration(value) : undefined;
}

/** Servers write what is not set as null, false, an empty value, or not at all; `none` is the default of algorithms. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return true;
  if (value === "none") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function isSame(before: unknown, after: unknown): boolean {
  return (isEmpty(before) && isEmpty(after)) || canonical(before) === canonical(after);
}

/** JSON with the fields of objects in one order. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ""
  );
}

function show(value: unknown): string {
  if (isEmpty(value) && value !== "none" && value !== false) return "not set";
  return typeof value === "string" ? value : canonical(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
