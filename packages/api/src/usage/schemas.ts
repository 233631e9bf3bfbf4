/** What a change would refuse of what clients requested before. */

import * as v from "valibot";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { flag, integer, jsonObject, list, listOf, oneOf, shortText } from "../values.ts";

const string = v.string();

const CHANGES = "a list of at most 1000 changes";

const registrationChange = requestObject({
  kind: required(oneOf(["client", "api", "trusted_issuer", "details_type"]), "What changes."),
  id: required(
    shortText,
    "The `client_id` of the client, the `identifier` of the API, the `id` of the trusted issuer, or the `type` of authorization details. One that does not exist would be created.",
  ),
  after: optional(
    jsonObject,
    "What it would be, as its create and update take it. Left out where it would be deleted.",
  ),
});

export const impactRequest = named(
  "ImpactRequest",
  "Changes that are not made.",
  requestObject({
    changes: required(listOf(registrationChange, CHANGES), "All of them together."),
  }),
  { changes: [{ kind: "client", id: "photos", after: { scope: "openid photos.read" } }] },
);

export interface ImpactRequest extends ValueOf<typeof impactRequest> {}

const refusal = v.object({
  field: required(
    string,
    "What would refuse them: a field of the client or API, `client_id` where the client would be deleted, `trusted_issuer`, `trusted_issuer.scope` or `details_type`.",
  ),
  value: required(string, "The scope, redirect URI, grant type or other value that they use."),
  requests: required(integer, "How many."),
});

const impactOnClient = named(
  "ImpactOnClient",
  "What the changes would refuse of one client's requests.",
  v.object({
    client_id: required(string, "The client."),
    client_name: required(string, "Its name."),
    requests: required(integer, "The requests that are counted."),
    refused: required(integer, "How many of them would have been refused."),
    refusals: required(list(refusal), "Why, the most first. Each request is counted once."),
    unknown: required(
      integer,
      "Requests of which it is not known: they were too different from each other to be counted one by one, or depend on what is not counted, such as the claims of a JWT.",
    ),
  }),
);

export interface ImpactOnClient extends ValueOf<typeof impactOnClient> {}

export const impact = named(
  "Impact",
  "What changes would have refused of the requests that the server counted.",
  v.object({
    since: required(
      v.pipe(string, v.metadata({ format: "date-time" })),
      "The earliest that requests are counted from, in RFC 3339.",
    ),
    refused: required(integer, "How many requests would have been refused."),
    clients: required(
      list(impactOnClient),
      "The clients that would be refused any, or whose requests are not all known.",
    ),
    complete: required(
      flag,
      "Whether all counted requests were considered: false where there are too many.",
    ),
  }),
);

export interface Impact extends ValueOf<typeof impact> {}
