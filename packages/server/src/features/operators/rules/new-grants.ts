import { covers, type Grants, mayHandOutRights, operations, type Role } from "@latchkey/api";
import { err, ok, type Result } from "../../../result.ts";
import { isUnlimited, type StoredGrants } from "./records.ts";

/** Rights as a request asks for them. */
interface WantedGrants {
  readonly role?: Role;
  readonly operations?: readonly string[];
  readonly workspaces?: readonly string[];
}

/** Why rights cannot be given. */
export interface RefusedGrants {
  readonly error: "invalid_request" | "request_forbidden";
  readonly error_description: string;
}

/**
 * Decides whether a caller may give rights: never more than its own. `giver` is undefined within the server, which has all.
 * Rights that never end are for those who have all rights to give.
 */
export function decideGrants(
  wanted: WantedGrants,
  giver: Grants | undefined,
  ends: boolean,
): Result<StoredGrants, RefusedGrants> {
  const { role, operations: ids, workspaces } = wanted;
  if ((role === undefined) === (ids === undefined))
    return invalid("Send either a role or operations.");
  const unknown = ids?.find((id) => !isGrantable(id));
  if (unknown !== undefined)
    return invalid(`No operation of the admin API that needs an API key is called ${unknown}.`);
  if (role === "administrator" && workspaces !== undefined)
    return invalid("An administrator sees all workspaces: choose another role, or leave them out.");
  const granted = { role, operations: unique(ids), workspaces: unique(workspaces) };
  if (giver === undefined) return ok(granted);
  if (!covers(giver, granted, operations))
    return forbidden("You may not give rights that you do not have yourself.");
  if (!ends && !mayHandOutRights(giver, operations))
    return forbidden("Only an administrator may create a key that never expires: send expires_in.");
  return ok(granted);
}

/** Decides whether a caller may let an operator act for users: everything that such a user can do is more than most roles. */
export function decideSupportRight(
  { acts_for_users, workspaces }: { readonly acts_for_users: boolean } & WantedGrants,
  giver: Grants | undefined,
): Result<void, RefusedGrants> {
  if (!acts_for_users) return ok(undefined);
  if (workspaces !== undefined)
    return invalid(
      "An operator who sees only some workspaces cannot act for users: leave one of them out.",
    );
  return mayHandOutRights(giver, operations)
    ? ok(undefined)
    : forbidden("Only an administrator may let an operator act for users.");
}

/** Whether a change takes away the caller's own rights to undo it. */
export function losesOwnRights(
  caller: { readonly kind: string; readonly id: string } | undefined,
  changed: { readonly kind: "account" | "api_key"; readonly id: string },
  next: Pick<Grants, "role" | "workspaces"> | undefined,
): boolean {
  const isOwn = caller?.kind === changed.kind && caller.id === changed.id;
  return isOwn && (next === undefined || !isUnlimited(next));
}

function isGrantable(id: string): boolean {
  const row = Object.entries(operations).find(([known]) => known === id)?.[1];
  return row !== undefined && row.access !== "open";
}

function unique(values: readonly string[] | undefined): readonly string[] | undefined {
  return values && [...new Set(values)];
}

function invalid(error_description: string): Result<never, RefusedGrants> {
  return err({ error: "invalid_request", error_description });
}

function forbidden(error_description: string): Result<never, RefusedGrants> {
  return err({ error: "request_forbidden", error_description });
}
