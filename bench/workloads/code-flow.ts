import type { Subject } from "../subjects/subject.ts";
import { registerPhotos } from "../subjects/latchkey.ts";
import type { Alg } from "../subjects/lower-bound.ts";
import { launch } from "../child.ts";
import { drive, type Scenario } from "../load/driver.ts";
import { REQUESTS_IN_A_FLOW, REQUESTS_IN_A_PUSHED_FLOW } from "../load/flow.ts";
import { CONNECTIONS } from "../load/wrk.ts";
import { programs } from "../programs.ts";
import type { LoadedSubject, Workload } from "./workload.ts";

/** Complete code flows from the authorization endpoint to userinfo, with ES256 ID tokens. */
export const codeFlowEs256: Workload = {
  name: "code_flow_es256",
  title: "code flow, 9 requests, ES256",
  unit: "flows",
  async prepare(environment) {
    const latchkey = await environment.latchkey();
    const onPostgres = await environment.latchkeyOnPostgres();
    const latchkeys = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    for (const one of latchkeys)
      await registerPhotos(one, { id_token_signed_response_alg: "ES256" });

    const baseline = await environment.baseline();
    await baseline.setResponse(PATH, JSON.stringify(ANSWER));
    const lowerBounds = await environment.lowerBound({ flows: "ES256" });
    const provider = await environment.oidcProvider();
    return [
      loadedByDriver(baseline, formsOf(REQUESTS_IN_A_FLOW)),
      ...[...lowerBounds, ...latchkeys].map((one) => loadedByDriver(one, signingWith("ES256"))),
      loadedByDriver(provider, { kind: "code_flow", dialect: "oidc_provider", alg: "ES256" }),
    ];
  },
};

/** The same with a pushed authorization request. */
export const pushedCodeFlow: Workload = {
  name: "pushed_code_flow",
  title: "code flow with PAR, 10 requests, ES256",
  unit: "flows",
  async prepare(environment) {
    const latchkey = await environment.latchkey();
    const onPostgres = await environment.latchkeyOnPostgres();
    const latchkeys = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    for (const one of latchkeys)
      await registerPhotos(one, {
        id_token_signed_response_alg: "ES256",
        require_pushed_authorization_requests: true,
      });

    const baseline = await environment.baseline();
    await baseline.setResponse(PATH, JSON.stringify(ANSWER));
    return [
      loadedByDriver(baseline, formsOf(REQUESTS_IN_A_PUSHED_FLOW)),
      ...latchkeys.map((one) => loadedByDriver(one, { kind: "pushed_code_flow" })),
    ];
  },
};

/** The same as the first with RS256 on all cores, since signing is most of the cost. */
export const codeFlowRs256: Workload = {
  name: "code_flow_rs256",
  title: "code flow, RS256, to bare signatures",
  unit: "flows",
  async prepare(environment) {
    const latchkey = await environment.latchkey({ all_cores: true });
    await registerPhotos(latchkey, { id_token_signed_response_alg: "RS256" });
    const lowerBounds = await environment.lowerBound({ flows: "RS256", all_cores: true });
    const provider = await environment.oidcProvider({ alg: "RS256", all_cores: true });
    return [
      { name: "baseline", pid: undefined, measure: signaturesAlone },
      ...[...lowerBounds, latchkey].map((one) => loadedByDriver(one, signingWith("RS256"))),
      loadedByDriver(provider, { kind: "code_flow", dialect: "oidc_provider", alg: "RS256" }),
    ];
  },
};

/** Loads a subject with the flow driver. */
export function loadedByDriver(
  { name, pid, public_url, admin_url }: Subject,
  scenario: Scenario,
): LoadedSubject {
  const connections = CONNECTIONS;
  return {
    name,
    pid,
    measure: (seconds) => drive({ scenario, public_url, admin_url, seconds, connections }),
  };
}

function signingWith(alg: Alg): Scenario {
  return { kind: "code_flow", dialect: "latchkey", alg };
}

/** The baseline of a flow: as many form posts as a flow has requests. */
const PATH = "/oauth2/auth";
const ANSWER = { redirect_to: "an answer of the usual length, to be read and followed" };
function formsOf(length: number): Scenario {
  return {
    kind: "forms",
    paths: Array.from({ length }, () => PATH),
    form: "grant_type=authorization_code&code=a-code&redirect_uri=https%3A%2F%2Fphotos.example%2Fcallback",
  };
}

async function signaturesAlone(seconds: number) {
  const child = launch([process.execPath, programs.signing, String(seconds)], {
    seconds_max: seconds + 30,
  });
  const rate = Number(await child.output);
  return { count: rate * seconds, rate, p50_ms: 0, p99_ms: 0 };
}
