import { lifespanOrNever } from "../duration.ts";
import { boolean, integer, list, oneOf, text } from "../kinds.ts";
import { setting } from "../setting.ts";

/** The workspace API. Its limits are in limits.ts. */
export const workspaceSettings = {
  "workspace.service_versions": setting(
    list(text),
    [
      "2021-05-11",
      "2021-05-13",
      "2021-08-16",
      "2022-02-22",
      "2022-06-28",
      "2025-09-03",
      "2026-03-11",
    ],
    "Supported values of the Service-Version header.",
  ),
  "workspace.version_header_aliases": setting(
    list(text),
    [],
    "Other headers for the version, for clients that cannot send Service-Version.",
  ),
  "workspace.accept_form_bodies": setting(
    boolean,
    true,
    "Whether form bodies are accepted beside JSON, as OAuth clients send them.",
  ),
  "workspace.error_envelope": setting(
    oneOf(["oauth", "standard"]),
    "oauth",
    "The format of OAuth errors: error and error_description, or code and message.",
  ),
  "workspace.replay_window": setting(
    integer(0, 3_600),
    10,
    "Seconds in which a second use of a code or refresh token counts as a duplicate request and not as theft.",
  ),
  "workspace.repeat_refresh": setting(
    boolean,
    false,
    "Whether a refresh token that is presented again within workspace.replay_window gets the same tokens again, for integrations whose response was lost. Otherwise it is rejected.",
  ),
  "workspace.ttl.access_token": setting(
    lifespanOrNever,
    -1,
    "How long an access token of the workspace API is valid.",
  ),
  "workspace.ttl.refresh_token": setting(
    lifespanOrNever,
    -1,
    "How long a refresh token of the workspace API is valid without use.",
  ),
};
