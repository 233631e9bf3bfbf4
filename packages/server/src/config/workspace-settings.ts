import { lifespanOrNever } from "./duration.ts";
import { boolean, integer, list, oneOf, text } from "./kinds.ts";
import { setting } from "./setting.ts";

/** The workspace API: what integrations may say. How much and how often is among the limits. */
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
    "Values of the Service-Version header that are understood.",
  ),
  "workspace.version_header_aliases": setting(
    list(text),
    [],
    "Other headers that may carry the version, for clients that cannot send Service-Version.",
  ),
  "workspace.accept_form_bodies": setting(
    boolean,
    true,
    "Whether a form is understood beside JSON, as OAuth clients send it.",
  ),
  "workspace.error_envelope": setting(
    oneOf(["oauth", "standard"]),
    "oauth",
    "The shape of OAuth errors: error and error_description, or code and message.",
  ),
  "workspace.replay_window": setting(
    integer(0, 3_600),
    10,
    "Seconds in which a code or refresh token that comes twice is taken for a double click and not for theft.",
  ),
  "workspace.ttl.access_token": setting(
    lifespanOrNever,
    -1,
    "How long an access token of the workspace API is good for.",
  ),
  "workspace.ttl.refresh_token": setting(
    lifespanOrNever,
    -1,
    "How long a refresh token of the workspace API may lie unused.",
  ),
};
