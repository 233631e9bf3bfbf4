/** Reads what the server has of the resources that files describe. */

import { unwrap, type Client, paginate } from "@latchkey/client";

import { exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import { type Kind, kinds } from "./kinds.ts";
import type { Label } from "./plan.ts";
import {
  type CurrentResource,
  type DesiredResource,
  keyOf,
  type KindName,
  kindNames,
} from "./resource.ts";

/** What the plan compares files with. */
export interface ServerState {
  readonly current: readonly CurrentResource[];
  readonly labels: readonly Label[];
  readonly other_secrets: ReadonlySet<string>;
}

/** Called for a client whose secret cannot be compared: it is not at hand, or the caller may not. Without it, that is a failure. */
export type ReportUncompared = (key: string) => void;

/** Reads the kinds that the files or the labels of their owner name. */
export async function readServer(
  latchkey: Client,
  desired: readonly DesiredResource[],
  owner: string,
  onUncompared?: ReportUncompared,
): Promise<ServerState> {
  const labels = await readLabels(latchkey);
  const named = new Set([
    ...desired.map(({ kind }) => kind),
    ...labels.filter((label) => label.owner === owner).map(({ kind }) => kind),
  ]);
  const current: CurrentResource[] = [];
  for (const name of kindNames.filter((kind) => named.has(kind)))
    current.push(...(await readKind(latchkey, kinds[name])));
  const other_secrets = await compareSecrets(latchkey, desired, current, onUncompared);
  return { current, labels, other_secrets };
}

/** All resources of a kind. A server without the feature has none, and cannot be given any. */
export async function readKind(latchkey: Client, kind: Kind): Promise<CurrentResource[]> {
  const resources: CurrentResource[] = [];
  for await (const body of kind.list(latchkey)) resources.push(currentOf(kind, body));
  return resources;
}

/** A resource of a response. */
export function currentOf(kind: Kind, body: object): CurrentResource {
  return { kind: kind.name, id: kind.idOf(body), body: { ...body }, content: kind.contentOf(body) };
}

async function readLabels(latchkey: Client): Promise<readonly Label[]> {
  const labels = await Array.fromAsync(
    paginate((page) => latchkey.call("listManagedResources", page), { limit: 500 }),
  );
  // A later version may know more kinds.
  return labels.flatMap(({ kind: name, ...label }) => {
    const kind = kindNames.find((known) => known === name);
    return kind === undefined ? [] : [{ ...label, kind }];
  });
}

/** The clients that exist with another secret. No operation shows a secret, so the server compares them. */
async function compareSecrets(
  latchkey: Client,
  desired: readonly DesiredResource[],
  current: readonly CurrentResource[],
  onUncompared: ReportUncompared | undefined,
): Promise<ReadonlySet<string>> {
  const existing = new Set(current.map(keyOf));
  const others = new Set<string>();
  for (const resource of desired) {
    const { id, client_secret, secret_missing } = resource;
    if (secret_missing) onUncompared?.(keyOf(resource));
    if (client_secret === undefined || !existing.has(keyOf(resource))) continue;
    const reply = await latchkey.call("compareOAuth2ClientSecret", { id, body: { client_secret } });
    if (reply.status === 403 && onUncompared !== undefined) onUncompared(keyOf(resource));
    else if (!unwrap(reply).matches) others.add(keyOf(resource));
  }
  return others;
}

/** The kind of a name that a user typed. */
export function kindNamed(name: string): KindName {
  const kind = kindNames.find((known) => known === name);
  if (kind !== undefined) return kind;
  throw new Failure(
    exitCodes.misused,
    `There is no kind ${name}: choose from ${kindNames.join(", ")}.`,
  );
}
