import * as v from "valibot";
import { optional, required } from "../objects.ts";
import { adminOperation } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";
import { integer, list } from "../values.ts";
import { auditEntry, auditFilter, auditHead } from "./schemas.ts";

export const auditOperations = {
  listAuditEntries: {
    ...adminOperation,
    method: "GET",
    path: "/audit/entries",
    inputs: auditFilter,
    success: 200,
    response: list(auditEntry),
    errors: [400, 401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List changes",
    summary: "Lists who changed what, newest first, all or those that match.",
  },
  getAuditEntry: {
    ...adminOperation,
    method: "GET",
    path: "/audit/entries/{sequence}",
    inputs: { sequence: required(v.string(), "The number of the entry.") },
    success: 200,
    response: auditEntry,
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "Get a change",
    summary: "Returns one entry of the audit log.",
  },
  exportAuditEntries: {
    ...adminOperation,
    method: "GET",
    path: "/audit/export",
    inputs: {
      after: optional(integer, "The number of the last entry that you have; all when left out."),
      limit: optional(integer, "How many to return at most: 1000 by default, and not more."),
    },
    success: 200,
    response: v.string(),
    response_types: ["application/x-ndjson"],
    errors: [400, 401, 403, 500],
    access: "read",
    role: "viewer",
    title: "Export changes",
    summary: "Returns entries of the audit log as lines of JSON, oldest first.",
    description:
      "A response has some of the entries. Ask again with the number of the last one; an empty response is the end. `latchkey audit export` does so, and `latchkey audit verify` checks the lines.",
  },
  getAuditHead: {
    ...adminOperation,
    method: "GET",
    path: "/audit/head",
    success: 200,
    response: auditHead,
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "Get the ends of the audit log",
    summary:
      "Returns the number and the hash of the last entry, and of the last one that was dropped.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
