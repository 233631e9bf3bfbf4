/** RFC 9126: authorization requests that clients push, and the references to them. */

import type { Client } from "../client.ts";
import { entriesOf, type FormFields } from "../form-fields.ts";
import { defineRejections, type RejectionOf } from "../rejection.ts";
import { err, ok, type Result } from "../../result.ts";

/** A pushed request as it is stored. */
export interface PushedRequest {
  /** 16 bytes in base64url. */
  readonly request_id: string;
  readonly client_id: string;
  /** Distinguishes the client from a later one with the same id. */
  readonly client_key: number;
  /** The parameters, including those of its request object, encoded as a query. */
  readonly parameters: string;
  /** Whether they were in a signed request object. */
  readonly signed: boolean;
  /** Until when a flow can begin with it. Unix seconds. It is stored longer, so that only one of these flows is completed. */
  readonly valid_until: number;
}

/** Why a pushed request, or a reference to one, is rejected. */
export type PushedRequestRejection = RejectionOf<typeof pushedRequestRejections>;

const PREFIX = "urn:ietf:params:oauth:request_uri:"; // §2.2

/** The `request_uri` of a pushed request. */
export function writeRequestUri(handle: string): string {
  return PREFIX + handle;
}

/** The handle in a `request_uri`; undefined when it is not that of a pushed request. */
export function handleOf(request_uri: string | undefined): string | undefined {
  return request_uri?.startsWith(PREFIX) === true ? request_uri.slice(PREFIX.length) : undefined;
}

/** §5, §6: whether a client must push its authorization requests. */
export function mustPush(client: Client, required_of_all: boolean): boolean {
  return required_of_all || client.require_pushed_authorization_requests;
}

/** §2.1: the authorization request in a form, without the credentials. Its client is the one that authenticated. */
export function readPushedParameters(
  form: FormFields,
  { client_id }: Client,
): Result<FormFields, PushedRequestRejection> {
  if (form.get("request_uri") !== undefined)
    return err({ reason: "pushed_request_request_uri_sent" });
  const isKept = (name: string): boolean => !CREDENTIALS.has(name);
  const { names, repeated } = form;
  return ok({
    get: (name) => (name === "client_id" ? client_id : isKept(name) ? form.get(name) : undefined),
    getAll: (name) => (name === "client_id" ? [client_id] : isKept(name) ? form.getAll(name) : []),
    repeated: repeated.filter(isKept),
    names: ["client_id", ...names.filter((name) => name !== "client_id" && isKept(name))],
  });
}

const CREDENTIALS: ReadonlySet<string> = new Set([
  "client_secret",
  "client_assertion",
  "client_assertion_type",
]);

/**
 * The parameters as they are stored, of at most `max_length` characters. RFC 9449 §10.1: the key of a DPoP proof that came with them
 * is stored as `dpop_jkt`.
 */
export function writePushedParameters(
  params: FormFields,
  dpop_jkt: string | undefined,
  max_length: number,
): Result<string, PushedRequestRejection> {
  const query = new URLSearchParams(entriesOf(params).map(([name, value]) => [name, value]));
  if (dpop_jkt !== undefined) query.set("dpop_jkt", dpop_jkt);
  const text = query.toString();
  return text.length > max_length
    ? err({ reason: "pushed_request_too_large", max_length })
    : ok(text);
}

/** §4: whether this client can begin a flow with a pushed request now. Undefined when it is unknown, or used. */
export function checkPushedRequest(
  pushed: PushedRequest | undefined,
  client: Client,
  now: number,
): Result<PushedRequest, PushedRequestRejection> {
  if (pushed === undefined) return err({ reason: "pushed_request_unknown" });
  if (pushed.client_id !== client.client_id || pushed.client_key !== client.client_key) {
    return err({ reason: "pushed_request_of_another_client" });
  }
  return now < pushed.valid_until ? ok(pushed) : err({ reason: "pushed_request_expired" });
}

const URI_UNKNOWN =
  "The request_uri is unknown, was used before, or belongs to another client. Go back to the app and start again.";

/** §2.3, §4. They quote nothing of the request, since they may be shown on a page. */
export const pushedRequestRejections = defineRejections("invalid_request", {
  pushed_request_request_uri_sent: {
    description: "A pushed request must not contain a request_uri.",
    reference: "RFC 9126 §2.1",
    fix: "Push the parameters themselves, or a request object as request.",
  },
  pushed_request_too_large: {
    error: "request_too_large",
    description: ({ max_length }: { max_length: number }) =>
      `The parameters are longer than the ${max_length} characters that limits.request.authorization_length allows.`,
    reference: "RFC 9126 §2.3",
    fix: "Send fewer parameters, or raise limits.request.authorization_length.",
  },
  pushed_request_required: {
    description:
      "The client must push its authorization requests. Send them to /oauth2/par, and the request_uri of the response here.",
    reference: "RFC 9126 §5",
    fix: "Push the request to /oauth2/par, or change require_pushed_authorization_requests of the client or the setting of this name.",
  },
  pushed_request_given_twice: { description: "Send either request or request_uri, not both." },
  pushed_request_unknown: {
    error: "invalid_request_uri",
    description: URI_UNKNOWN,
    because:
      "This server has no pushed request with this request_uri: it was used before, it has expired, or it was never issued.",
    reference: "RFC 9126 §4",
    fix: "Push a new request for each authorization.",
  },
  pushed_request_of_another_client: {
    error: "invalid_request_uri",
    description: URI_UNKNOWN,
    because: "The request was pushed by another client than the one of the client_id.",
    reference: "RFC 9126 §4",
    fix: "Send the client_id of the client that pushed the request.",
  },
  pushed_request_expired: {
    error: "invalid_request_uri",
    description: "The request_uri has expired. Go back to the app and start again.",
    reference: "RFC 9126 §2.2",
    fix: "Redirect the browser immediately after the push. The lifetime is ttl.pushed_authorization_request.",
  },
});
