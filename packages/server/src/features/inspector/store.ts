import { randomBytes } from "node:crypto";
import type { FlowKind, FlowOutcome } from "@latchkey/api";
import type { ObservedFlow, ObservedStep, StepFacts } from "./rules/observation.ts";
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
} from "../../store/database/columns.ts";
import { createParameters, type Insertion, names } from "../../store/database/sql.ts";
import { newRow, query, type Script } from "../../store/database/statement.ts";
import {
  documents,
  optional,
  or,
  readEach,
  type ReportUnreadable,
  required,
} from "../../store/port/documents.ts";
import { toId } from "../../store/port/ids.ts";
import type { StoreTools } from "../../store/store-tools.ts";

/** The columns that are read. */
const flowColumns = {
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

export const inspected_flow = table("inspected_flow", { ...flowColumns, expires_at: integer });

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

const flowRows: Insertion<typeof inspected_flow.columns> = {
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
const stepRows: Insertion<typeof inspected_step.columns> = {
  table: inspected_step.name,
  columns: inspected_step.columns,
};
const selectFlow = query({
  given: { flow_id: id, now: integer },
  returns: flowColumns,
  sql: `select ${names(flowColumns)} from inspected_flow where flow_id = :flow_id and expires_at > :now`,
});
const stepColumns = pick(inspected_step.columns, "step_id", "request_id", "document");
const selectSteps = query({
  given: { flow_id: id, now: integer },
  returns: stepColumns,
  sql: `select ${names(stepColumns)} from inspected_step
   where flow_id = :flow_id and expires_at > :now order by step_id`,
});
const selectByRequest = query({
  given: pick(inspected_step.columns, "request_id"),
  returns: pick(inspected_step.columns, "flow_id"),
  sql: "select distinct flow_id from inspected_step where request_id = :request_id",
});

/** Observed authorizations and logouts, kept for a limited time. */
export interface Inspections {
  /** Adds steps, and updates their flows. Steps may arrive in any order and from several servers. */
  record(
    flows: readonly ObservedFlow[],
    steps: readonly ObservedStep[],
    changed_at_ms: number,
    expires_at: number,
  ): Promise<void>;
  /** The newest first. With `changed_after_ms`, those that changed since then, the last changed first. */
  list(query: InspectionQuery): Promise<readonly InspectedFlow[]>;
  /** A flow with its steps, the earliest first. */
  find(
    flow_id: string,
    now: number,
  ): Promise<{ flow: InspectedFlow; steps: readonly ObservedStep[] } | undefined>;
  /** The flows that a request belongs to: one, unless a caller sent several requests with the same id. */
  findByRequest(request_id: string): Promise<readonly string[]>;
}

/** A flow, as its steps so far describe it. */
export interface InspectedFlow extends ObservedFlow {
  readonly changed_at_ms: number;
}

/** Which flows to list. What is undefined does not matter. */
export interface InspectionQuery {
  readonly flow_ids: readonly string[] | undefined;
  readonly client_id: string | undefined;
  readonly subject: string | undefined;
  readonly outcome: FlowOutcome | undefined;
  readonly changed_after_ms: number | undefined;
  /** A flow still under way that began before this was abandoned. */
  readonly abandoned_before_ms: number;
  readonly limit: number;
  /** Unix seconds. */
  readonly now: number;
}

export function createInspections({
  database,
  onUnreadable: report,
}: Pick<StoreTools, "database" | "onUnreadable">): Inspections {
  return {
    record: (flows, steps, changed_at_ms, expires_at) =>
      database.insert(
        ...flows.map((flow) => newRow(flowRows, { ...flow, changed_at_ms, expires_at })),
        ...steps.map(({ flow_id, at_ms, request_id, facts }) =>
          newRow(stepRows, {
            flow_id,
            step_id: stepId(at_ms),
            request_id,
            document: stepDocuments.write(facts),
            expires_at,
          }),
        ),
      ),

    list: (wanted) => database.readStale(() => selectFlows(wanted)),

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
    returns: flowColumns,
    sql: `select ${names(flowColumns)} from inspected_flow where ${conditions.join(" and ")}
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
    const isOld = `started_at_ms ${side} ${add(integer, abandoned_before_ms)}`;
    conditions.push("outcome = 'under_way'", isOld);
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

function toStep(flow_id: string, row: RowOf<typeof stepColumns>): ObservedStep {
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
