import { text, unset } from "@latchkey/server/feature";

/** What the other server's settings say of what browsers hold. */
export const takeoverSettings = {
  "serve.cookies.names.session": unset(
    text,
    "The name of the session cookie at the Ory Hydra 2.x that was taken over, if it had another than ory_hydra_session. Cookies of this server have fixed names.",
  ),
};
