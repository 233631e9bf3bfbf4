/** What is stored with a client. */

import type { ClientField } from "../client-field.ts";
import { flag, jsonValue, timestamp } from "../values.ts";

export const recordFields = {
  metadata: {
    schema: jsonValue,
    default: {},
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "always",
    since: "0.2.0",
    description: "Anything else to store with it: any JSON, of at most 64 KiB.",
    kind: "json",
    flag: { name: "metadata" },
  },
  client_id_metadata_document: {
    schema: flag,
    default: false,
    set_by: "server",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether the client is described by the document at its `client_id`, a URL, and not by this API: it can be deleted here, and not be changed.",
    kind: "boolean",
  },
  self_registered: {
    schema: flag,
    default: false,
    set_by: "server",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether it registered itself: then no administrator has checked its name, logo and URLs.",
    kind: "boolean",
  },
  created_at: {
    schema: timestamp,
    set_by: "server",
    registrant: "reads",
    visible_to: "login_apps",
    shown: "always",
    since: "0.2.0",
    description: "When it was created, in RFC 3339.",
    kind: "text",
  },
  updated_at: {
    schema: timestamp,
    set_by: "server",
    registrant: "reads",
    visible_to: "login_apps",
    shown: "always",
    since: "0.2.0",
    description: "When it was last changed, in RFC 3339.",
    kind: "text",
  },
} as const satisfies Readonly<Record<string, ClientField>>;
