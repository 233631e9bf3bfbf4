import type { Scenario } from "./driver.ts";
import { openConnection } from "./connection.ts";
import { dialects } from "./dialect.ts";
import { makeProofKey } from "./dpop-proof.ts";
import {
  exchange,
  type ServerConnections,
  postForm,
  postWithProof,
  refresh,
  signIn,
} from "./flow.ts";

/** One repetition of a scenario on the connections of one simulated user. */
export type Iteration = () => Promise<void>;

/** Simulated users, each with its own connections and prepared for its first iteration. */
export function openUsers(
  scenario: Scenario,
  { public_url, admin_url }: { readonly public_url: string; readonly admin_url: string },
  count: number,
): Promise<Iteration[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const server: ServerConnections = {
        url: public_url,
        public: await openConnection(public_url),
        admin: await openConnection(admin_url),
      };
      return prepareIteration(scenario, server, index);
    }),
  );
}

async function prepareIteration(
  scenario: Scenario,
  server: ServerConnections,
  index: number,
): Promise<Iteration> {
  switch (scenario.kind) {
    case "code_flow": {
      const dialect = dialects[scenario.dialect];
      const { id_token } = await signIn(server, dialect);
      const header = Buffer.from(id_token.split(".")[0] ?? "", "base64url").toString();
      if (!header.includes(`"${scenario.alg}"`))
        throw new Error(`An ID token with header ${header}.`);
      return async () => void (await signIn(server, dialect));
    }
    case "refresh": {
      const dialect = dialects[scenario.dialect];
      const { tokens } = scenario;
      let token = tokens?.[index] ?? (await signIn(server, dialect)).refresh_token;
      return async () => {
        token = await refresh(server, dialect, token);
      };
    }
    case "pushed_code_flow":
      return async () => void (await signIn(server, dialects.latchkey, { pushed: true }));
    case "exchange": {
      const { access_token } = await signIn(server, dialects.latchkey);
      return () => exchange(server, access_token, scenario.audience);
    }
    case "dpop_token": {
      const key = makeProofKey();
      return () => postWithProof(server, scenario.path, scenario.form, key);
    }
    case "forms":
      return async () => {
        for (const path of scenario.paths) await postForm(server, path, scenario.form);
      };
  }
}
