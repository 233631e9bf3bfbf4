/** What the flow inspector shows. */

import * as v from "valibot";
import { named, optional, required, type ValueOf } from "../objects.ts";
import { integer, list, oneOf, timestamp } from "../values.ts";

const string = v.string();

/** The outcomes of a flow. One that was left unfinished until it expired is `abandoned`. */
export const flowOutcomes = ["under_way", "granted", "refused", "failed", "abandoned"] as const;

const flowOutcome = named("FlowOutcome", "The outcome of a flow.", oneOf(flowOutcomes));

/** The outcome of a flow. */
export type FlowOutcome = ValueOf<typeof flowOutcome>;

const flowKind = named(
  "FlowKind",
  "What a flow is about. A `token` is a token request of a client for itself that failed; those that succeed are not recorded. A `registration` is a client that registers or updates itself.",
  oneOf(["authorization", "workspace", "logout", "token", "registration"]),
);

/** What a flow is about. */
export type FlowKind = ValueOf<typeof flowKind>;

const summaryFields = {
  flow_id: required(string, "Identifies the flow."),
  kind: required(flowKind, "What it is about."),
  client_id: optional(string, "The client, as far as it is known."),
  client_name: optional(string, "The name of the client."),
  subject: optional(string, "The user who logged in or out, once known."),
  started_at: required(timestamp, "When it began: RFC 3339, with milliseconds."),
  updated_at: required(timestamp, "When its last step was: RFC 3339, with milliseconds."),
  outcome: required(flowOutcome, "Its outcome."),
  headline: required(string, "One sentence: its state, or why it failed."),
  fix: optional(string, "One sentence, for a flow that failed: what to do about it."),
};

const flowSummary = named(
  "FlowSummary",
  "One authorization, logout or failed token request, in a line.",
  v.object(summaryFields),
);

export interface FlowSummary extends ValueOf<typeof flowSummary> {}

const flowStep = named(
  "FlowStep",
  "One request of a flow: what was received, which rule decided what, and the response. Secrets are masked.",
  v.object({
    at: required(timestamp, "When it happened: RFC 3339, with milliseconds."),
    request_id: required(string, "The id that the response, its error page and the log hold."),
    name: required(
      string,
      "For example `authorize`, `login_accepted`, `code_redeemed`, `refreshed`.",
    ),
    request: required(
      v.object({
        method: required(string, "The method of the request."),
        path: required(string, "The path of the request."),
        address: optional(
          string,
          "The address that the request came from; absent for steps of older versions and of the built-in pages.",
        ),
        parameters: required(v.record(string, string), "The parameters by name, secrets masked."),
      }),
      "The request.",
    ),
    decided: required(
      v.object({
        rule: required(string, "Its name in the code, for example `code_verifier_mismatch`."),
        because: required(string, "Why, in a sentence."),
        reference: optional(
          string,
          "Where the rule is specified, for example `RFC 6749 §4.1.2.1`.",
        ),
      }),
      "The rule that decided.",
    ),
    response: required(
      v.object({
        status: required(integer, "The status of the response."),
        error: optional(string, "The error code, if it was an error."),
        error_description: optional(string, "What went wrong, as the client or the user read it."),
        redirect_to: optional(string, "Where the browser was sent, secrets masked."),
        summary: required(string, "The response in a few words."),
      }),
      "The response.",
    ),
    line: required(string, "Request → decision."),
  }),
);

export interface FlowStep extends ValueOf<typeof flowStep> {}

export const flow = named(
  "Flow",
  "One authorization, logout or failed token request with its steps, the earliest first.",
  v.object({
    ...summaryFields,
    steps: required(list(flowStep), "What happened, the earliest first."),
  }),
);

export interface Flow extends ValueOf<typeof flow> {}

/** Which flows to list. */
export const flowFilter = {
  client_id: optional(string, "Only those of one client."),
  subject: optional(string, "Only those of one user."),
  challenge: optional(string, "A challenge, verifier, code or token of the flow."),
  request_id: optional(string, "Of any of its steps."),
  outcome: optional(flowOutcome, "Only those with this outcome."),
  after: optional(string, "The cursor of an earlier response: then only what changed since."),
  limit: optional(integer, "100 by default, 500 at most."),
};

export interface FlowFilter extends ValueOf<v.ObjectSchema<typeof flowFilter, undefined>> {}

export const flowList = named(
  "FlowList",
  "Flows, the newest first.",
  v.object({
    flows: required(list(flowSummary), "The newest first."),
    cursor: required(string, "What to send next, as `after`."),
  }),
);

export interface FlowList extends ValueOf<typeof flowList> {}
