import { type AuditEntry, auditCallerKinds } from "@latchkey/api";
import { canonicalJson } from "../../crypto/canonical-json.ts";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import type { Request } from "../../http/request.ts";
import { json } from "../../http/response.ts";
import { invalidRequest, type OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import type { AuditContext } from "./context.ts";
import type { AuditQuery } from "./store/audit-log.ts";

type Endpoint = FeatureEndpoint<AuditContext>;

/** GET /audit/entries. */
export const listAuditEntries: Endpoint = async (request, context) => {
  const wanted = readQuery(request);
  if (!wanted.ok) return refuse(wanted.error, request, context);
  return json(200, await context.audit.list(wanted.value));
};

/** GET /audit/entries/{sequence}. */
export const getAuditEntry: Endpoint = async (request, context) => {
  const sequence = readSequence(request.params["sequence"] ?? "");
  const entry = sequence === undefined ? undefined : await context.audit.find(sequence);
  return entry === undefined ? refuse(unknown, request, context) : json(200, entry);
};

const MAX_EXPORTED = 1_000;
/** In characters. A response is kept in memory, and an entry may be long. */
const MAX_EXPORT_LENGTH = 4_000_000;

/** GET /audit/export: lines of JSON, of which `latchkey audit verify` needs nothing else. */
export const exportAuditEntries: Endpoint = async (request, context) => {
  const after = readNumber(request, "after");
  if (!after.ok) return refuse(after.error, request, context);
  const limit = readNumber(request, "limit");
  if (!limit.ok) return refuse(limit.error, request, context);
  const most = Math.min(limit.value || MAX_EXPORTED, MAX_EXPORTED);
  const entries = await context.audit.listAfter(after.value ?? 0, most);
  const headers = { "Content-Type": "application/x-ndjson; charset=utf-8" };
  return { status: 200, headers, body: linesOf(entries) };
};

/** GET /audit/head. */
export const getAuditHead: Endpoint = async (_request, { audit }) => json(200, await audit.head());

/** As many of the entries as a response may hold, and one at least. */
function linesOf(entries: readonly AuditEntry[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const entry of entries) {
    const line = `${canonicalJson(entry)}\n`;
    length += line.length;
    if (lines.length > 0 && length > MAX_EXPORT_LENGTH) break;
    lines.push(line);
  }
  return lines.join("");
}

function readQuery(request: Request): Result<AuditQuery, OAuthError> {
  const named = (name: string): string | undefined => request.query.get(name) || undefined;
  const since = readTime(request, "since");
  if (!since.ok) return since;
  const until = readTime(request, "until");
  if (!until.ok) return until;
  const before = readNumber(request, "before");
  if (!before.ok) return before;
  const caller_kind = named("caller_kind");
  if (caller_kind !== undefined && !auditCallerKinds.some((kind) => kind === caller_kind))
    return err(invalidRequest(`caller_kind must be one of: ${auditCallerKinds.join(", ")}.`));
  return ok({
    object_type: named("object_type"),
    object_id: named("object_id"),
    caller_id: named("caller"),
    caller_kind,
    action: named("action"),
    operation: named("operation"),
    since_ms: since.value,
    until_ms: until.value,
    search: named("search"),
    before: before.value,
    limit: readPage(request.query).limit,
  });
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function readTime({ query }: Request, name: string): Result<number | undefined, OAuthError> {
  const text = query.get(name) || undefined;
  if (text === undefined) return ok(undefined);
  const time = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time)
    ? err(invalidRequest(`${name} must be a time as in 2026-01-31T12:00:00Z.`))
    : ok(time);
}

function readNumber({ query }: Request, name: string): Result<number | undefined, OAuthError> {
  const text = query.get(name) || undefined;
  if (text === undefined) return ok(undefined);
  const value = readSequence(text);
  return value === undefined
    ? err(invalidRequest(`${name} must be a whole number, 0 or more.`))
    : ok(value);
}

function readSequence(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No entry of the audit log has this number, or it was dropped.",
};
