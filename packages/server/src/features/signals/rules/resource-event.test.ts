import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { resourceEventsOf } from "./resource-event.ts";
import { webhookBody } from "./webhook-body.ts";

const client = { type: "client", id: "photos" };
const key_set = { type: "key_set", id: "hydra.openid.id-token" };
const key = (kid: string, n = "n") => ({ kid, kty: "RSA", n });

describe("the events of a change are", () => {
  const table = {
    "that a client was created": {
      change: { action: "created", object: client, after: { client_name: "Photos of Alice" } },
      events: [{ kind: "client.created", client_id: "photos" }],
    },
    "which fields of a client changed, and not how": {
      change: {
        action: "updated",
        object: client,
        before: { client_name: "Photos", scope: "openid", updated_at: "a", owner: "alice" },
        after: {
          client_name: "Photos 2",
          scope: "openid",
          updated_at: "b",
          client_secret: "(changed)",
        },
      },
      events: [
        {
          kind: "client.updated",
          client_id: "photos",
          changed: ["client_name", "owner", "client_secret"],
        },
      ],
    },
    "none of an update that changed nothing": {
      change: {
        action: "updated",
        object: client,
        before: { scope: "openid", updated_at: "a" },
        after: { scope: "openid", updated_at: "b" },
      },
      events: [],
    },
    "that a client has a new secret": {
      change: { action: "secret_rotated", object: client },
      events: [{ kind: "client.secret_rotated", client_id: "photos" }],
    },
    "that a client was deleted": {
      change: { action: "deleted", object: client, before: { client_name: "Photos" } },
      events: [{ kind: "client.deleted", client_id: "photos" }],
    },
    "that a key was added": {
      change: { action: "key_added", object: key_set, after: key("2") },
      events: [{ kind: "key.added", key_set: key_set.id, kids: ["2"] }],
    },
    "that keys were deleted with their set": {
      change: { action: "deleted", object: key_set, before: { keys: [key("1"), key("2")] } },
      events: [{ kind: "key.deleted", key_set: key_set.id, kids: ["1", "2"] }],
    },
    "which keys of a set were replaced by others": {
      change: {
        action: "replaced",
        object: key_set,
        before: { keys: [key("1"), key("2")] },
        after: { keys: [key("2"), key("3")] },
      },
      events: [
        { kind: "key.deleted", key_set: key_set.id, kids: ["1"] },
        { kind: "key.added", key_set: key_set.id, kids: ["3"] },
      ],
    },
    "that a key was replaced by another one with its kid": {
      change: {
        action: "key_replaced",
        object: key_set,
        before: key("1", "before"),
        after: key("1", "after"),
      },
      events: [
        { kind: "key.deleted", key_set: key_set.id, kids: ["1"] },
        { kind: "key.added", key_set: key_set.id, kids: ["1"] },
      ],
    },
    "that an API changed": {
      change: {
        action: "updated",
        object: { type: "api", id: "1" },
        before: { name: "Bookings" },
        after: { name: "Travels" },
      },
      events: [{ kind: "api.updated", api_id: "1", changed: ["name"] }],
    },
    "that an issuer is trusted": {
      change: { action: "created", object: { type: "trusted_issuer", id: "1" } },
      events: [{ kind: "trusted_issuer.created", trusted_issuer_id: "1" }],
    },
    "that the role of an operator changed": {
      change: {
        action: "updated",
        object: { type: "operator", id: "alice" },
        before: { name: "Alice", role: "viewer" },
        after: { name: "Alice", role: "administrator" },
      },
      events: [{ kind: "operator.updated", subject: "alice", changed: ["role"] }],
    },
    "that an API key was revoked": {
      change: { action: "revoked", object: { type: "api_key", id: "1" }, before: { name: "CI" } },
      events: [{ kind: "api_key.revoked", api_key_id: "1" }],
    },
    "none where a key that was added before begins to sign": {
      change: {
        action: "signing_key_changed",
        object: key_set,
        before: { signing_key: "1" },
        after: { signing_key: "2" },
      },
      events: [],
    },
    "none of other actions": {
      change: { action: "signed_in", object: { type: "operator", id: "alice" } },
      events: [],
    },
    "none of an action or an object by the name of a property of every object": {
      change: { action: "toString", object: { type: "constructor", id: "1" } },
      events: [],
    },
    "none of other objects": {
      change: { action: "created", object: { type: "workspace", id: "1" } },
      events: [],
    },
  };
  for (const [title, { change, events }] of Object.entries(table))
    it(title, () => assert.deepEqual(resourceEventsOf(change), events));
});

it("a webhook says what changed, when, and who caused it", () => {
  const [event] = resourceEventsOf({ action: "key_added", object: key_set, after: key("2") });
  assert.deepEqual(JSON.parse(webhookBody(event ?? assert.fail(), "admin", 1_700_000_000)), {
    type: "key.added",
    timestamp: "2023-11-14T22:13:20Z",
    data: { key_set: key_set.id, kids: ["2"], initiated_by: "admin" },
  });
});
