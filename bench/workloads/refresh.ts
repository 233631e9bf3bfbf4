import { registerPhotos } from "../subjects/latchkey.ts";
import type { Primitives } from "../subjects/lower-bound.ts";
import { loadedByDriver } from "./code-flow.ts";
import type { Workload } from "./workload.ts";

const PATH = "/oauth2/token";

/** MACs of the old and two new tokens; hashes of the secret and the access token; a signed ID token. */
const ROTATION: Primitives = { macs: 3, hashes: 2, updates: 1, signature: "ES256" };

/** Refresh token rotation: each request redeems the token of the one before. */
export const refreshRotation: Workload = {
  name: "refresh",
  title: "refresh token rotation",
  unit: "requests",
  async prepare(environment) {
    const latchkey = await environment.latchkey();
    const onPostgres = await environment.latchkeyOnPostgres();
    const latchkeys = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    for (const one of latchkeys)
      await registerPhotos(one, { id_token_signed_response_alg: "ES256" });

    const baseline = await environment.baseline();
    await baseline.setResponse(PATH, JSON.stringify(typicalResponse));
    const route = { primitives: ROTATION, row_bytes: 300, answer: typicalResponse };
    const lowerBounds = await environment.lowerBound({ routes: { [PATH]: route } });
    const provider = await environment.oidcProvider();
    const form = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: typicalResponse.refresh_token,
    }).toString();
    return [
      loadedByDriver(baseline, { kind: "forms", paths: [PATH], form }),
      ...lowerBounds.map((one) => loadedByDriver(one, { kind: "forms", paths: [PATH], form })),
      loadedByDriver(provider, { kind: "refresh", dialect: "oidc_provider" }),
      ...latchkeys.map((one) => loadedByDriver(one, { kind: "refresh", dialect: "latchkey" })),
    ];
  },
};

/** A response of realistic length, including the ID token. */
const typicalResponse = {
  access_token: `lk_at_${"a".repeat(59)}`,
  expires_in: 86_400,
  id_token: "i".repeat(600),
  refresh_token: `lk_rt_${"r".repeat(59)}`,
  scope: "openid offline_access",
  token_type: "bearer",
};
