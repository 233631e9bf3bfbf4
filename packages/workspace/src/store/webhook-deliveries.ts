import type { WebhookType } from "@latchkey/api";
import {
  mintFlowId,
  type Database,
  type RowOf,
  type Script,
  type Sealer,
  bytes,
  command,
  id,
  insertValues,
  integer,
  names,
  nullable as optional,
  oneOf,
  outboxOf,
  pick,
  query,
  readOr,
  table,
  text,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import type {
  InstallationRecord,
  IntegrationRecord,
  WebhookDeliveryRecord,
} from "../rules/records.ts";
import { LISTED_FOR } from "@latchkey/server/feature/rules";
import {
  installationBody,
  installationEvent,
  integrationBody,
  integrationEvents,
} from "../rules/webhooks/event.ts";
import type { WebhookDeliveries } from "./port.ts";
import { integrationDocuments, sealedWebhooks } from "./integration-table.ts";

export const webhook_delivery = table("webhook_delivery", {
  delivery_id: id,
  integration_id: text,
  type: text,
  body: text,
  /** The webhook of an integration that was deleted, as its row held it. */
  target: optional(bytes),
  status: oneOf<WebhookDeliveryRecord["status"]>("pending", "delivered", "failed"),
  attempts: integer,
  created_at: integer,
  last_attempt_at: optional(integer),
  outcome: optional(text),
  due_at: optional(integer),
  expires_at: integer,
});

export const sealedDeliveryTargets = sealedColumn(webhook_delivery, {
  column: "target",
  key: ["delivery_id"],
  beside: ["integration_id"],
  contextsOf: ({ integration_id }) => documentContexts(integration_id, "webhook"),
});

const { columns } = webhook_delivery;
const ofIntegration = pick(columns, "integration_id");
const outbox = outboxOf(webhook_delivery);
const insert = command({
  given: columns,
  sql: `insert into webhook_delivery ${insertValues(columns)}`,
});
const settle = command({
  given: pick(columns, "delivery_id", "status", "last_attempt_at", "outcome", "due_at"),
  sql: `update webhook_delivery
   set status = :status, last_attempt_at = :last_attempt_at, outcome = :outcome, due_at = :due_at
   where delivery_id = :delivery_id`,
});
const page = query({
  given: { ...ofIntegration, limit: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from webhook_delivery where integration_id = :integration_id and target is null
   order by created_at desc, delivery_id desc limit :limit offset :offset`,
});
const count = query({
  given: ofIntegration,
  returns: { total: integer },
  sql: `select count(*) as total from webhook_delivery where integration_id = :integration_id and target is null`,
});
const selectSubscriber = query({
  given: ofIntegration,
  returns: { document: text },
  sql: "select document from integration where id = :integration_id and webhook is not null",
});
const keepTarget = command({
  given: { integration_id: text, target: bytes },
  sql: `update webhook_delivery set target = :target
   where integration_id = :integration_id and target is null and due_at is not null`,
});
const removeSettled = command({
  given: ofIntegration,
  sql: "delete from webhook_delivery where integration_id = :integration_id and due_at is null",
});

/** The webhooks of the integrations whose deliveries were just taken, as their rows hold them. */
const selectTargets = query({
  given: { until: integer },
  returns: { id: text, webhook: bytes },
  sql: `select id, webhook from integration where webhook is not null and id in (
     select integration_id from webhook_delivery where due_at = :until and target is null
   )`,
});

export function createWebhookDeliveries(database: Database, sealer: Sealer): WebhookDeliveries {
  const webhooks = sealedWebhooks(sealer);
  const read = ({ target, ...row }: RowOf<typeof columns>) => ({
    ...row,
    webhook: target && webhooks.open(row.integration_id, target),
  });
  return {
    async take(now, until, limit) {
      const taken = await database.write(function* take() {
        const rows = yield* outbox.take({ now, until, limit });
        if (rows.every(({ target }) => target !== undefined)) return rows;
        const targets = new Map(
          (yield* selectTargets({ until })).map((row) => [row.id, row.webhook]),
        );
        return rows.map((row) => ({
          ...row,
          target: row.target ?? targets.get(row.integration_id),
        }));
      });
      return taken.map(read);
    },

    async putBack(delivery_id, due_at) {
      await database.write(() => outbox.putBack({ delivery_id, due_at }));
    },

    async add(delivery) {
      await database.write(() => insert({ ...delivery, target: undefined }));
    },

    async settle(delivery_id, settled) {
      await database.write(() => settle({ delivery_id, ...settled }));
    },

    list: (integration_id, wanted) =>
      database.readStale(function* list() {
        const rows = yield* page({ integration_id, ...wanted });
        const [all] = yield* count({ integration_id });
        return { items: rows, total: all?.total ?? 0 };
      }),
  };
}

/** Adds the webhook for a change of an installation, if its integration receives any; part of the script that changes it. */
export function* notifyOfInstallation(
  before: InstallationRecord | undefined,
  after: InstallationRecord,
): Script<void> {
  const { integration_id, updated_at: now } = after;
  const type = installationEvent(before, after);
  if (type === undefined) return;
  const [row] = yield* selectSubscriber({ integration_id });
  if (row === undefined) return;
  const subscriber = readOr(
    () => integrationDocuments.read(integration_id, row.document),
    undefined,
    () => {}, // Lists of integrations report it. An installation must be removable all the same.
  );
  if (subscriber === undefined) return;
  const body = installationBody(type, after, subscriber, now);
  yield* insert(newDelivery(type, integration_id, body, now));
}

/** Adds the webhooks for a change of an integration; part of the script that changes it. */
export function* notifyOfChange(before: IntegrationRecord, after: IntegrationRecord): Script<void> {
  if (after.webhook === null) return;
  const { id: integration_id, updated_at: now } = after;
  for (const type of integrationEvents(before, after))
    yield* insert(newDelivery(type, integration_id, integrationBody(type, after, now), now));
}

/** Adds the last webhook of an integration, and keeps what is needed to send it and those before; part of its deletion. */
export function* notifyOfRemoval(
  integration: Omit<IntegrationRecord, "webhook">,
  target: Uint8Array | undefined,
  now: number,
): Script<void> {
  const { id: integration_id } = integration;
  yield* removeSettled({ integration_id });
  if (target === undefined) return;
  yield* keepTarget({ integration_id, target });
  const type = "integration.removed";
  const body = integrationBody(type, { ...integration, enabled: false }, now);
  yield* insert({ ...newDelivery(type, integration_id, body, now), target });
}

function newDelivery(
  type: WebhookType,
  integration_id: string,
  body: string,
  now: number,
): RowOf<typeof columns> {
  return {
    delivery_id: mintFlowId(now * 1000),
    integration_id,
    type,
    body,
    target: undefined,
    status: "pending",
    attempts: 0,
    created_at: now,
    last_attempt_at: undefined,
    outcome: undefined,
    due_at: now,
    expires_at: now + LISTED_FOR,
  };
}
