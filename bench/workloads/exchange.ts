import { registerPhotos } from "../subjects/latchkey.ts";
import { loadedByDriver } from "./code-flow.ts";
import type { Workload } from "./workload.ts";

const PATH = "/oauth2/token";

/** Token exchange (RFC 8693): an access token of a user for one that another API accepts. */
export const tokenExchange: Workload = {
  name: "token_exchange",
  title: "token exchange",
  unit: "requests",
  async prepare(environment) {
    const latchkey = await environment.latchkey();
    const onPostgres = await environment.latchkeyOnPostgres();
    const latchkeys = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    for (const one of latchkeys)
      await registerPhotos(one, {
        grant_types: ["authorization_code", "refresh_token", TOKEN_EXCHANGE],
        token_exchange_subject_clients: ["photos"],
        audience: [AUDIENCE],
      });

    const baseline = await environment.baseline();
    await baseline.setResponse(PATH, JSON.stringify(typicalResponse));
    const form = new URLSearchParams({
      grant_type: TOKEN_EXCHANGE,
      subject_token: typicalResponse.access_token,
      subject_token_type: typicalResponse.issued_token_type,
      audience: AUDIENCE,
    }).toString();
    return [
      loadedByDriver(baseline, { kind: "forms", paths: [PATH], form }),
      ...latchkeys.map((one) => loadedByDriver(one, { kind: "exchange", audience: AUDIENCE })),
    ];
  },
};

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const AUDIENCE = "https://prints.example";

/** A response of realistic length. */
const typicalResponse = {
  access_token: `lk_at_${"a".repeat(59)}`,
  expires_in: 86_400,
  issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
  scope: "openid offline_access",
  token_type: "bearer",
};
