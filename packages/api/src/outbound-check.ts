/** Whether the server sends requests to URLs. */

import * as v from "valibot";
import { named, optional, requestObject, required, type ValueOf } from "./objects.ts";
import { flag, list, listOf, shortText } from "./values.ts";

const string = v.string();

const checkedUrl = requestObject({
  url: required(shortText, "The URL."),
  self_registered: optional(
    flag,
    "Whether it is that of a client which registered itself: `outbound.allow` is not for those.",
  ),
});

export const outboundCheckRequest = named(
  "OutboundCheckRequest",
  "URLs to which the server would send requests, such as the `jwks_uri` of a client.",
  requestObject({
    destinations: required(listOf(checkedUrl, "a list of at most 1000 URLs"), "The URLs."),
  }),
  { destinations: [{ url: "http://keys.internal/jwks.json" }] },
);

const refusedUrl = v.object({
  url: required(string, "The URL."),
  reason: required(string, "Why requests to it would fail now, and what would help."),
  allow: required(
    list(string),
    "The entries of `outbound.allow` with which they would be sent; empty where none helps.",
  ),
});

export const outboundCheck = named(
  "OutboundCheck",
  "The URLs to which requests would fail.",
  v.object({
    refused: required(list(refusedUrl), "In the order of the request."),
    setting: optional(
      string,
      "The line of the settings that would help: the entries that are there, and those that are missing.",
    ),
  }),
);

export interface OutboundCheck extends ValueOf<typeof outboundCheck> {}
