/**
 * Events about what operators manage, which name the object and what of it changed: neither values nor secrets. And those of sign-ins
 * that failed, of accounts that need not exist.
 */

import type { EventKind, JsonObject } from "@latchkey/api";
import { isEqual } from "../../../oauth/authorization-details/reduction.ts";
import type { AccountEvent } from "./event.ts";
import { fieldsOf, listIn, type RecordedChange, textIn } from "./recorded-change.ts";

type ResourceKind = Exclude<EventKind, AccountEvent["kind"]>;

/** An event about a client, a key set, an API, a trusted issuer, an operator, an API key or failed sign-ins. */
export type ResourceEvent = JsonObject & { readonly kind: ResourceKind };

/** Which recorded actions on an object are events, and which field has its id. */
interface Resource {
  readonly id: string;
  readonly kinds: Readonly<Record<string, ResourceKind>>;
}

const resources: Readonly<Record<string, Resource>> = {
  client: {
    id: "client_id",
    kinds: {
      created: "client.created",
      updated: "client.updated",
      secret_rotated: "client.secret_rotated",
      deleted: "client.deleted",
    },
  },
  api: {
    id: "api_id",
    kinds: { created: "api.created", updated: "api.updated", deleted: "api.deleted" },
  },
  trusted_issuer: {
    id: "trusted_issuer_id",
    kinds: { created: "trusted_issuer.created", deleted: "trusted_issuer.deleted" },
  },
  operator: {
    id: "subject",
    kinds: {
      created: "operator.created",
      updated: "operator.updated",
      deleted: "operator.deleted",
    },
  },
  api_key: {
    id: "api_key_id",
    kinds: {
      created: "api_key.created",
      updated: "api_key.updated",
      revoked: "api_key.revoked",
    },
  },
};

/** The events of a change of what operators manage; none where receivers are not notified of it. */
export function resourceEventsOf(change: RecordedChange): readonly ResourceEvent[] {
  const { action, object } = change;
  if (object.type === "key_set") return keyEvents(change);
  if (object.type === "failed_sign_in")
    return [{ kind: "sign_in.failed", ...fieldsOf(change.facts) }];
  if (!Object.hasOwn(resources, object.type)) return [];
  const { id, kinds } = resources[object.type] ?? { id: "", kinds: {} };
  const kind = Object.hasOwn(kinds, action) ? kinds[action] : undefined;
  if (kind === undefined) return [];
  if (action !== "updated") return [{ kind, [id]: object.id }];
  const changed = changedFields(fieldsOf(change.before), fieldsOf(change.after));
  return changed.length === 0 ? [] : [{ kind, [id]: object.id, changed }];
}

/** The names of the fields that differ. That it was changed is no change. */
function changedFields(before: JsonObject, after: JsonObject): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => name !== "updated_at" && !isEqual(before[name], after[name]));
}

/** The keys that are there before and not afterwards, and the other way round. One that is replaced is both. */
function keyEvents({ object, before, after }: RecordedChange): readonly ResourceEvent[] {
  const [were, are] = [keysIn(fieldsOf(before)), keysIn(fieldsOf(after))];
  const events: readonly (readonly [ResourceKind, readonly string[]])[] = [
    ["key.deleted", kidsWithout(were, are)],
    ["key.added", kidsWithout(are, were)],
  ];
  return events.flatMap(([kind, kids]) =>
    kids.length === 0 ? [] : [{ kind, key_set: object.id, kids }],
  );
}

/** A record has one key, or several. */
function keysIn(fields: JsonObject): readonly JsonObject[] {
  if (Object.hasOwn(fields, "keys")) return listIn(fields, "keys").map(fieldsOf);
  return Object.hasOwn(fields, "kid") ? [fields] : [];
}

function kidsWithout(keys: readonly JsonObject[], others: readonly JsonObject[]): string[] {
  return keys
    .filter((key) => !others.some((other) => isEqual(key, other)))
    .map((key) => textIn(key, "kid"));
}
