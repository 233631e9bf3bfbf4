import { registerPhotos } from "../contenders/latchkey.ts";
import type { Parts } from "../contenders/parts.ts";
import { driven } from "./code-flow.ts";
import type { Work } from "./work.ts";

const PATH = "/oauth2/token";

/** The old token and two new ones have MACs; a secret and an access token are hashed; an ID token is signed. */
const ROTATION: Parts = { macs: 3, hashes: 2, updates: 1, signature: "ES256" };

/** Chains of refresh tokens, each spent for the next. */
export const refreshRotation: Work = {
  name: "refresh",
  title: "refresh token rotation",
  unit: "requests",
  async enter(stage) {
    const latchkey = await stage.latchkey();
    const onPostgres = await stage.latchkeyOnPostgres();
    const ours = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    for (const one of ours) await registerPhotos(one, { id_token_signed_response_alg: "ES256" });

    const floor = await stage.floor();
    await floor.teach(PATH, JSON.stringify(usualAnswer));
    const lesson = { parts: ROTATION, row_bytes: 300, answer: usualAnswer };
    const parts = await stage.parts({ lessons: { [PATH]: lesson } });
    const provider = await stage.oidcProvider();
    const form = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: usualAnswer.refresh_token,
    }).toString();
    return [
      driven(floor, { kind: "forms", paths: [PATH], form }),
      ...parts.map((one) => driven(one, { kind: "forms", paths: [PATH], form })),
      driven(provider, { kind: "refresh", dialect: "oidc_provider" }),
      ...ours.map((one) => driven(one, { kind: "refresh", dialect: "latchkey" })),
    ];
  },
};

/** An answer of the length that answers to a refresh have, ID token and all. */
const usualAnswer = {
  access_token: `lk_at_${"a".repeat(59)}`,
  expires_in: 86_400,
  id_token: "i".repeat(600),
  refresh_token: `lk_rt_${"r".repeat(59)}`,
  scope: "openid offline_access",
  token_type: "bearer",
};
