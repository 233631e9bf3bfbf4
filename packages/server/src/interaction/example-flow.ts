import type { Flow } from "./flow.ts";
import type { LoginAnswer } from "./login-answer.ts";

/** For tests: a request of client photos at 1000, with defaults but for the overrides. */
export function exampleFlow(overrides: Partial<Flow> = {}): Flow {
  return {
    flow_id: "AAAAAAAAAAAAAAAAAAAAAA",
    version: 1,
    client_id: "photos",
    client_key: 1,
    purpose: { kind: "authorization" },
    requested_at: 1_000,
    request: {
      client_id: "photos",
      response_type: ["code"],
      response_mode: "query",
      redirect_uri: "https://photos.example/callback",
      redirect_uri_sent: true,
      scope: ["openid", "photos.read"],
      audience: ["https://api.example"],
      prompt: [],
      ui_locales: [],
      acr_values: [],
    },
    request_url: "https://id.example/oauth2/auth?client_id=photos",
    hint: undefined,
    login: unknownUser,
    consent: undefined,
    ...overrides,
  };
}

/** For tests: a browser without a session. */
export const unknownUser = {
  skip: false,
  subject: "",
  sid: "new-session",
  authenticated_at: undefined,
  state: "waiting",
} as const;

/** For tests: alice signed in at 900 and has a session. */
export const rememberedAlice = {
  skip: true,
  subject: "alice",
  sid: "alices-session",
  authenticated_at: 900,
  state: "waiting",
} as const;

/** For tests: the acceptance of alice, who just signed in. */
export const aliceLoggedIn: LoginAnswer = {
  subject: "alice",
  remember: false,
  remember_for: 0,
  context: {},
  authenticated_at: 1_010,
};
