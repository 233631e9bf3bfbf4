import type { Flow } from "./flow.ts";
import type { LoginAnswer } from "./login-answer.ts";

/** For tests: photos asks for alice at 1000, and nothing is remarkable but what the test remarks on. */
export function exampleFlow(remarks: Partial<Flow> = {}): Flow {
  return {
    flow_id: "AAAAAAAAAAAAAAAAAAAAAA",
    version: 1,
    client_id: "photos",
    client_key: 1,
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
    login: unknownPerson,
    consent: undefined,
    ...remarks,
  };
}

/** For tests: nobody is remembered. */
export const unknownPerson = {
  skip: false,
  subject: "",
  sid: "new-session",
  authenticated_at: undefined,
  state: "waiting",
} as const;

/** For tests: alice logged in at 900 and is remembered. */
export const rememberedAlice = {
  skip: true,
  subject: "alice",
  sid: "alices-session",
  authenticated_at: 900,
  state: "waiting",
} as const;

/** For tests: it is alice, who logged in just now. */
export const aliceLoggedIn: LoginAnswer = {
  subject: "alice",
  remember: false,
  remember_for: 0,
  context: {},
  authenticated_at: 1_010,
};
