/** The pages of a client that users may be shown, and the origins of its scripts. */

import type { ClientField } from "../client-field.ts";
import { isExecutableUri, isOriginPattern } from "../uri.ts";
import { texts, textsWhere, textWhere } from "../values.ts";

export const pageFields = {
  policy_uri: {
    schema: link(),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The URL of its privacy policy.",
    kind: "text",
    flag: { name: "policy-uri" },
    form: { label: "Privacy policy", group: "about" },
  },
  tos_uri: {
    schema: link(),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The URL of its terms of service.",
    kind: "text",
    flag: { name: "tos-uri" },
    form: { label: "Terms of service", group: "about" },
  },
  client_uri: {
    schema: link(),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The URL of its home page.",
    kind: "text",
    flag: { name: "client-uri" },
    form: { label: "Home page", group: "about" },
  },
  logo_uri: {
    schema: link(),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The URL of its logo.",
    kind: "text",
    flag: { name: "logo-uri" },
    form: { label: "Logo", group: "about" },
  },
  contacts: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "How to reach those responsible for it, for example by email.",
    kind: "list",
    flag: { name: "contacts" },
    form: { label: "Contacts", group: "about", hint: "One per line." },
  },
  allowed_cors_origins: {
    schema: textsWhere(
      isOriginPattern,
      "an origin such as https://photos.example or https://*.photos.example, without path or query",
    ),
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description:
      "The origins from which its scripts may call the public listener, in addition to those of its redirect URIs where it has no secret. A `*` stands for one part of a host name.",
    kind: "list",
    flag: { name: "allowed-cors-origins" },
    form: {
      label: "CORS origins",
      group: "general",
      hint: "Origins whose scripts may call the token endpoint, one per line. Those of the redirect URIs need not be listed for a client without a secret.",
    },
  },
} as const satisfies Readonly<Record<string, ClientField>>;

/** A URI that pages may show as a link, and so one that no browser executes. */
function link() {
  return textWhere(
    (uri) => !isExecutableUri(uri),
    "an http or https URL, not a javascript, data or vbscript URI",
  );
}
