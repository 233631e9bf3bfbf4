/** The blast radius of a plan: what the server says it would have refused of the requests that it counted. It checks the changes, too. */

import type { Impact, ImpactRequest } from "@latchkey/api";
import { ApiError, type Client, type Reply, unwrap } from "@latchkey/client";

import { exitCodes } from "../output/exit-codes.ts";
import { explainFailure, Failure } from "../output/failure.ts";
import type { Change } from "./plan.ts";
import { keyOf } from "./resource.ts";

type ProposedChange = ImpactRequest["changes"][number];

/** Undefined where no change can refuse anything, or the server counts no requests. Null where there are too many changes for it. */
export async function predictImpact(
  latchkey: Client,
  changes: readonly Change[],
): Promise<Impact | null | undefined> {
  const proposed = changes.flatMap(proposedChange);
  if (proposed.length === 0) return undefined;
  const changed = new Set(proposed.filter(({ kind }) => kind === "client").map(({ id }) => id));
  const impacts: Impact[] = [];
  for (const batch of batchesOf(proposed)) {
    if (batch.length > MAX_ACCEPTED) return null;
    const reply = await latchkey.call("predictImpact", { body: { changes: batch } });
    if (reply.status === 404) return undefined;
    if (reply.status === 413) return null;
    if (reply.status === 400) throw await refusalOf(latchkey, changes, reply);
    const own = new Set(batch.filter(({ kind }) => kind === "client").map(({ id }) => id));
    const isFirst = impacts.length === 0;
    const impact = unwrap(reply);
    // A client that changes is judged in the batch that has it, and all others in the first.
    const clients = impact.clients.filter(({ client_id }) =>
      changed.has(client_id) ? own.has(client_id) : isFirst,
    );
    impacts.push({ ...impact, clients });
  }
  return merge(impacts);
}

const MAX_PROBLEMS = 20;

/** The changes that the server would not make, each with its place in the files. */
async function refusalOf(
  latchkey: Client,
  changes: readonly Change[],
  together: Reply<Impact>,
): Promise<Failure> {
  const problems: string[] = [];
  for (const change of changes) {
    if (problems.length === MAX_PROBLEMS) break;
    const [proposed] = proposedChange(change);
    if (proposed === undefined) continue;
    const reply = await latchkey.call("predictImpact", { body: { changes: [proposed] } });
    if (reply.status === 400) problems.push(`${placeOf(change)}: ${textOf(reply)}`);
  }
  if (problems.length === 0) problems.push(textOf(together));
  return new Failure(exitCodes.refused, [...problems, "Nothing was changed."].join("\n"));
}

function textOf(reply: Reply<Impact>): string {
  return reply.ok ? "" : explainFailure(new ApiError(reply)).text;
}

function placeOf(change: Change): string {
  return change.desired?.place ?? keyOf(change);
}

/** What the operation takes in one request. */
const MAX_ACCEPTED = 1_000;
/** Of a batch: its clients, and their length within the default of `serve.limits.body_bytes`. */
const MAX_CLIENTS = 500;
const MAX_LENGTH = 128 * 1024;

/** The clients in batches, each with all other changes: what a client is refused depends on these, and not on other clients. */
function batchesOf(changes: readonly ProposedChange[]): readonly (readonly ProposedChange[])[] {
  const shared = changes.filter(({ kind }) => kind !== "client");
  const batches: ProposedChange[][] = [[...shared]];
  let length = 0;
  for (const change of changes.filter(({ kind }) => kind === "client")) {
    const size = JSON.stringify(change).length;
    const last = batches.at(-1) ?? [];
    const clients = last.length - shared.length;
    const isFull = clients >= MAX_CLIENTS || length + size > MAX_LENGTH;
    if (isFull && clients > 0) {
      batches.push([...shared, change]);
      length = size;
    } else {
      last.push(change);
      length += size;
    }
  }
  return batches;
}

function merge(impacts: readonly Impact[]): Impact | undefined {
  const [first] = impacts;
  if (first === undefined) return undefined;
  const clients = impacts.flatMap((impact) => impact.clients);
  return {
    since: first.since,
    refused: clients.reduce((total, { refused }) => total + refused, 0),
    clients: clients.toSorted((one, other) => other.refused - one.refused),
    complete: impacts.every(({ complete }) => complete),
  };
}

function proposedChange(change: Change): readonly ProposedChange[] {
  const { kind, action } = change;
  if (kind === "workspace" || kind === "integration") return [];
  switch (action) {
    case "delete":
      return [{ kind, id: idOnServer(change) }];
    case "create": // What is new is checked by the server, and may take precedence over what is there.
    case "adopt":
    case "replace":
    case "update":
      return change.differences.length === 0 ? [] : [proposal(change, kind)];
    case "forget":
    case "leave":
    case "none":
    case "refuse":
      return [];
  }
}

function proposal(change: Change, kind: ProposedChange["kind"]): ProposedChange {
  return { kind, id: idOnServer(change), after: change.desired?.body ?? {} };
}

/** Of a trusted issuer, files and server have different ids. */
function idOnServer({ kind, id, current }: Change): string {
  const known = kind === "trusted_issuer" ? current?.body["id"] : undefined;
  return typeof known === "string" ? known : id;
}
