/** Which caller of the admin API may call which operation. The rows of operations say it, and nothing else does. */

import { named, type ValueOf } from "../objects.ts";
import { oneOf } from "../values.ts";

/** Every role, each with the rights of those before it. */
export const roles = ["viewer", "operator", "administrator"] as const;

export const roleSchema = named(
  "Role",
  "What an account or an API key may do: a viewer reads, an operator also configures, an administrator may do everything.",
  oneOf(roles),
);

export type Role = ValueOf<typeof roleSchema>;

/** The rights of a caller: by exactly one of role, scopes and operations. */
export interface Grants {
  /** Every operation whose row names this role or a lesser one. */
  readonly role?: Role | undefined;
  /** Every operation whose row names one of these scopes: keys of the settings. */
  readonly scopes?: readonly Scope[] | undefined;
  /** These operations, by id. */
  readonly operations?: readonly string[] | undefined;
  /** Only what belongs to these workspaces; everything where this is undefined. */
  readonly workspaces?: readonly string[] | undefined;
}

type Scope = "read" | "write" | "keys";

/** Who may call an operation: part of its row. */
export interface Permission {
  /** The scope that an API key of `serve.admin.api_keys` must have. */
  readonly access: "open" | Scope;
  /** The least role that may call it; null where callers need no API key, `any` where every account and key of a record may. */
  readonly role: Role | "any" | null;
  /**
   * How callers may call it who see only some workspaces: `input` names a workspace, which must be one of theirs; `limited`, the
   * endpoint leaves out what belongs to others. They may not call it where this is absent and the role is not `any`.
   */
  readonly workspaces?: { readonly input: string } | "limited";
  /**
   * What it creates, changes, deletes, gives a secret or compares the secret of. Where that has, or would have, a right that only
   * administrators hand out (`handed_out_by`), or more rights than the caller, only they may call it.
   */
  readonly acts_on?: "client" | "api_key" | "operator";
}

/** Why a caller may not call an operation. */
export type Denial =
  | { readonly reason: "not_granted" }
  | { readonly reason: "all_workspaces" }
  | { readonly reason: "other_workspace"; readonly input: string };

/** Decides whether a caller may call an operation with these inputs. Undefined where it may. */
export function denialOf(
  grants: Grants,
  id: string,
  row: Permission,
  inputOf: (name: string) => string | undefined,
): Denial | undefined {
  if (!includes(grants, id, row)) return { reason: "not_granted" };
  const { workspaces } = grants;
  if (workspaces === undefined || row.role === "any" || row.access === "open") return undefined;
  if (row.workspaces === undefined) return { reason: "all_workspaces" };
  if (row.workspaces === "limited") return undefined;
  const { input } = row.workspaces;
  const workspace = inputOf(input);
  const isOwn = workspace !== undefined && workspaces.includes(workspace);
  return isOwn ? undefined : { reason: "other_workspace", input };
}

/** Whether a caller may call an operation with some inputs: what to offer to it. */
export function mayCall(grants: Grants, id: string, row: Permission): boolean {
  const anyOwn = grants.workspaces?.[0];
  return denialOf(grants, id, row, () => anyOwn) === undefined;
}

/** Whether one caller may do everything that another may: then it may create that other. */
export function covers(
  one: Grants,
  other: Grants,
  table: Readonly<Record<string, Permission>>,
): boolean {
  const { workspaces } = one;
  const isWithin =
    workspaces === undefined ||
    (other.workspaces?.every((workspace) => workspaces.includes(workspace)) ?? false);
  return (
    isWithin &&
    Object.entries(table).every(([id, row]) => !mayCall(other, id, row) || mayCall(one, id, row))
  );
}

function includes({ role, scopes, operations }: Grants, id: string, row: Permission): boolean {
  if (row.access === "open" || row.role === null) return true;
  if (scopes !== undefined) return scopes.some((scope) => scope === row.access);
  if (row.role === "any") return true;
  if (role !== undefined) return roles.indexOf(role) >= roles.indexOf(row.role);
  return operations?.includes(id) ?? false;
}
