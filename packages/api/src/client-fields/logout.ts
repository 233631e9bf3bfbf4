/** Where a client is notified of a logout, and where users go after it. */

import type { ClientField } from "../client-field.ts";
import { webUri } from "../formats.ts";
import { flag, oneOf, texts } from "../values.ts";

export const frontchannelLogoutFields = {
  logout_ends_tokens: {
    schema: oneOf(["none", "online", "all"]),
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Which of its tokens end when the user signs out of the login session in which they were granted: `none`, those without offline access (`online`), or `all`; the server's setting `oidc.logout_ends_tokens` when left out.",
    kind: "choice",
    flag: { name: "logout-ends-tokens" },
    form: { label: "Signing out ends tokens" },
  },
  post_logout_redirect_uris: {
    schema: texts, // Compared with the redirect URIs, which this field cannot see.
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "Where browsers may be sent after logout.",
    kind: "list",
    flag: { name: "post-logout-callbacks" },
    form: {
      label: "Post-logout redirect URIs",
      hint: "Where users may be redirected after signing out, one per line.",
    },
  },
  frontchannel_logout_uri: {
    schema: webUri,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The URL that the browser loads in a frame at logout.",
    kind: "text",
    flag: { name: "frontchannel-logout-uri" },
    form: { label: "Front-channel logout URI" },
  },
  frontchannel_logout_session_required: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "Whether `iss` and `sid` are added to the front-channel logout URI.",
    kind: "boolean",
    flag: { name: "frontchannel-logout-session-required" },
    form: { label: "Front-channel logout names the session" },
  },
} as const satisfies Readonly<Record<string, ClientField>>;

export const backchannelLogoutFields = {
  backchannel_logout_uri: {
    schema: webUri,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The URL to which the server posts a logout token.",
    kind: "text",
    flag: { name: "backchannel-logout-uri" },
    form: { label: "Back-channel logout URI" },
  },
  backchannel_logout_session_required: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "Whether logout tokens must hold the `sid`.",
    kind: "boolean",
    flag: { name: "backchannel-logout-session-required" },
    form: { label: "Back-channel logout names the session" },
  },
} as const satisfies Readonly<Record<string, ClientField>>;
