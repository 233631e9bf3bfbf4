import { toBytes, toId } from "../port/ids.ts";
import { type Script, statement, type Value } from "../database/script.ts";
import type { InspectedFlow, InspectionQuery } from "../port/inspections-store.ts";

/** A row of `inspected_flow`. */
export interface FlowRow extends Omit<
  InspectedFlow,
  "flow_id" | "client_id" | "subject" | "settled" | "fix"
> {
  readonly flow_id: Uint8Array;
  readonly client_id: string | null;
  readonly subject: string | null;
  readonly settled: number;
  readonly fix: string | null;
}

/** What a row is made of, but for when it goes. */
export const columns = `flow_id, kind, client_id, subject, started_at_ms, updated_at_ms, settled, outcome,
  headline, fix, changed_at_ms`;

/** Asks for the flows of a query. Only the conditions it has are in the text, so that each text can use its index. */
export function listing(query: InspectionQuery): Script<readonly FlowRow[]> {
  const values: Value[] = [];
  const bind = (value: Value): string => `$${values.push(value)}`;
  const conditions = [`expires_at > ${bind(query.now)}`, ...conditionsOf(query, bind)];
  const order =
    query.changed_after_ms === undefined
      ? "started_at_ms desc, flow_id desc"
      : "changed_at_ms desc";
  const sql = `select ${columns} from inspected_flow where ${conditions.join(" and ")}
    order by ${order} limit ${bind(query.limit)}`;
  return statement<FlowRow>(sql)(...values);
}

function conditionsOf(query: InspectionQuery, bind: (value: Value) => string): string[] {
  const { client_id, subject, outcome, changed_after_ms, abandoned_before_ms, flow_ids } = query;
  const conditions: string[] = [];
  if (flow_ids !== undefined) {
    const list = flow_ids.map((flow_id) => bind(toBytes(flow_id)));
    conditions.push(list.length === 0 ? "1 = 0" : `flow_id in (${list.join(", ")})`);
  }
  if (client_id !== undefined) conditions.push(`client_id = ${bind(client_id)}`);
  if (subject !== undefined) conditions.push(`subject = ${bind(subject)}`);
  if (changed_after_ms !== undefined) conditions.push(`changed_at_ms > ${bind(changed_after_ms)}`);
  if (outcome === "abandoned" || outcome === "under_way") {
    const side = outcome === "abandoned" ? "<=" : ">";
    const is_old = `started_at_ms ${side} ${bind(abandoned_before_ms)}`;
    conditions.push("outcome = 'under_way'", is_old);
  } else if (outcome !== undefined) conditions.push(`outcome = ${bind(outcome)}`);
  return conditions;
}

/** A row as the rest of the code speaks of it. */
export function toFlow(row: FlowRow): InspectedFlow {
  return {
    ...row,
    flow_id: toId(row.flow_id),
    client_id: row.client_id ?? undefined,
    subject: row.subject ?? undefined,
    settled: row.settled === 1,
    fix: row.fix ?? undefined,
  };
}
