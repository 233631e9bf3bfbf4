import * as v from "valibot";
import { optional, required } from "../objects.ts";
import { clientOperation, takesJson } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";
import { list } from "../values.ts";
import {
  newStream,
  ssfConfiguration,
  ssfPoll,
  ssfPolled,
  ssfStatus,
  ssfStatusChange,
  ssfStream,
  ssfSubject,
  ssfVerification,
  streamChange,
} from "./streams.ts";

/** What receivers call, with an access token. */
const receiverOperation = {
  ...clientOperation,
  authentication: "access_token",
  cors: "none",
  stores_before_authentication: false,
  assertion_audience: false,
  dpop: true,
  discovery: null,
  inspect: null,
} as const;

const streamInQuery = { stream_id: optional(v.string(), "The stream.") };
const MANAGE = "The access token has the scope `ssf.manage`.";
const READ = "The access token has the scope `ssf.read` or `ssf.manage`.";

const ofOneStream = { ...receiverOperation, errors: [400, 401, 403, 404, 500] } as const;
const ofStreams = { ...ofOneStream, path: "/ssf/streams" } as const;
const changesStream = {
  ...ofStreams,
  ...takesJson(streamChange),
  success: 200,
  response: ssfStream,
} as const;
const ofStatus = {
  ...ofOneStream,
  path: "/ssf/status",
  success: 200,
  response: ssfStatus,
} as const;

/** OpenID Shared Signals Framework 1.0. */
export const ssfOperations = {
  discoverSsf: {
    ...receiverOperation,
    method: "GET",
    path: "/.well-known/ssf-configuration",
    located_by_issuer: true,
    success: 200,
    response: ssfConfiguration,
    errors: [500],
    authentication: null,
    cors: "everyone",
    dpop: false,
    title: "Get the configuration of Shared Signals",
    summary: "Returns the metadata of the transmitter.",
  },
  createSsfStream: {
    ...ofStreams,
    method: "POST",
    ...takesJson(newStream),
    success: 201,
    response: ssfStream,
    errors: [400, 401, 403, 409, 500],
    title: "Create a stream of Shared Signals",
    summary: "Creates the one stream of the client that calls.",
    description: `SSF 1.0 §8.1.1.1. ${MANAGE}`,
  },
  getSsfStream: {
    ...ofStreams,
    method: "GET",
    inputs: streamInQuery,
    success: 200,
    response: v.union([ssfStream, list(ssfStream)]),
    errors: [401, 403, 404, 500],
    title: "Get a stream of Shared Signals",
    summary: "Returns a stream of the client that calls, or the list of them.",
    description: `SSF 1.0 §8.1.1.2. ${READ}`,
  },
  updateSsfStream: {
    ...changesStream,
    method: "PATCH",
    title: "Change a stream of Shared Signals",
    summary: "Changes the properties of a stream that the request has.",
    description: `SSF 1.0 §8.1.1.3. ${MANAGE}`,
  },
  replaceSsfStream: {
    ...changesStream,
    method: "PUT",
    title: "Replace a stream of Shared Signals",
    summary: "Replaces the configuration of a stream.",
    description: `SSF 1.0 §8.1.1.4. ${MANAGE}`,
  },
  deleteSsfStream: {
    ...ofStreams,
    method: "DELETE",
    inputs: streamInQuery,
    success: 204,
    title: "Delete a stream of Shared Signals",
    summary: "Deletes a stream with its events.",
    description: `SSF 1.0 §8.1.1.5. ${MANAGE}`,
  },
  getSsfStatus: {
    ...ofStatus,
    method: "GET",
    inputs: streamInQuery,
    title: "Get the status of a stream of Shared Signals",
    summary: "Returns whether a stream is enabled, paused or disabled.",
    description: `SSF 1.0 §8.1.2.1. ${READ}`,
  },
  setSsfStatus: {
    ...ofStatus,
    method: "POST",
    ...takesJson(ssfStatusChange),
    title: "Set the status of a stream of Shared Signals",
    summary: "Enables, pauses or disables a stream.",
    description: `SSF 1.0 §8.1.2.2. ${MANAGE}`,
  },
  addSsfSubject: {
    ...ofOneStream,
    method: "POST",
    path: "/ssf/subjects/add",
    ...takesJson(ssfSubject),
    success: 200,
    title: "Add a subject to a stream of Shared Signals",
    summary:
      "Adds a subject that was removed; every other user of the client is in its stream anyway.",
    description: `SSF 1.0 §8.1.3.2. ${MANAGE} The response does not reveal whether the subject is known.`,
  },
  removeSsfSubject: {
    ...ofOneStream,
    method: "POST",
    path: "/ssf/subjects/remove",
    ...takesJson(ssfSubject),
    success: 204,
    errors: [400, 401, 403, 404, 429, 500],
    title: "Remove a subject from a stream of Shared Signals",
    summary: "Ends events about a subject.",
    description: `SSF 1.0 §8.1.3.3. ${MANAGE} The response does not reveal whether the subject is known.`,
  },
  verifySsfStream: {
    ...ofOneStream,
    method: "POST",
    path: "/ssf/verify",
    ...takesJson(ssfVerification),
    success: 204,
    errors: [400, 401, 403, 404, 429, 500],
    title: "Verify a stream of Shared Signals",
    summary: "Sends a verification event.",
    description: `SSF 1.0 §8.1.4.2. ${MANAGE}`,
  },
  pollSsfStream: {
    ...ofOneStream,
    method: "POST",
    path: "/ssf/poll/{stream_id}",
    inputs: { stream_id: required(v.string(), "The id of the stream.") },
    ...takesJson(ssfPoll),
    success: 200,
    response: ssfPolled,
    title: "Poll a stream of Shared Signals",
    summary: "Acknowledges events of a stream, and returns the next ones.",
    description: `RFC 8936. ${READ}`,
  },
} as const satisfies Readonly<Record<string, Operation>>;
