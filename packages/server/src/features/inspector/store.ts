import { randomBytes } from "node:crypto";
import type { FlowKind } from "@latchkey/api";
import type { ObservedFlow, ObservedStep, StepFacts } from "../../inspector/observation.ts";
import {
  bytes,
  flag,
  id,
  integer,
  oneOf,
  optional as nullable,
  pick,
  type RowOf,
  table,
  text,
} from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { createParameters, type Insertion, names } from "../database/sql.ts";
import { newRow, query, type Script } from "../database/statement.ts";
import {
  documents,
  optional,
  or,
  readEach,
  type ReportUnreadable,
  required,
} from "../port/documents.ts";
import { toId } from "../port/ids.ts";
import type { InspectedFlow, InspectionQuery, Inspections } from "../port/inspections-store.ts";

/** The columns that are read. */
const flow_columns = {
  flow_id: id,
  kind: oneOf<FlowKind>("authorization", "workspace", "logout", "token", "registration"),
  client_id: nullable(text),
  subject: nullable(text),
  started_at_ms: integer,
  updated_at_ms: integer,
  settled: flag,
  outcome: oneOf<ObservedFlow["outcome"]>("under_way", "granted", "refused", "failed"),
  headline: text,
  fix: nullable(text),
  changed_at_ms: integer,
};

export const inspected_flow = table("inspected_flow", { ...flow_columns, expires_at: integer });

export const inspected_step = table("inspected_step", {
  flow_id: id,
  step_id: bytes,
  request_id: text,
  document: text,
  expires_at: integer,
});

/** Steps are for display, so one with missing fields is better than none. */
export const stepDocuments = documents<StepFacts>({
  table: "inspected_step",
  fields: {
    name: required("text"),
    method: or(""),
    path: or(""),
    parameters: or({}),
    rule: or(""),
    status: required("number"),
    address: optional("text"),
    error: optional("text"),
    error_description: optional("text"),
    debug: optional("text"),
    redirect_to: optional("text"),
  },
});

const flow_rows: Insertion<typeof inspected_flow.columns> = {
  table: inspected_flow.name,
  columns: inspected_flow.columns,
  on_conflict: {
    key: ["flow_id"],
    set: `client_id = coalesce(inspected_flow.client_id, excluded.client_id),
      subject = coalesce(inspected_flow.subject, excluded.subject),
      started_at_ms = ${smaller("started_at_ms")},
      updated_at_ms = ${greater("updated_at_ms")},
      settled = ${greater("settled")},
      outcome = ${decisive("outcome")},
      headline = ${decisive("headline")},
      fix = ${decisive("fix")},
      changed_at_ms = ${greater("changed_at_ms")},
      expires_at = ${greater("expires_at")}`,
  },
};
const step_rows: Insertion<typeof inspected_step.columns> = {
  table: inspected_step.name,
  columns: inspected_step.columns,
};
const selectFlow = query({
  given: { flow_id: id, now: integer },
  returns: flow_columns,
  sql: `select ${names(flow_columns)} from inspected_flow where flow_id = :flow_id and expires_at > :now`,
});
const step_columns = pick(inspected_step.columns, "step_id", "request_id", "document");
const selectSteps = query({
  given: { flow_id: id, now: integer },
  returns: step_columns,
  sql: `select ${names(step_columns)} from inspected_step
   where flow_id = :flow_id and expires_at > :now order by step_id`,
});
const selectByRequest = query({
  given: pick(inspected_step.columns, "request_id"),
  returns: pick(inspected_step.columns, "flow_id"),
  sql: "select distinct flow_id from inspected_step where request_id = :request_id",
});

export function createInspections(database: Database, report: ReportUnreadable): Inspections {
  return {
    record: (flows, steps, changed_at_ms, expires_at) =>
      database.insert(
        ...flows.map((flow) => newRow(flow_rows, { ...flow, changed_at_ms, expires_at })),
        ...steps.map(({ flow_id, at_ms, request_id, facts }) =>
          newRow(step_rows, {
            flow_id,
            step_id: stepId(at_ms),
            request_id,
            document: stepDocuments.write(facts),
            expires_at,
          }),
        ),
      ),

    list: (wanted) => database.read(() => selectFlows(wanted)),

    find: (flow_id, now) => database.read(() => findFlow(flow_id, now, report)),

    async findByRequest(request_id) {
      const rows = await database.read(() => selectByRequest({ request_id }));
      return rows.map(({ flow_id }) => flow_id);
    },
  };
}

/** The flows of a query. Only the conditions it has are in the text, so that each text can use its index. */
function selectFlows(wanted: InspectionQuery): Script<readonly InspectedFlow[]> {
  const { add, parameters, given } = createParameters();
  const conditions = [`expires_at > ${add(integer, wanted.now)}`, ...conditionsOf(wanted, add)];
  const order =
    wanted.changed_after_ms === undefined
      ? "started_at_ms desc, flow_id desc"
      : "changed_at_ms desc";
  return query({
    given: { ...parameters, limit: integer },
    returns: flow_columns,
    sql: `select ${names(flow_columns)} from inspected_flow where ${conditions.join(" and ")}
      order by ${order} limit :limit`,
  })({ ...given, limit: wanted.limit });
}

function conditionsOf(
  wanted: InspectionQuery,
  add: ReturnType<typeof createParameters>["add"],
): string[] {
  const { client_id, subject, outcome, changed_after_ms, abandoned_before_ms, flow_ids } = wanted;
  const conditions: string[] = [];
  if (flow_ids !== undefined) {
    const list = flow_ids.map((flow_id) => add(id, flow_id));
    conditions.push(list.length === 0 ? "1 = 0" : `flow_id in (${list.join(", ")})`);
  }
  if (client_id !== undefined) conditions.push(`client_id = ${add(text, client_id)}`);
  if (subject !== undefined) conditions.push(`subject = ${add(text, subject)}`);
  if (changed_after_ms !== undefined)
    conditions.push(`changed_at_ms > ${add(integer, changed_after_ms)}`);
  if (outcome === "abandoned" || outcome === "under_way") {
    const side = outcome === "abandoned" ? "<=" : ">";
    const is_old = `started_at_ms ${side} ${add(integer, abandoned_before_ms)}`;
    conditions.push("outcome = 'under_way'", is_old);
  } else if (outcome !== undefined) conditions.push(`outcome = ${add(text, outcome)}`);
  return conditions;
}

function* findFlow(
  flow_id: string,
  now: number,
  report: ReportUnreadable,
): Script<{ flow: InspectedFlow; steps: ObservedStep[] } | undefined> {
  const [flow] = yield* selectFlow({ flow_id, now });
  if (flow === undefined) return undefined;
  const rows = yield* selectSteps({ flow_id, now });
  return { flow, steps: readEach(rows, (row) => toStep(flow_id, row), report) };
}

const TIME_BYTES = 6;
const STEP_BYTES = 10;

/** The time, a counter for steps of the same millisecond, and random bytes for those of other processes: steps are in their order. */
function stepId(at_ms: number): Uint8Array {
  const step_id = randomBytes(STEP_BYTES);
  step_id.writeUIntBE(at_ms, 0, TIME_BYTES);
  step_id.writeUInt16BE(counter, TIME_BYTES);
  counter = (counter + 1) % 2 ** 16;
  return step_id;
}

let counter = 0;

function toStep(flow_id: string, row: RowOf<typeof step_columns>): ObservedStep {
  const facts = stepDocuments.read(`${flow_id} ${toId(row.step_id)}`, row.document);
  const at_ms = Buffer.from(row.step_id).readUIntBE(0, TIME_BYTES);
  return { flow_id, at_ms, request_id: row.request_id, facts };
}

function smaller(column: string): string {
  return `case when excluded.${column} < inspected_flow.${column} then excluded.${column} else inspected_flow.${column} end`;
}

function greater(column: string): string {
  return `case when excluded.${column} > inspected_flow.${column} then excluded.${column} else inspected_flow.${column} end`;
}

/** The step that answered the client decides over those before it; among equals the later one decides, whichever was written first. */
function decisive(column: string): string {
  return `case when excluded.settled > inspected_flow.settled
       or (excluded.settled = inspected_flow.settled and excluded.updated_at_ms >= inspected_flow.updated_at_ms)
     then excluded.${column} else inspected_flow.${column} end`;
}
