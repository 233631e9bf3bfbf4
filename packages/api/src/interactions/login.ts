/** The handoff to the login app. */

import * as v from "valibot";
import { subject } from "../formats.ts";
import { oauth2Client } from "../oauth2-client.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { distinct, flag, jsonValue, seconds, text, texts } from "../values.ts";
import { askedFields, openIDConnectContext } from "./requested.ts";

const string = v.string();
const boolean = v.boolean();

export const loginRequest = named(
  "LoginRequest",
  "What a login app is asked: who is this user?",
  v.object({
    ...askedFields,
    skip: required(boolean, "The browser is remembered: accept as `subject` without asking."),
    subject: required(string, "The remembered user; empty unless `skip`."),
    oidc_context: required(openIDConnectContext, "What the client asked of the page."),
    client: required(oauth2Client, "The client, without its secret."),
    request_url: required(
      string,
      "The authorization request that started this, as the browser sent it.",
    ),
    session_id: required(string, "Becomes the `sid` of ID tokens."),
  }),
);

export interface LoginRequest extends ValueOf<typeof loginRequest> {}

export const acceptLoginRequest = named(
  "AcceptLoginRequest",
  "The login app's acceptance.",
  requestObject({
    subject: required(subject, "Identifies the user who logged in. It must never change."),
    remember: optional(flag, "Whether to remember this browser."),
    remember_for: optional(seconds, "Seconds to remember it; 0 until the browser closes."),
    session_cookie: optional(
      flag,
      "With `remember`: the cookie ends when the browser closes, and after `remember_for` seconds at the latest.",
    ),
    session_id: optional(
      text,
      "Another session of this browser, of this user: the login continues it instead of beginning one, and is as old as it. Without `skip`. If it has ended by then, the client gets `login_required`.",
    ),
    keep_session: optional(
      flag,
      "The session that the browser had stays valid beside the new one, so that a later login can continue it with `session_id`. Otherwise it ends.",
    ),
    extend_session_lifespan: optional(
      flag,
      "With `skip`: the session is remembered anew, for `remember_for` seconds from now. Otherwise its end stays.",
    ),
    acr: optional(text, "The authentication level of the login."),
    amr: optional(distinct(texts), "How the user authenticated: RFC 8176."),
    force_subject_identifier: optional(
      subject,
      "The `sub` that the client gets, in place of the computed pairwise identifier.",
    ),
    context: optional(jsonValue, "Passed on to the consent app: any JSON, of at most 64 KiB."),
  }),
  { subject: "alice", remember: true, remember_for: 3600 },
);

export interface AcceptLoginRequest extends ValueOf<typeof acceptLoginRequest> {}
