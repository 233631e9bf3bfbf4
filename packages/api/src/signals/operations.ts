import * as v from "valibot";
import { required } from "../objects.ts";
import { adminOperation, takesJson, ifMatch } from "../operations/kinds.ts";
import { type Operation, page } from "../operations/operation.ts";
import { list } from "../values.ts";
import { webhookSecretRequest } from "../workspace/webhooks.ts";
import { eventDelivery, eventReceiver, eventReceiverInput } from "./receivers.ts";
import { ssfOperations } from "./ssf-operations.ts";
import { eventStream, eventStreamStatus } from "./streams.ts";

const RECEIVERS = "/events/receivers";
const receiverId = required(v.string(), "The receiver's id, a UUID.");
const deliveryId = required(v.string(), "The id of the event.");
const streamId = required(v.string(), "The id of the stream.");

const ofOneReceiver = {
  ...adminOperation,
  path: `${RECEIVERS}/{id}`,
  inputs: { id: receiverId },
} as const;

/** What operators call. */
export const eventOperations = {
  listEventReceivers: {
    ...adminOperation,
    method: "GET",
    path: RECEIVERS,
    inputs: { ...page },
    success: 200,
    response: list(eventReceiver),
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List event receivers",
    summary: "Lists the receivers of webhooks about events by age, a page at a time.",
  },
  createEventReceiver: {
    ...adminOperation,
    method: "POST",
    path: RECEIVERS,
    ...takesJson(eventReceiverInput),
    success: 201,
    response: eventReceiver,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    role: "operator",
    title: "Create an event receiver",
    summary: "Creates a receiver of webhooks about events and returns its secret, once.",
  },
  getEventReceiver: {
    ...ofOneReceiver,
    method: "GET",
    success: 200,
    response: eventReceiver,
    etag: { derived: [] },
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "Get an event receiver",
    summary: "Returns a receiver of webhooks, without its secret.",
  },
  updateEventReceiver: {
    ...ofOneReceiver,
    method: "PUT",
    ...takesJson(eventReceiverInput),
    success: 200,
    response: eventReceiver,
    headers: ifMatch,
    etag: { derived: [] },
    errors: [400, 401, 403, 404, 412, 500],
    access: "write",
    role: "operator",
    title: "Replace an event receiver",
    summary: "Replaces a receiver of webhooks; its secret stays as it was.",
  },
  deleteEventReceiver: {
    ...ofOneReceiver,
    method: "DELETE",
    success: 204,
    headers: ifMatch,
    errors: [401, 403, 404, 412, 500],
    access: "write",
    role: "operator",
    title: "Delete an event receiver",
    summary: "Deletes a receiver of webhooks, and the events that it did not accept yet.",
  },
  rotateEventReceiverSecret: {
    ...adminOperation,
    method: "POST",
    path: `${RECEIVERS}/{id}/secrets`,
    inputs: { id: receiverId },
    body: "json",
    request: webhookSecretRequest,
    success: 201,
    response: eventReceiver,
    errors: [400, 401, 403, 404, 409, 500],
    access: "write",
    role: "operator",
    title: "Rotate the secret of an event receiver",
    summary:
      "Generates a new secret for webhooks and returns it, once; for a while they are signed with the previous one as well.",
  },
  testEventReceiver: {
    ...adminOperation,
    method: "POST",
    path: `${RECEIVERS}/{id}/test`,
    inputs: { id: receiverId },
    success: 200,
    response: eventDelivery,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "Send a test event",
    summary: "Sends a test event to a receiver of webhooks, once, and returns its outcome.",
  },
  listEventDeliveries: {
    ...adminOperation,
    method: "GET",
    path: `${RECEIVERS}/{id}/deliveries`,
    inputs: { id: receiverId, ...page },
    success: 200,
    response: list(eventDelivery),
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "List event deliveries",
    summary:
      "Lists the events for a receiver or a stream of the last seven days, the newest first, a page at a time.",
  },
  resendEvent: {
    ...adminOperation,
    method: "POST",
    path: `${RECEIVERS}/{id}/deliveries/{delivery}/resend`,
    inputs: { id: receiverId, delivery: deliveryId },
    success: 200,
    response: eventDelivery,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "Send an event again",
    summary:
      "Sends an event at once, with the same id: again where it was delivered or given up, and without waiting for its next attempt where it is pending.",
  },
  skipEvent: {
    ...adminOperation,
    method: "POST",
    path: `${RECEIVERS}/{id}/deliveries/{delivery}/skip`,
    inputs: { id: receiverId, delivery: deliveryId },
    success: 200,
    response: eventDelivery,
    errors: [401, 403, 404, 409, 500],
    access: "write",
    role: "operator",
    title: "Skip an event",
    summary: "Gives up an event that is pending, so that the later ones of its user are sent.",
  },
  listEventStreams: {
    ...adminOperation,
    method: "GET",
    path: "/events/streams",
    inputs: { ...page },
    success: 200,
    response: list(eventStream),
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List streams",
    summary: "Lists the streams of Shared Signals by age, a page at a time.",
  },
  setEventStreamStatus: {
    ...adminOperation,
    method: "PUT",
    path: "/events/streams/{id}/status",
    inputs: { id: streamId },
    ...takesJson(eventStreamStatus),
    success: 200,
    response: eventStream,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "Set the status of a stream",
    summary: "Enables, pauses or disables a stream, and notifies its receiver.",
  },
  deleteEventStream: {
    ...adminOperation,
    method: "DELETE",
    path: "/events/streams/{id}",
    inputs: { id: streamId },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "Delete a stream",
    summary: "Deletes a stream with its events, after which its client may create another one.",
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** Events: webhooks, and streams of Shared Signals. */
export const signalsOperations = { ...eventOperations, ...ssfOperations };
