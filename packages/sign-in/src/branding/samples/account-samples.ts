import type { Messages } from "../../messages/messages-type.ts";
import {
  dataView,
  deleteAccountView,
  historyView,
  profileView,
} from "../../views/account-activity-view.ts";
import { passwordView } from "../../views/account-password-view.ts";
import { accountView } from "../../views/account-view.ts";
import { appsView, sessionsView } from "../../views/access-view.ts";
import { factorsView, passkeysView, setUpAppView } from "../../views/factors-view.ts";
import type { SafeHtml } from "../../views/html.ts";
import type { Frame } from "../../views/layout.ts";
import { emailView } from "../../mail/mail-views.ts";
import {
  client,
  EMAIL,
  of,
  passkeyOptions,
  proposal,
  type Sample,
  sampleDay,
  target,
  USER,
} from "./sample.ts";

/** The account page and its steps. */
export const accountSamples = {
  account: (messages, frame) => {
    const { account, own } = messages;
    const shown = {
      user: USER,
      sign_out_url: "#",
      switch_url: "#",
      outcome: account.app_added,
      sections: sectionsOf(messages, frame),
    };
    return { ...of(own?.account_title ?? account.title, accountView(shown, messages)), wide: true };
  },
  authenticator_app: (messages) =>
    of(
      messages.account.authenticator_app,
      setUpAppView({ target, proposal, state: "", problem: undefined }, messages),
    ),
  delete_account: (messages) => {
    const { ends, delete_account } = messages.activity;
    const list = [ends.sign_in, ends.sessions(2), ends.apps(1), ends.data];
    const shown = { target, username: "alice", ends: list, problem: undefined };
    return of(delete_account, deleteAccountView(shown, messages));
  },
} as const satisfies Readonly<Record<string, Sample>>;

function sectionsOf(
  messages: Messages,
  frame: Frame,
): readonly (readonly [id: string, content: SafeHtml])[] {
  const { account, activity } = messages;
  const date = sampleDay(frame);
  const browser = account.device("Firefox", "Windows");
  const phone = account.device("Safari", "iOS");
  const facts = [account.since(date), account.last_used(date)];
  const session = { sid: "", fact: account.signed_in_at(date) };
  const event = (sentence: string, more: readonly string[]) => ({
    sentence,
    name: undefined,
    facts: [date, browser, ...more],
  });
  return [
    [
      "profile",
      profileView(
        {
          target,
          rows: [
            { name: account.username, value: "alice" },
            { name: account.name, value: USER },
          ],
          fields: [],
          problem: undefined,
        },
        messages,
      ),
    ],
    [
      "email",
      emailView({ target, address: EMAIL, is_verified: true, problem: undefined }, messages),
    ],
    [
      "passkeys",
      passkeysView(
        {
          target,
          passkeys: [{ factor_id: "", name: "iPhone", facts }],
          options: passkeyOptions,
          problem: undefined,
          suggested_name: "Windows",
        },
        messages,
      ),
    ],
    [
      "password",
      passwordView({ target, username: "alice", problem: undefined, has_password: true }, messages),
    ],
    [
      "factors",
      factorsView(
        { target, app: { factor_id: "", facts }, codes_left: 8, set_up_url: "#" },
        messages,
      ),
    ],
    [
      "sessions",
      sessionsView(
        {
          target,
          sessions: [
            { ...session, device: browser, is_this: true },
            { ...session, device: phone, is_this: false },
          ],
        },
        messages,
      ),
    ],
    [
      "apps",
      appsView(
        {
          target,
          apps: [
            {
              ...client,
              badge: undefined,
              facts: [account.since(date)],
              disconnect: { client_id: "" },
              permissions: [messages.scope.profile, messages.scope.email],
            },
          ],
          workspaces_url: undefined,
        },
        messages,
      ),
    ],
    [
      "history",
      historyView(
        {
          events: [
            event(activity.event.signed_in, [activity.method.passkey]),
            event(activity.sign_in_failed(2), [activity.method.password]),
          ],
          at_first: 5,
        },
        messages,
      ),
    ],
    ["data", dataView({ target, delete_url: "#" }, messages)],
  ];
}
