import type { Capability } from "@latchkey/api";

import type { Notice } from "./notice.ts";

/** What the workspace pages say. To people, an integration is an app. */
export interface WorkspacePhrases {
  readonly integration_asks: (integration: string) => string;
  readonly which_workspace: string;
  readonly workspace_missing: string;
  readonly in_workspace: (workspace: string) => string;
  readonly known_as: (name: string) => string;
  readonly for_everybody_explained: string;
  /** The ends of a sentence that begins with `it_may`, `app_may` or `it_can_no_longer`. */
  readonly capability: { readonly [Name in Capability]: string };
  readonly no_capability: string;
  readonly share_what: string;
  readonly nothing_unless_ticked: string;
  readonly nothing_to_share: string;
  readonly duplicate_template: (title: string) => string;
  readonly no_workspace: (integration: string) => Notice;
  /** In place of a workspace's name. */
  readonly unnamed: string;

  readonly connected_apps: string;
  readonly connected_apps_explained: string;
  readonly sign_in_first: Notice;
  readonly no_membership: Notice;
  readonly nothing_connected: string;
  readonly nothing_of_yours: string;
  readonly seen_as_admin: string;
  readonly since: (day: string) => string;
  readonly for_everybody: string;
  readonly connected_by: (name: string) => string;
  readonly shared: (count: number) => string;
  readonly nothing_shared: string;
  readonly dormant: string;
  readonly app_may: string;
  readonly disconnect: string;

  readonly disconnect_question: (integration: string, workspace: string) => string;
  readonly it_can_no_longer: string;
  readonly it_loses: string;
  readonly what_stays: string;
  readonly keep_connected: string;
  readonly disconnected: (integration: string) => Notice;
  readonly not_connected: Notice;
  readonly back_to_list: string;
}
