import { registerPhotos } from "../subjects/latchkey.ts";
import { loadedByDriver } from "./code-flow.ts";
import type { Workload } from "./workload.ts";

const PATH = "/oauth2/token";
const FORM = "grant_type=client_credentials&scope=photos.read+photos.write";

/** As `client_credentials`, with a DPoP proof for each request: its signature is verified and its `jti` stored. */
export const boundToken: Workload = {
  name: "dpop_token",
  title: "token, client_credentials with a DPoP proof",
  unit: "requests",
  async prepare(environment) {
    const latchkey = await environment.latchkey();
    const onPostgres = await environment.latchkeyOnPostgres();
    const latchkeys = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    for (const one of latchkeys) await registerPhotos(one, { dpop_bound_access_tokens: true });

    const baseline = await environment.baseline();
    await baseline.setResponse(PATH, JSON.stringify(typicalResponse));
    return [baseline, ...latchkeys].map((one) =>
      loadedByDriver(one, { kind: "dpop_token", path: PATH, form: FORM }),
    );
  },
};

/** A response of realistic length. */
const typicalResponse = {
  access_token: `lk_at_${"a".repeat(59)}`,
  expires_in: 86_400,
  scope: "photos.read photos.write",
  token_type: "DPoP",
};
