import { backchannelOperations, backchannelPages } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";
import { asksUsers, backchannelSettings, checkSecrets } from "./settings.ts";

/** Users who are not at the browser of the client: OpenID CIBA. */
export const backchannel = defineFeature({
  name: "backchannel",
  operations: backchannelOperations,
  pages: backchannelPages,
  settings: backchannelSettings,
  check: checkSecrets,
  isOffered: asksUsers,
  load: async () => (await import("./code.ts")).code,
});
