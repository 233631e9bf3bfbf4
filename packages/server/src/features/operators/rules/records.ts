import type { AdminApiKey, AdminCaller, Grants, Operator, Role } from "@latchkey/api";
import { timestamp } from "../../../oauth/timestamp.ts";

/** Rights as they are stored: by a role or by operations. */
export interface StoredGrants {
  readonly role: Role | undefined;
  readonly operations: readonly string[] | undefined;
  readonly workspaces: readonly string[] | undefined;
}

/** Who created a record. */
export type Creator = AdminCaller;

/** An API key without itself: of it, only the hash is stored. */
export interface ApiKeyRecord extends StoredGrants {
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly created_by: Creator;
  /** Unix seconds, as are all times. */
  readonly created_at: number;
  /** Undefined for never. */
  readonly valid_until: number | undefined;
  readonly last_used_at: number | undefined;
}

/** A user with a role. */
export interface OperatorRecord extends Omit<StoredGrants, "operations" | "role"> {
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
  /** Whether they may get tokens for users without a role. No role has that by itself. */
  readonly acts_for_users: boolean;
  readonly created_by: Creator;
  readonly created_at: number;
}

/** The rights of a key or of an operator. */
export function grantsOf(record: StoredGrants | OperatorRecord): Grants {
  const operations = "operations" in record ? record.operations : undefined;
  return { role: record.role, operations, workspaces: record.workspaces };
}

/** Whether these are all rights: by such a caller, everything can be repaired. */
export function isUnlimited({ role, workspaces }: Pick<Grants, "role" | "workspaces">): boolean {
  return role === "administrator" && workspaces === undefined;
}

/** A key as the admin API shows it. */
export function describeApiKey(record: ApiKeyRecord): AdminApiKey {
  const { id, name, role, operations, workspaces, created_by, valid_until, last_used_at } = record;
  return {
    id,
    name,
    ...(role !== undefined && { role }),
    ...(operations !== undefined && { operations }),
    ...(workspaces !== undefined && { workspaces }),
    created_at: timestamp(record.created_at),
    created_by,
    ...(valid_until !== undefined && { expires_at: timestamp(valid_until) }),
    ...(last_used_at !== undefined && { last_used_at: timestamp(last_used_at) }),
  };
}

/** An operator as the admin API shows it. */
export function describeOperator(record: OperatorRecord, api_keys?: number): Operator {
  const { subject, name, role, acts_for_users, workspaces, created_by, created_at } = record;
  return {
    subject,
    name,
    role,
    acts_for_users,
    ...(workspaces !== undefined && { workspaces }),
    created_at: timestamp(created_at),
    created_by,
    ...(api_keys !== undefined && { api_keys }),
  };
}
