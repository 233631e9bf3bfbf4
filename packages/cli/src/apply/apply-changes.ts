/** Carries a plan out. What was interrupted goes on with the next apply. */

import { randomUUID } from "node:crypto";

import type { JsonObject } from "@latchkey/api";
import { type Client, unwrap } from "@latchkey/client";

import { exitCodes } from "../output/exit-codes.ts";
import { explainFailure, Failure } from "../output/failure.ts";
import { kinds } from "./kinds.ts";
import { type Change, isChanging } from "./plan.ts";
import { currentOf } from "./read-server.ts";
import { type CurrentResource, type DesiredResource, digestOf, keyOf } from "./resource.ts";

/** A change that was made, and the secrets that the server generated with it and shows no more. */
export interface Applied {
  readonly change: Change;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Makes the changes one after the other. Throws a `Failure` at the first that fails: those before it stay. */
export async function* applyChanges(
  latchkey: Client,
  changes: readonly Change[],
  owner: string,
): AsyncGenerator<Applied, void, void> {
  let made = 0;
  for (const change of changes) {
    let applied: Applied | undefined;
    try {
      const written = await applyChange(latchkey, change, owner);
      if (isChanging(change)) applied = { change, secrets: secretsIn(change, written) };
    } catch (error) {
      const { code, text } = explainFailure(error);
      const place = change.desired === undefined ? "" : `${change.desired.place}: `;
      const message = `${place}${keyOf(change)}: ${text}\n${whatStays(made)}`;
      throw new Failure(code, message, { cause: error });
    }
    if (applied === undefined) continue;
    made += 1;
    yield applied;
  }
}

function whatStays(made: number): string {
  if (made === 0) return "Nothing was changed.";
  const changes =
    made === 1
      ? "1 change was made before it, and stays"
      : `${made} changes were made before it, and stay`;
  return `${changes}. Run the command again when this is resolved: it goes on here.`;
}

async function applyChange(
  latchkey: Client,
  change: Change,
  owner: string,
): Promise<CurrentResource | undefined> {
  const { kind: name, id } = change;
  const kind = kinds[name];
  const claim = (digests: object = {}) =>
    latchkey.labelManagedResource({ body: { kind: name, id, owner, ...digests } });
  const release = () =>
    latchkey.call("releaseManagedResource", { kind: name, id, owner }).then(unwrapUnlessMissing);
  const remove = ({ body }: CurrentResource) => kind.remove(latchkey, body);

  switch (change.action) {
    case "refuse":
      throw new Failure(exitCodes.taken, `The ${name} ${change.reason}.`);
    case "leave":
      return undefined;
    case "forget":
      await release();
      return undefined;
    case "delete":
      await remove(change.current);
      await release();
      return undefined;
    case "none":
      if (change.relabel && change.current !== undefined)
        await claim(digestsOf(change.desired, change.current));
      return undefined;
    case "create":
    case "replace":
    case "update":
    case "adopt": {
      // First the label: were it last, an interrupted apply would leave a resource that looks as if it were made by hand.
      if (change.current === undefined || change.action === "adopt") await claim();
      const written = await write(latchkey, change);
      await claim(digestsOf(change.desired, written));
      return written;
    }
  }
}

async function write(
  latchkey: Client,
  {
    action,
    kind: name,
    desired,
    current,
    differences,
  }: Change & { readonly desired: DesiredResource },
): Promise<CurrentResource> {
  const kind = kinds[name];
  const body = bodyOf(desired);
  if (current === undefined) return currentOf(kind, await kind.create(latchkey, body));
  if (action === "adopt" && differences.length === 0) return current;
  if (kind.update === undefined) {
    const { enabled } = body;
    const isSwitch = differences.every(({ field }) => field === "enabled");
    if (isSwitch && typeof enabled === "boolean" && kind.setEnabled !== undefined)
      return currentOf(kind, await kind.setEnabled(latchkey, current.body, enabled));
    const kept = kind.keeps_enabled && current.body["enabled"] === false ? { enabled: false } : {};
    await kind.remove(latchkey, current.body);
    try {
      return currentOf(kind, await kind.create(latchkey, { ...kept, ...body }));
    } catch (error) {
      await kind.create(latchkey, current.content); // As it was.
      throw error;
    }
  }
  const written = await kind.update(latchkey, current.body, body);
  if (written !== "changed") return currentOf(kind, written);
  throw new Failure(exitCodes.taken, "It was changed meanwhile: look at the plan again.");
}

function bodyOf({ body, client_secret }: DesiredResource): JsonObject {
  return client_secret === undefined ? body : { ...body, client_secret };
}

function digestsOf(desired: DesiredResource, current: CurrentResource) {
  return {
    desired_digest: digestOf(desired.content),
    applied_digest: digestOf(current.content),
  };
}

/** What the response shows this once, beside what the files know. */
function secretsIn(
  { desired }: Change,
  written: CurrentResource | undefined,
): Readonly<Record<string, string>> {
  if (written === undefined) return {};
  const shown = SECRETS.flatMap((field) => {
    const value = written.body[field];
    return typeof value === "string" && value !== desired?.client_secret ? [[field, value]] : [];
  });
  return Object.fromEntries(shown);
}

const SECRETS = ["client_secret", "access_token", "webhook_secret"];

type Reply = Awaited<ReturnType<Client["call"]>>;

/** What is gone already need not be deleted. */
function unwrapUnlessMissing(reply: Reply): void {
  if (reply.status !== 404) unwrap(reply);
}

/** Applies files of one owner at a time. */
export async function withLease<T>(
  latchkey: Client,
  owner: string,
  work: (renew: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  const take = () => latchkey.call("holdApplyLease", { body: { owner, holder } });
  const deadline = Date.now() + LONGEST_WAIT_MS;
  let reply = await take();
  while (reply.status === 409 && Date.now() < deadline) {
    await new Promise((resolve) => void setTimeout(resolve, RETRY_MS));
    reply = await take();
  }
  unwrap(reply);
  try {
    return await work(async () => unwrap(await take()));
  } finally {
    await latchkey.call("releaseApplyLease", { owner, holder }).catch(() => {}); // It ends by itself.
  }
}

const RETRY_MS = 500;
const LONGEST_WAIT_MS = 90_000;
