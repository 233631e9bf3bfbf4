/** What has to change so that the server has what files describe. Pure: the same input gives the same plan. */

import { isDeepStrictEqual } from "node:util";

import type { JsonObject } from "@latchkey/api";

import { isUrlHolder, type NamedUrl, urlsOf } from "../connection/refused-urls.ts";
import { kinds } from "./kinds.ts";
import {
  type CurrentResource,
  type DesiredResource,
  digestOf,
  keyOf,
  kindNames,
  type ResourceKey,
} from "./resource.ts";

/** The label of a resource. */
export interface Label extends ResourceKey {
  readonly owner: string;
  readonly desired_digest?: string;
  readonly applied_digest?: string;
}

/** A field that changes. What is undefined has its default. */
export interface Difference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** One change, or a resource that stays as it is. */
export type Change = ResourceKey & {
  /** The resource of the files. */
  readonly desired?: DesiredResource;
  /** That of the server. */
  readonly current?: CurrentResource;
  readonly differences: readonly Difference[];
} & (
    | { readonly action: "create" | "update" | "adopt"; readonly desired: DesiredResource }
    /** Of a kind that cannot be changed in place: deleted and created again. */
    | {
        readonly action: "replace";
        readonly desired: DesiredResource;
        readonly current: CurrentResource;
      }
    | { readonly action: "delete"; readonly current: CurrentResource }
    /** The files no longer describe it, and `prune` is not asked for. */
    | { readonly action: "leave"; readonly current: CurrentResource }
    /** A label whose resource is gone. */
    | { readonly action: "forget" }
    | {
        readonly action: "none";
        readonly desired: DesiredResource;
        /** Whether only the label has to be written: an earlier apply was interrupted. */
        readonly relabel: boolean;
      }
    /** It cannot be applied, and nothing else is then. */
    | { readonly action: "refuse"; readonly reason: string }
  );

export interface PlanInput {
  readonly owner: string;
  readonly desired: readonly DesiredResource[];
  readonly current: readonly CurrentResource[];
  /** Those of all owners. */
  readonly labels: readonly Label[];
  /** The keys of clients whose secret is another than that of the files. */
  readonly other_secrets: ReadonlySet<string>;
  /** Whether a resource that was made by hand may be taken into the files. */
  readonly adopts: (key: string) => boolean;
  /** Whether what the files no longer describe is deleted. */
  readonly prunes: boolean;
}

/** The changes in the order in which they are made: what others refer to is created first, and deleted last. */
export function planChanges(input: PlanInput): readonly Change[] {
  const current = Map.groupBy(input.current, keyOf);
  const labels = new Map(input.labels.map((label) => [keyOf(label), label]));
  const wanted = new Set(input.desired.map(keyOf));
  const described = input.desired.map((desired) =>
    planDescribed(desired, current.get(keyOf(desired)) ?? [], labels.get(keyOf(desired)), input),
  );
  const abandoned = input.labels
    .filter((label) => label.owner === input.owner && !wanted.has(keyOf(label)))
    .map((label) => planAbandoned(label, current.get(keyOf(label))?.[0], input));
  return [
    ...described.toSorted((one, other) => orderOf(one) - orderOf(other)),
    ...abandoned.toSorted((one, other) => orderOf(other) - orderOf(one)),
  ];
}

function orderOf({ kind }: ResourceKey): number {
  return kindNames.indexOf(kind);
}

function planDescribed(
  desired: DesiredResource,
  [current, ...others]: readonly CurrentResource[],
  label: Label | undefined,
  { owner, adopts, other_secrets }: PlanInput,
): Change {
  const { kind, id } = desired;
  const change = { kind, id, desired, ...(current && { current }) };
  const refuse = (reason: string): Change => ({
    ...change,
    action: "refuse",
    reason,
    differences: [],
  });
  if (label !== undefined && label.owner !== owner)
    return refuse(`is described by files of the owner ${label.owner}`);
  if (others.length > 0) return refuse("is there more than once: delete all but one");
  if (current === undefined)
    return { ...change, action: "create", differences: differencesOf({}, desired.content) };

  const isUnchanged =
    label?.desired_digest === digestOf(desired.content) &&
    label.applied_digest === digestOf(current.content);
  const present = kinds[kind].keeps_enabled ? asEnabledIn(desired, current) : current.content;
  const fields = isUnchanged ? [] : differencesOf(present, desired.content);
  const differences = other_secrets.has(keyOf(desired)) ? [...fields, secretDiffers] : fields;
  if (label === undefined) {
    return adopts(keyOf(desired))
      ? { ...change, action: "adopt", differences }
      : refuse(
          `was made by hand: pass --adopt ${keyOf(desired)}, or --adopt all, to describe it in files`,
        );
  }
  if (differences.length === 0)
    return { ...change, action: "none", relabel: !isUnchanged, differences };
  return kinds[kind].update === undefined
    ? { ...change, action: "replace", current, differences }
    : { ...change, action: "update", differences };
}

/** Neither secret is known here: one is hashed, the other is not shown. */
const secretDiffers: Difference = {
  field: "client_secret",
  before: "another secret",
  after: "that of the files",
};

function planAbandoned(
  { kind, id }: Label,
  current: CurrentResource | undefined,
  { prunes }: PlanInput,
): Change {
  if (current === undefined) return { kind, id, action: "forget", differences: [] };
  return { kind, id, current, action: prunes ? "delete" : "leave", differences: [] };
}

/** The content of a resource with `enabled` as it is where the file says it, and without it elsewhere: then it stays as it is. */
function asEnabledIn(desired: DesiredResource, { content }: CurrentResource): JsonObject {
  const { enabled = true, ...others } = content;
  return Object.hasOwn(desired.content, "enabled") ? { ...others, enabled } : others;
}

/** The fields in which two resources differ, those of the files first. */
function differencesOf(before: JsonObject, after: JsonObject): readonly Difference[] {
  const fields = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...fields]
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

/** The URLs of what the files describe that the server will send requests to, as far as it changes. */
export function urlsOfChanges(changes: readonly Change[]): readonly NamedUrl[] {
  return changes
    .filter(isChanging)
    .flatMap(({ kind, id, desired, current }) =>
      desired !== undefined && isUrlHolder(kind)
        ? urlsOf(kind, id, { ...desired.body, self_registered: current?.body["self_registered"] })
        : [],
    );
}

/** Whether applying the change writes anything that operators would notice. */
export function isChanging({ action }: Change): boolean {
  return action !== "none" && action !== "leave" && action !== "forget";
}
