import type { signalsOperations } from "@latchkey/api";
import type { FeatureCode } from "../../feature/feature.ts";
import type { SignalsContext } from "./context.ts";
import { countAttempts } from "./metrics.ts";
import { signalsTables } from "./migrations.ts";
import { startEventDeliveries } from "./sender.ts";
import {
  createEventReceiver,
  deleteEventReceiver,
  getEventReceiver,
  listEventDeliveries,
  listEventReceivers,
  resendEvent,
  skipEvent,
  rotateEventReceiverSecret,
  testEventReceiver,
  updateEventReceiver,
} from "./receiver-endpoints.ts";
import { discoverSsf } from "./ssf/configuration.ts";
import { pollSsfStream } from "./ssf/poll.ts";
import {
  addSsfSubject,
  createSsfStream,
  deleteSsfStream,
  getSsfStatus,
  getSsfStream,
  removeSsfSubject,
  replaceSsfStream,
  setSsfStatus,
  updateSsfStream,
  verifySsfStream,
} from "./ssf/streams.ts";
import { createDeliveries } from "./store/deliveries.ts";
import { createReceivers } from "./store/receivers.ts";
import { writeEvents } from "./store/write-events.ts";
import * as streams from "./stream-admin-endpoints.ts";
import { startUpkeep } from "./upkeep.ts";

export const code: FeatureCode<keyof typeof signalsOperations, SignalsContext> = {
  endpoints: {
    listEventReceivers,
    createEventReceiver,
    getEventReceiver,
    updateEventReceiver,
    deleteEventReceiver,
    rotateEventReceiverSecret,
    testEventReceiver,
    listEventDeliveries,
    resendEvent,
    skipEvent,
    ...streams,
    discoverSsf,
    createSsfStream,
    getSsfStream,
    updateSsfStream,
    replaceSsfStream,
    deleteSsfStream,
    getSsfStatus,
    setSsfStatus,
    addSsfSubject,
    removeSsfSubject,
    verifySsfStream,
    pollSsfStream,
  },
  tables: { ...signalsTables, onChange: writeEvents },
  open: ({ store: { tools }, metrics }) => ({
    receivers: createReceivers(tools),
    deliveries: createDeliveries(tools),
    counters: countAttempts(metrics),
  }),
  defineMetrics: countAttempts,
  startJobs: (context) => [startUpkeep(context)],
  startDeliveries: (context) => [startEventDeliveries(context)],
};
