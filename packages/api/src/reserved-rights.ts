/** Rights that only administrators hand out: which they are, and who may act on what holds them. */

import { clientFieldList } from "./client-fields.ts";
import { covers, type Grants, type Permission } from "./operations/roles.ts";

/** The fields that hold such a right, by the kind of record. Operations with `acts_on` are for administrators where one is set. */
export const reservedRights = {
  client: clientFieldList
    .filter(([, { handed_out_by }]) => handed_out_by === "administrators")
    .map(([name]): string => name),
  operator: ["acts_for_users"],
} as const satisfies Partial<Record<NonNullable<Permission["acts_on"]>, readonly string[]>>;

/** The first reserved right that a record has, or would have. */
export function reservedRightOf(
  kind: keyof typeof reservedRights,
  record: object,
): string | undefined {
  const values: Readonly<Record<string, unknown>> = { ...record };
  return reservedRights[kind].find((name) => {
    const value = values[name];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });
}

/** Whether a caller may hand them out, and act on what holds them. Without grants it is the server itself. */
export function mayHandOutRights(
  grants: Grants | undefined,
  table: Readonly<Record<string, Permission>>,
): boolean {
  return grants === undefined || covers(grants, { role: "administrator" }, table);
}
