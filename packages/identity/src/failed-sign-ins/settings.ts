import { boolean, lifespan, reloadable, setting } from "@latchkey/server/feature";

export const failedSignInSettings = {
  "identity.failed_sign_ins.kept_for": setting(
    lifespan,
    "720h",
    "How long failed sign-ins are kept for operators: which account, from which network, by which method, and why.",
    reloadable,
  ),
  "identity.failed_sign_ins.unknown_names": setting(
    boolean,
    false,
    "Whether the names of failed sign-ins are kept that no account has. Users type their passwords there by mistake.",
    reloadable,
  ),
};
