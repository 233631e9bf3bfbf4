import type { PreviewPage } from "@latchkey/api";

import { signedOutNotice } from "../../pages/logout.ts";
import { approveView } from "../../views/approve-view.ts";
import { connectedAppsView } from "../../views/connected-apps-view.ts";
import { consentView } from "../../views/consent-view.ts";
import { confirmDeviceView, enterCodeView } from "../../views/device-view.ts";
import { html } from "../../views/html.ts";
import { logoutView } from "../../views/logout-view.ts";
import { noticeView } from "../../views/notice-view.ts";
import { accountSamples } from "./account-samples.ts";
import { registrationSamples } from "./registration-samples.ts";
import { client, of, permissionsOf, type Sample, target, USER } from "./sample.ts";
import { signInSamples } from "./sign-in-samples.ts";

/** The pages of the preview, each with what it would show of Alice, who signs in to Photos. */
export const samples: { readonly [Page in PreviewPage]: Sample } = {
  ...signInSamples,
  ...registrationSamples,
  ...accountSamples,
  consent: (messages, frame) =>
    of(
      messages.client_asks(client.name),
      consentView(
        {
          client,
          target,
          user: USER,
          other_account: "#",
          permissions: permissionsOf(messages, frame),
          claims: [],
          details: [],
          details_before: [],
          audience: [],
          is_addition: false,
        },
        messages,
      ),
    ),
  sign_out: (messages) =>
    of(
      messages.own?.sign_out_title ?? messages.sign_out_question,
      logoutView({ target, user: USER, rp_initiated: true, others: [] }, messages),
    ),
  signed_out: (messages) => {
    const notice = signedOutNotice(messages);
    return of(notice.title, noticeView({ notice }));
  },
  device: (messages) =>
    of(
      messages.own?.device_title ?? messages.device.connect,
      enterCodeView({ target, user_code: "" }, messages),
    ),
  confirm_device: (messages) =>
    of(
      messages.device.confirm(client.name),
      confirmDeviceView({ target, user_code: "WDJB-MJHT", client }, messages),
    ),
  approve: (messages, frame) =>
    of(
      messages.approve.client_asks(client.name),
      approveView(
        {
          client,
          target,
          challenge: "",
          user: USER,
          binding_message: "4711",
          permissions: permissionsOf(messages, frame),
          claims: [],
          details: [],
          audience: [],
          is_addition: false,
        },
        messages,
      ),
    ),
  connected_apps: (messages) => {
    const { workspace } = messages;
    const shown = {
      user: USER,
      directory_url: "#",
      workspaces: [
        {
          name: "Wonderland",
          logo_uri: undefined,
          emoji: "🫖",
          is_admin: true,
          connections: [
            {
              name: "Planner",
              logo_uri: undefined,
              emoji: "🗓️",
              bot_id: "sample",
              facts: [workspace.whole_workspace, workspace.shared(3)],
              permissions: [workspace.capability.read_content, workspace.capability.read_comment],
              dormant: false,
              disconnect_url: "#",
            },
          ],
        },
      ],
    };
    return { ...of(workspace.connected_apps, connectedAppsView(shown, messages)), wide: true };
  },
  redirect: ({ redirecting, proceed }) =>
    of(
      redirecting.title,
      html`<h1>${redirecting.title}</h1>
        <p class="quiet">${redirecting.text}</p>
        <p class="actions"><a class="button primary" href="#">${proceed}</a></p>`,
    ),
  error: (messages) =>
    of(
      messages.app_unknown.title,
      noticeView({
        notice: messages.app_unknown,
        help: messages.own?.error_intro,
        details_title: messages.technical_details,
        details: [
          { name: messages.error_code, value: "invalid_client", kind: "mono" },
          {
            name: messages.request_id,
            value: "01987c2e-4f1a-7b6c-9d3e-2a5b8c7d6e4f",
            kind: "mono",
          },
        ],
      }),
    ),
};
