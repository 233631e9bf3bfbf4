import type { Capability } from "@latchkey/api";

import type { Notice } from "./notice.ts";

/** The texts of the workspace pages. They call an integration an app. */
export interface WorkspaceMessages {
  readonly integration_asks: (integration: string) => string;
  readonly which_workspace: string;
  readonly workspace_missing: string;
  readonly in_workspace: (workspace: string) => string;
  readonly known_as: (name: string) => string;
  readonly whole_workspace_explained: string;
  /** Completes the sentences `app_may_if_allowed`, `app_may` and `app_can_no_longer`. */
  readonly capability: { readonly [Name in Capability]: string };
  readonly no_capability: string;
  readonly share_what: string;
  readonly only_selected_is_shared: string;
  readonly nothing_to_share: string;
  readonly duplicate_template: (title: string) => string;
  readonly no_workspace: (integration: string) => Notice;
  /** Shown for a workspace without a name. */
  readonly unnamed: string;

  readonly connected_apps: string;
  readonly connected_apps_explained: string;
  readonly sign_in_first: Notice;
  readonly no_membership: Notice;
  readonly no_app_connected: string;
  readonly no_app_of_yours: string;
  readonly admin_sees_all: string;
  readonly since: (day: string) => string;
  readonly whole_workspace: string;
  readonly connected_by: (name: string) => string;
  readonly shared: (count: number) => string;
  readonly nothing_shared: string;
  readonly dormant: string;
  readonly app_may: string;
  readonly disconnect: string;

  readonly disconnect_question: (integration: string, workspace: string) => string;
  readonly app_can_no_longer: string;
  readonly app_loses_access_to: string;
  readonly copies_stay: string;
  readonly keep_connected: string;
  readonly disconnected: (integration: string) => Notice;
  readonly not_connected: Notice;
  readonly back_to_list: string;

  readonly directory: string;
  readonly directory_explained: string;
  readonly sign_in_first_for_directory: Notice;
  readonly not_an_administrator: Notice;
  readonly directory_empty: string;
  readonly whole_workspace_possible: string;
  readonly connected: string;
  readonly connect: string;
  readonly connect_in_app: string;
}
