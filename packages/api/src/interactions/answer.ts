/** What all apps may answer, and what they get for an answer. */

import * as v from "valibot";
import { errorCode, errorStatus } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { text } from "../values.ts";

const string = v.string();

export const rejectRequest = named(
  "RejectRequest",
  "An app's rejection. The client receives `error` and `error_description`.",
  requestObject({
    error: optional(errorCode, "A code, such as `access_denied`."),
    error_description: optional(text, "What happened, in a sentence."),
    error_hint: optional(text, "Added to the description that the client reads."),
    error_debug: optional(text, "For operators: it is logged and not sent to the client."),
    status_code: optional(
      errorStatus,
      "Accepted for compatibility: the client is notified in a redirect, which has a status of its own.",
    ),
  }),
  { error: "access_denied", error_description: "Alice said no." },
);

export interface RejectRequest extends ValueOf<typeof rejectRequest> {}

export const completedRequest = named(
  "CompletedRequest",
  "Where the app must send the browser next.",
  v.object({ redirect_to: required(string, "Where to send the browser.") }),
);

export interface CompletedRequest extends ValueOf<typeof completedRequest> {}
