import type { Contender } from "../contenders/contender.ts";
import { registerPhotos } from "../contenders/latchkey.ts";
import type { Alg } from "../contenders/parts-flow.ts";
import { launch } from "../child.ts";
import { drive, type Journey } from "../load/assignment.ts";
import { REQUESTS_IN_A_FLOW } from "../load/flow.ts";
import { CONNECTIONS } from "../load/wrk.ts";
import { programs } from "../programs.ts";
import type { Entrant, Work } from "./work.ts";

/** People sign in, from the authorization endpoint to userinfo, and their ID tokens are signed with ES256. */
export const codeFlowEs256: Work = {
  name: "code_flow_es256",
  title: "code flow, 9 requests, ES256",
  unit: "flows",
  async enter(stage) {
    const latchkey = await stage.latchkey();
    const onPostgres = await stage.latchkeyOnPostgres();
    const ours = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    for (const one of ours) await registerPhotos(one, { id_token_signed_response_alg: "ES256" });

    const floor = await stage.floor();
    await floor.teach(PATH, JSON.stringify(ANSWER));
    const parts = await stage.parts({ flows: "ES256" });
    const provider = await stage.oidcProvider();
    return [
      driven(floor, FORMS),
      ...[...parts, ...ours].map((one) => driven(one, signingWith("ES256"))),
      driven(provider, { kind: "code_flow", dialect: "oidc_provider", alg: "ES256" }),
    ];
  },
};

/** The same with RS256, where signing is most of the work, so every core is put to it. */
export const codeFlowRs256: Work = {
  name: "code_flow_rs256",
  title: "code flow, RS256, to bare signatures",
  unit: "flows",
  async enter(stage) {
    const latchkey = await stage.latchkey({ all_cores: true });
    await registerPhotos(latchkey, { id_token_signed_response_alg: "RS256" });
    const parts = await stage.parts({ flows: "RS256", all_cores: true });
    const provider = await stage.oidcProvider({ alg: "RS256", all_cores: true });
    return [
      { name: "floor", pid: undefined, measure: signaturesAlone },
      ...[...parts, latchkey].map((one) => driven(one, signingWith("RS256"))),
      driven(provider, { kind: "code_flow", dialect: "oidc_provider", alg: "RS256" }),
    ];
  },
};

/** A contender that people are sent through. */
export function driven({ name, pid, public_url, admin_url }: Contender, journey: Journey): Entrant {
  const connections = CONNECTIONS;
  return {
    name,
    pid,
    measure: (seconds) => drive({ journey, public_url, admin_url, seconds, connections }),
  };
}

function signingWith(alg: Alg): Journey {
  return { kind: "code_flow", dialect: "latchkey", alg };
}

/** As many forms as a flow has requests: what a server that does nothing else would make of a flow. */
const PATH = "/oauth2/auth";
const ANSWER = { redirect_to: "an answer of the usual length, to be read and followed" };
const FORMS = {
  kind: "forms",
  paths: Array.from({ length: REQUESTS_IN_A_FLOW }, () => PATH),
  form: "grant_type=authorization_code&code=a-code&redirect_uri=https%3A%2F%2Fphotos.example%2Fcallback",
} as const;

async function signaturesAlone(seconds: number) {
  const child = launch([process.execPath, programs.signing, String(seconds)], {
    seconds_max: seconds + 30,
  });
  const rate = Number(await child.output);
  return { count: rate * seconds, rate, p50_ms: 0, p99_ms: 0 };
}
