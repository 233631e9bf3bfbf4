/** SSF 1.0 §8.1: streams, as their receivers configure them. */

import {
  deliveryMethods,
  type JsonObject,
  signalEvents,
  type SsfStream,
  type SsfStreamChange,
} from "@latchkey/api";
import { hash } from "node:crypto";
import { isJsonObject } from "../../../limits/json-depth.ts";
import { isEqual } from "../../../oauth/authorization-details/reduction.ts";
import { type OAuthError, invalidRequest } from "../../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../../result.ts";
import type { Receiver } from "./receiver.ts";
import type { SubjectIdentifier } from "./signal.ts";

/** Seconds between two verification events that a receiver requests. */
export const MIN_VERIFICATION_INTERVAL = 30;

/** So many events may wait for a receiver. Where there are more, its stream is disabled. */
export const MAX_PENDING = 10_000;

/** Every event that a stream may carry. */
const supportedEvents: readonly string[] = Object.values(signalEvents);

/** What the settings say of streams. */
export interface StreamFacts {
  readonly issuer: string;
  readonly inactivity_timeout: number;
  /** Where a stream is polled. */
  readonly pollUrl: (stream_id: string) => string;
}

/** A stream as its receiver sees it. */
export function describeStream(
  { receiver_id: stream_id, client_id = "", method, url, ...stream }: Receiver,
  { issuer, inactivity_timeout, pollUrl }: StreamFacts,
): SsfStream {
  const { kinds, requested, description } = stream;
  return {
    stream_id,
    iss: issuer,
    aud: client_id,
    delivery:
      method === "push"
        ? { method: deliveryMethods.push, endpoint_url: url ?? "" }
        : { method: deliveryMethods.poll, endpoint_url: pollUrl(stream_id) },
    events_supported: supportedEvents,
    events_requested: requested,
    events_delivered: kinds,
    min_verification_interval: MIN_VERIFICATION_INTERVAL,
    inactivity_timeout,
    ...(description !== undefined && { description }),
  };
}

type Configuration = Pick<SsfStreamChange, "delivery" | "events_requested" | "description">;

/** The part of a stream that its receiver chooses. */
type Configured = Pick<
  Receiver,
  "method" | "url" | "authorization_header" | "kinds" | "requested" | "description"
>;

/** Reads a whole configuration: what is left out is as in a new stream. */
export function readConfiguration({
  delivery = { method: deliveryMethods.poll },
  events_requested = [],
  description,
}: Configuration): Result<Configured, OAuthError> {
  const { method, endpoint_url: url, authorization_header } = delivery;
  const common = {
    requested: events_requested,
    kinds: supportedEvents.filter((event) => events_requested.includes(event)),
    description,
  };
  if (method === deliveryMethods.poll)
    return ok({ ...common, method: "poll", url: undefined, authorization_header: undefined });
  if (url === undefined)
    return err(invalidRequest("The field delivery.endpoint_url is required for push."));
  return ok({ ...common, method: "push", url, authorization_header });
}

/** §8.1.1.3: a change of some properties of a stream. */
export function readStreamChange(
  change: Configuration,
  present: Receiver,
): Result<Configured, OAuthError> {
  const { requested, description } = present;
  return readConfiguration({
    events_requested: requested,
    ...(description !== undefined && { description }),
    ...change,
    delivery: deliveryAfter(change.delivery, present),
  });
}

/**
 * A receiver may send back what it read, which is without the `authorization_header`: that stays, as long as it is sent to the
 * same URL.
 */
function deliveryAfter(
  change: Configuration["delivery"],
  { method, url, authorization_header }: Receiver,
): NonNullable<Configuration["delivery"]> {
  const header = authorization_header === undefined ? {} : { authorization_header };
  if (change?.endpoint_url !== undefined && change.endpoint_url === url)
    return { ...header, ...change };
  if (change !== undefined) return change;
  if (method !== "push") return { method: deliveryMethods.poll };
  return {
    method: deliveryMethods.push,
    ...(url !== undefined && { endpoint_url: url }),
    ...header,
  };
}

/** §8.1.1.3: properties of the transmitter may be repeated, and must then be what they are. The name of one that is not. */
export function contradictedProperty(
  change: SsfStreamChange,
  present: SsfStream,
): string | undefined {
  const names = [
    "iss",
    "aud",
    "events_supported",
    "events_delivered",
    "min_verification_interval",
    "inactivity_timeout",
  ] as const;
  const { delivery } = change;
  // The URL of a receiver that polls is the server's; that of one that is pushed to, its own.
  const isOtherPollUrl =
    delivery?.method === deliveryMethods.poll &&
    present.delivery.method === deliveryMethods.poll &&
    (delivery.endpoint_url ?? present.delivery.endpoint_url) !== present.delivery.endpoint_url;
  if (isOtherPollUrl) return "delivery.endpoint_url";
  return names.find((name) => {
    const given = name === "aud" ? [change.aud ?? present.aud].flat().join() : change[name];
    return given !== undefined && !isSame(given, present[name]);
  });
}

/** Lists in any order. */
function isSame(given: unknown, present: unknown): boolean {
  if (!Array.isArray(given) || !Array.isArray(present)) return isEqual(given, present);
  return new Set(given).symmetricDifference(new Set(present)).size === 0;
}

/** RFC 9493: the identifiers by which a receiver may add and remove subjects. */
export function readSubject(subject: JsonObject): Result<SubjectIdentifier, OAuthError> {
  const { format, iss, sub, email, user } = subject;
  const areTexts = (...values: unknown[]): boolean =>
    values.every((value) => typeof value === "string" && value !== "" && value.length <= 1_024);
  if (format === "iss_sub" && areTexts(iss, sub)) return ok({ format, iss, sub });
  if (format === "email" && areTexts(email)) return ok({ format, email: canonicalEmail(email) });
  // §8.1.3.1: another member would restrict the subject, for example to one session; a user is added and removed as a whole.
  const isUserAlone =
    format === "complex" && isJsonObject(user) && Object.keys(subject).length === 2;
  if (isUserAlone && user["format"] !== "complex") return readSubject(user);
  return err(
    invalidRequest(
      "The field subject must be a subject identifier of the format iss_sub or email, or complex with one of them as user and nothing else.",
    ),
  );
}

/** What a removed subject is stored and found by. */
export function subjectDigest(subject: SubjectIdentifier): string {
  const { format, iss = "", sub = "", email = "" } = subject;
  return hash("sha256", JSON.stringify([format, iss, sub, email]), "base64url");
}

/** The identifiers by which a receiver may have removed the user of an event. */
export function digestsOfUser(
  { iss, sub }: { readonly iss: string; readonly sub: string },
  email: string | undefined,
): readonly string[] {
  const user: SubjectIdentifier = { format: "iss_sub", iss, sub };
  const emails: SubjectIdentifier[] =
    email === undefined ? [] : [{ format: "email", email: canonicalEmail(email) }];
  return [user, ...emails].map(subjectDigest);
}

function canonicalEmail(email: unknown): string {
  return typeof email === "string" ? email.toLowerCase() : "";
}
