import { randomBytes } from "node:crypto";
import type { ObservedFlow, ObservedStep, StepFacts } from "../../inspector/observation.ts";
import type { Database } from "../database/database.ts";
import {
  documents,
  optional,
  or,
  readEach,
  type ReportUnreadable,
  required,
} from "../port/documents.ts";
import { toBytes, toId } from "../port/ids.ts";
import { type Insertion, type Script, statement, type Value } from "../database/script.ts";
import type { InspectedFlow, Inspections } from "../port/inspections-store.ts";
import { columns, type FlowRow, listing, toFlow } from "./inspections-query.ts";

const ID_BYTES = 16;

const flow_rows: Insertion = {
  table: "inspected_flow",
  columns: {
    flow_id: "bytea",
    kind: "text",
    client_id: "text",
    subject: "text",
    started_at_ms: "bigint",
    updated_at_ms: "bigint",
    settled: "bigint",
    outcome: "text",
    headline: "text",
    fix: "text",
    changed_at_ms: "bigint",
    expires_at: "bigint",
  },
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
const step_rows: Insertion = {
  table: "inspected_step",
  columns: { step_id: "bytea", request_id: "text", document: "text", expires_at: "bigint" },
};
const selectFlow = statement<FlowRow>(
  `select ${columns} from inspected_flow where flow_id = $1 and expires_at > $2`,
);
const selectSteps = statement<{ step_id: Uint8Array; request_id: string; document: string }>(
  `select step_id, request_id, document from inspected_step
   where step_id > $1 and step_id < $2 and expires_at > $3 order by step_id`,
);
const selectByRequest = statement<{ step_id: Uint8Array }>(
  "select step_id from inspected_step where request_id = $1",
);

/** Steps are shown to people, so that one of which little is known is better than none. */
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

export function createInspections(database: Database, report: ReportUnreadable): Inspections {
  return {
    record: (flows, taken, changed_at_ms, expires_at) =>
      database.insert(
        ...flows.map((seen) => ({
          insertion: flow_rows,
          values: toRow(seen, changed_at_ms, expires_at),
        })),
        ...taken.map((seen) => ({ insertion: step_rows, values: toStepRow(seen, expires_at) })),
      ),

    async list(query) {
      const rows = await database.read(() => listing(query));
      return rows.map(toFlow);
    },

    find: (flow_id, now) => database.read(() => findFlow(toBytes(flow_id), now, report)),

    async findByRequest(request_id) {
      const rows = await database.read(() => selectByRequest(request_id));
      return [...new Set(rows.map(({ step_id }) => toId(step_id.subarray(0, ID_BYTES))))];
    },
  };
}

function* findFlow(
  id: Uint8Array,
  now: number,
  report: ReportUnreadable,
): Script<{ flow: InspectedFlow; steps: ObservedStep[] } | undefined> {
  const [row] = yield* selectFlow(id, now);
  if (row === undefined) return undefined;
  // A step's id begins with its flow's, so those of a flow lie side by side, in the order of their time.
  const last = Buffer.concat([id, Buffer.alloc(STEP_BYTES, 0xff)]);
  const flow = toFlow(row);
  const found = yield* selectSteps(id, last, now);
  return { flow, steps: readEach(found, (step) => toStep(flow.flow_id, step), report) };
}

const TIME_BYTES = 6;
const STEP_BYTES = 10;

/** The flow, the time, a number that tells steps of the same millisecond apart, and a little chance for those of others. */
function stepId(flow_id: string, at_ms: number): Uint8Array {
  const own = randomBytes(STEP_BYTES);
  own.writeUIntBE(at_ms, 0, TIME_BYTES);
  own.writeUInt16BE(written, TIME_BYTES);
  written = (written + 1) % 2 ** 16;
  return Buffer.concat([toBytes(flow_id), own]);
}

let written = 0;

function toStepRow({ flow_id, at_ms, request_id, facts }: ObservedStep, expires_at: number) {
  return [stepId(flow_id, at_ms), request_id, stepDocuments.write(facts), expires_at];
}

function toStep(
  flow_id: string,
  row: { step_id: Uint8Array; request_id: string; document: string },
): ObservedStep {
  const facts = stepDocuments.read(toId(row.step_id), row.document);
  const at_ms = Buffer.from(row.step_id).readUIntBE(ID_BYTES, TIME_BYTES);
  return { flow_id, at_ms, request_id: row.request_id, facts };
}

function toRow(flow: ObservedFlow, changed_at_ms: number, expires_at: number): Value[] {
  return [
    toBytes(flow.flow_id),
    flow.kind,
    flow.client_id ?? null,
    flow.subject ?? null,
    flow.started_at_ms,
    flow.updated_at_ms,
    flow.settled ? 1 : 0,
    flow.outcome,
    flow.headline,
    flow.fix ?? null,
    changed_at_ms,
    expires_at,
  ];
}

function smaller(column: string): string {
  return `case when excluded.${column} < inspected_flow.${column} then excluded.${column} else inspected_flow.${column} end`;
}

function greater(column: string): string {
  return `case when excluded.${column} > inspected_flow.${column} then excluded.${column} else inspected_flow.${column} end`;
}

/** The client's answer counts for more than what led to it; among equals the later one counts, whoever wrote first. */
function decisive(column: string): string {
  return `case when excluded.settled > inspected_flow.settled
       or (excluded.settled = inspected_flow.settled and excluded.updated_at_ms >= inspected_flow.updated_at_ms)
     then excluded.${column} else inspected_flow.${column} end`;
}
