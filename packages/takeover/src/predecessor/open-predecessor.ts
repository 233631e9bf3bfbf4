import type { Predecessor } from "@latchkey/server/feature";
import {
  allSigningAlgorithms,
  keySets,
  MAX_OWN_KEYS_TRIED,
  readCookies,
  verifyJwt,
} from "@latchkey/server/feature/endpoints";
import type { TakeoverContext } from "../context.ts";
import { createPredecessor } from "./create-predecessor.ts";

/** The predecessor of a server, by its settings and its tables. */
export function openPredecessor(context: TakeoverContext): Predecessor {
  const { config, keyring, now_ms, takeover } = context;
  return createPredecessor({
    store: takeover.store,
    secrets: { system: config["secrets.system"], cookie: config["secrets.cookie"] },
    cookie_name: config["serve.cookies.names.session"],
    readCookies,
    async isSignedByUs(jwt) {
      const keys = await keyring.publicKeys([keySets.access_token]);
      const policy = { algorithms: allSigningAlgorithms, max_keys_tried: MAX_OWN_KEYS_TRIED };
      return (await verifyJwt(jwt, keys, policy)).ok;
    },
    now_ms,
  });
}
