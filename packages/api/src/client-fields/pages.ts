/** The pages of a client that users may be shown, and the origins of its scripts. */

import type { ClientField } from "../client-field.ts";
import { isOriginPattern, isWebUri } from "../uri.ts";
import { texts, textsWhere, textWhere } from "../values.ts";

export const pageFields = {
  policy_uri: link("policy-uri", "Privacy policy", "The URL of its privacy policy."),
  tos_uri: link("tos-uri", "Terms of service", "The URL of its terms of service."),
  client_uri: link("client-uri", "Home page", "The URL of its home page."),
  logo_uri: link("logo-uri", "Logo", "The URL of its logo."),
  contacts: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.2.0",
    description: "How to reach those responsible for it, for example by email.",
    kind: "list",
    flag: { name: "contacts" },
    form: { label: "Contacts", hint: "One per line." },
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
    since: "0.2.0",
    description:
      "The origins from which its scripts may call the public listener, in addition to those of its redirect URIs where it has no secret. A `*` stands for one part of a host name.",
    kind: "list",
    flag: { name: "allowed-cors-origins" },
    form: {
      label: "CORS origins",
      hint: "Origins whose scripts may call the token endpoint, one per line. Those of the redirect URIs need not be listed for a client without a secret.",
    },
  },
} as const satisfies Readonly<Record<string, ClientField>>;

/** A URL that pages may show as a link. A relative one would lead to this server. */
function link<const Flag extends string>(flag: Flag, label: string, description: string) {
  return {
    schema: textWhere((uri) => uri === "" || isWebUri(uri), "an http or https URL"),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.2.0",
    description,
    kind: "text",
    flag: { name: flag },
    form: { label },
  } as const;
}
