/** A plan as text and as JSON. */

import type { Impact } from "@latchkey/api";

import { accent, columns } from "../output/table.ts";
import type { ProcessIo } from "../process-io.ts";
import { type Change, type Difference, isChanging } from "./plan.ts";
import { keyOf } from "./resource.ts";

/** What each action is called. */
const verbs: Readonly<Record<Change["action"], string>> = {
  create: "create",
  update: "update",
  adopt: "adopt",
  replace: "replace",
  delete: "delete",
  leave: "leave",
  forget: "forget",
  none: "none",
  refuse: "refuse",
};

/** The changes, one per line, with the fields that change below. Empty where everything is as the files say. */
export function describeChanges(
  changes: readonly Change[],
  io: ProcessIo,
  with_heading = true,
): string {
  const shown = changes.filter(({ action }) => action !== "none" && action !== "forget");
  if (shown.length === 0) return "";
  const rows = shown.flatMap((change) => [
    [verbs[change.action], change.kind, change.id],
    ...linesOf(change).map((line) => ["", "", line]),
  ]);
  if (!with_heading) return columns(rows);
  const [heading = "", ...rest] = columns([["ACTION", "KIND", "ID"], ...rows]).split(/(?<=\n)/);
  return `${accent(heading.trimEnd(), io)}\n${rest.join("")}`;
}

function linesOf(change: Change): readonly string[] {
  if (change.action === "refuse") return [`  ${change.reason}`];
  if (change.action === "leave") return ["  no longer in the files: --prune deletes it"];
  const isNew = change.action === "create";
  return change.differences
    .flatMap((difference) => describeDifference(difference, isNew))
    .map((line) => `  ${line}`);
}

/** One line, or for a list one for each entry that is added or removed. */
function describeDifference(
  { field, before, after }: Difference,
  isNew: boolean,
): readonly string[] {
  const [old, next] = [entriesOf(field, before), entriesOf(field, after)];
  if (old !== undefined && next !== undefined) {
    const removed = old.filter((entry) => !next.includes(entry));
    const added = next.filter((entry) => !old.includes(entry));
    if (removed.length + added.length === 0) return [`${field}: in another order`];
    return [
      ...removed.map((entry) => `${field}: - ${entry}`),
      ...added.map((entry) => `${field}: + ${entry}`),
    ];
  }
  if (isNew) return [`${field}: ${valueText(after)}`];
  return [`${field}: ${valueText(before)} → ${valueText(after)}`];
}

/** The entries of a list of strings, or of the words of a scope; undefined for any other value. */
function entriesOf(field: string, value: unknown): readonly string[] | undefined {
  if (value === undefined) return [];
  if (field === "scope" && typeof value === "string") return value.split(" ").filter(Boolean);
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === "string");
  return isList ? value : undefined;
}

const MAX_VALUE = 120;

function valueText(value: unknown): string {
  if (value === undefined) return "(default)";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/** What the changes would have refused, a client per line. Empty where it is nothing. */
export function describeImpact({ clients, since, complete }: Impact, io: ProcessIo): string {
  if (clients.length === 0 && complete) return "";
  const rows = clients.map(({ client_id, requests, refused, refusals, unknown }) => {
    const because = refusals.map(
      ({ field, value, requests: count }) => `${field}${value && ` ${value}`} (${count})`,
    );
    if (unknown > 0) because.push(`not known (${unknown})`);
    return [client_id, String(refused), String(requests), because.join(", ")];
  });
  const [heading = "", ...rest] = columns([
    ["CLIENT", "REFUSED", "OF REQUESTS", "BECAUSE OF"],
    ...rows,
  ]).split(/(?<=\n)/);
  const title = `Of the requests since ${since.slice(0, 10)}, these would have been refused:\n`;
  const note = complete ? "" : "  There were more requests than could be considered.\n";
  return `\n${title}${accent(heading.trimEnd(), io)}\n${rest.join("")}${note}`;
}

/** What is to be said beside the changes: that there are none, and what stays or stands in the way. */
export function describeRest(changes: readonly Change[]): string {
  const count = (action: Change["action"]) =>
    changes.filter((change) => change.action === action).length;
  const [refused, left] = [count("refuse"), count("leave")];
  if (refused > 0) return `${refused} cannot be applied, and nothing is until that is resolved.\n`;
  const isSame = !changes.some(isChanging);
  if (left > 0) {
    const stays = `${left} no longer in the files ${left === 1 ? "stays" : "stay"}, unless --prune is passed.`;
    return isSame ? `Nothing to change. ${stays}\n` : `${stays}\n`;
  }
  return isSame ? "Everything is as the files say.\n" : "";
}

/** `2 to create, 1 to update`; undefined where nothing changes. */
export function countChanges(changes: readonly Change[]): string | undefined {
  const made = changes.filter((change) => isChanging(change) && change.action !== "refuse");
  const counts = Map.groupBy(made, ({ action }) => action);
  const parts = Array.from(counts, ([action, group]) => `${group.length} to ${verbs[action]}`);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** The changes for programs, with the secrets that the server generated with them. */
export function changesAsJson(
  changes: readonly Change[],
  secrets: ReadonlyMap<string, object> = new Map(),
): readonly object[] {
  return changes
    .filter(({ action }) => action !== "none" && action !== "forget")
    .map((change) => ({
      action: change.action,
      kind: change.kind,
      id: change.id,
      ...(change.action === "refuse" && { reason: change.reason }),
      ...(change.desired !== undefined && { place: change.desired.place }),
      differences: change.differences,
      ...(secrets.has(keyOf(change)) && { secrets: secrets.get(keyOf(change)) }),
    }));
}
