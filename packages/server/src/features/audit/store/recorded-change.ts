import { hash } from "node:crypto";
import type { AuditEntry } from "@latchkey/api";
import type { Cause } from "../../../http/cause.ts";
import type { Change } from "../../../store/changes.ts";
import { networkAddress } from "../../../limits/networks.ts";

/** Steps of the flows of users, by their actions: others are notified of them, and the log has no entries of flows. */
const stepsOfFlows: ReadonlySet<string> = new Set([
  "signed_out",
  "recovery_started",
  "sign_in_failed",
]);

export function isKept({ action }: Change): boolean {
  return !stepsOfFlows.has(action);
}

/** A change and its cause, as an entry holds them. */
export function entryOf(
  { action, object, before, after }: Change,
  { caller, operation, address, request_id }: Cause,
  at_ms: number,
): Omit<AuditEntry, "sequence" | "previous_hash" | "hash"> {
  const isUser = caller.kind === "user";
  return {
    at: new Date(at_ms).toISOString(),
    caller: {
      kind: caller.kind,
      id: clean(caller.id),
      // What a user is called, and where exactly a user is, must not outlast the account.
      ...(caller.name !== undefined && !isUser && { name: clean(caller.name) }),
    },
    operation: clean(operation),
    address: clean(isUser ? networkAddress(address) : address),
    request_id: clean(request_id),
    action,
    object: { type: object.type, id: clean(object.id) },
    ...(before !== undefined && { before: bounded(before) }),
    ...(after !== undefined && { after: bounded(after) }),
  };
}

/** Longer texts, such as images, are replaced by their hash: an entry must stay small, and that they changed can still be seen. */
const MAX_TEXT = 4_096;

/** The plain JSON of a description, with bounded texts. */
function bounded(description: object): Readonly<Record<string, unknown>> {
  const plain: unknown = JSON.parse(JSON.stringify(description), (_, value: unknown) =>
    typeof value === "string" ? boundedText(value) : value,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The JSON of an object is that of an object.
  return plain as Readonly<Record<string, unknown>>;
}

function boundedText(text: string): string {
  if (text.length <= MAX_TEXT) return clean(text);
  return `(${text.length} characters, sha256:${hash("sha256", text, "hex")})`;
}

/** As both databases store it: PostgreSQL has no NUL, and a lone surrogate is no character. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\u{FFFD}");
}
