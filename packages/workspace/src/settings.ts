import {
  boolean,
  integer,
  lifespanOrNever,
  list,
  oneOf,
  port,
  setting,
  text,
  unset,
  url,
  reloadable,
} from "@latchkey/server/feature";

export const workspaceSettings = {
  "serve.workspace.port": unset(
    port,
    "A separate port for the workspace API, on the host of the public listener. When left out, the public listener serves it.",
  ),
  "urls.workspace_consent": unset(
    url,
    "The page that asks users which workspace to install an integration into.",
  ),
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
    reloadable,
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
    reloadable,
  ),
  "workspace.ttl.refresh_token": setting(
    lifespanOrNever,
    -1,
    "How long a refresh token of the workspace API is valid without use.",
    reloadable,
  ),
  "limits.workspace.body_bytes": setting(
    integer(1_024, 67_108_864),
    65_536,
    "The maximum size of a request body in the workspace API.",
    reloadable,
  ),
  "workspace.rate_limit.requests": setting(
    integer(1, 1_000_000),
    180,
    "Requests of one integration in a minute.",
    reloadable,
  ),
  "workspace.rate_limit.failed_authentications": setting(
    integer(1, 1_000_000),
    20,
    "Failed authentications of one client from one address in a minute. Requests with the correct secret are not counted and not refused.",
    reloadable,
  ),
  "workspace.rate_limit.per_address": setting(
    integer(1, 1_000_000),
    1_200,
    "Requests from one address in a minute that do not authenticate, whichever client they name.",
    reloadable,
  ),
};
