/** What software a client is: RFC 7591 §2, OpenID Connect Dynamic Client Registration §2. */

import type { ClientField } from "../client-field.ts";
import { isHttpsUri } from "../uri.ts";
import { openOneOf, shortText, textWhere } from "../values.ts";

export const softwareFields = {
  application_type: {
    schema: openOneOf(["web", "native"]),
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether it runs on a web server, `web`, or on the device of its user, `native`: OpenID Connect Dynamic Client Registration §2.",
    kind: "choice",
    flag: { name: "application-type" },
    form: {
      label: "Application type",
      options: [
        { value: "web", hint: "It runs on a web server or in a browser." },
        { value: "native", hint: "It runs on the device of its user." },
      ],
    },
  },
  initiate_login_uri: {
    schema: textWhere(isHttpsUri, "an https URL"), // OpenID Registration §2
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The URL at which others can have it start a sign-in: OpenID Connect Core §4. For portals that link to apps.",
    kind: "text",
    flag: { name: "initiate-login-uri" },
    form: { label: "Initiate login URI" },
  },
  software_id: {
    schema: shortText,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "Identifies the software, the same for all its installations: RFC 7591 §2.",
    kind: "text",
    flag: { name: "software-id" },
  },
  software_version: {
    schema: shortText,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The version of the software: RFC 7591 §2.",
    kind: "text",
    flag: { name: "software-version" },
  },
} as const satisfies Readonly<Record<string, ClientField>>;
