import * as v from "valibot";
import { named, optional, required, type ValueOf } from "./objects.ts";
import { integer, list } from "./values.ts";

const settingChange = named(
  "SettingChange",
  "A setting that has another value now. Secrets are masked, long values cut.",
  v.object({
    setting: required(v.string(), "Its name."),
    old: optional(
      v.string(),
      "Its value before, as in a settings file; absent where it was not set.",
    ),
    new: optional(v.string(), "Its value now; absent where it is not set any more."),
  }),
);

export const settingsReload = named(
  "SettingsReload",
  "What changed when a server read its settings again.",
  v.object({
    changed: required(
      list(settingChange),
      "The settings that are others now, for all requests from now on.",
    ),
    changed_files: required(
      list(v.string()),
      "Settings that name the same file as before, whose new content is used now.",
    ),
    needs_restart: required(
      list(v.string()),
      "Settings that were changed since the server started, and that it takes when it is started again.",
    ),
    processes: required(integer, "How many processes of the server have the settings now."),
  }),
);

/** What changed when a server read its settings again. */
export interface SettingsReload extends ValueOf<typeof settingsReload> {}
