import type { CommandEntry } from "../command-entry.ts";

/** `latchkey event-receivers …` and `latchkey event-streams …`. */
export const eventCommands: Readonly<Record<string, CommandEntry>> = {
  "event-receivers create": {
    summary: "Creates a receiver of webhooks about events.",
    load: async () => (await import("./receivers.ts")).createReceiver,
  },
  "event-receivers list": {
    summary: "Lists the receivers of webhooks about events.",
    load: async () => (await import("./receivers.ts")).listReceivers,
  },
  "event-receivers update": {
    summary: "Changes a receiver of webhooks about events.",
    load: async () => (await import("./receivers.ts")).updateReceiver,
  },
  "event-receivers delete": {
    summary: "Deletes receivers of webhooks about events.",
    load: async () => (await import("./receivers.ts")).deleteReceivers,
  },
  "event-receivers rotate-secret": {
    summary: "Generates a new secret for the webhooks of a receiver.",
    load: async () => (await import("./receivers.ts")).rotateReceiverSecret,
  },
  "event-receivers test": {
    summary: "Sends a test event to a receiver.",
    load: async () => (await import("./receivers.ts")).testReceiver,
  },
  "event-receivers deliveries": {
    summary: "Lists the events for a receiver or a stream, and what became of them.",
    load: async () => (await import("./receivers.ts")).listDeliveries,
  },
  "event-receivers resend": {
    summary: "Sends events again.",
    load: async () => (await import("./receivers.ts")).resendEvents,
  },
  "event-receivers skip": {
    summary: "Gives up events that are pending.",
    load: async () => (await import("./receivers.ts")).skipEvents,
  },
  "event-streams list": {
    summary: "Lists the streams of OpenID Shared Signals.",
    load: async () => (await import("./streams.ts")).listStreams,
  },
  "event-streams set-status": {
    summary: "Enables, pauses or disables a stream.",
    load: async () => (await import("./streams.ts")).setStreamStatus,
  },
  "event-streams delete": {
    summary: "Deletes streams.",
    load: async () => (await import("./streams.ts")).deleteStreams,
  },
};
