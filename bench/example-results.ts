import type { Measured, Results } from "./results.ts";
import { evaluateTargets } from "./targets.ts";

/** For tests: a run on a machine where everything is easy to reckon with. */
export function exampleResults(): Results {
  const workloads = [
    {
      name: "client_credentials",
      title: "token, client_credentials with a secret",
      unit: "requests",
      warm_up_s: 5,
      measured: [
        exampleMeasured("baseline", 10_000),
        exampleMeasured("lower-bound", 8_000),
        exampleMeasured("node-oidc-provider", 2_000),
        exampleMeasured("latchkey", 7_000),
        exampleMeasured("latchkey-postgres", 3_500),
      ],
    },
  ] as const;
  return {
    began_at: "2026-11-15T12:00:00.000Z",
    machine: {
      platform: "linux",
      arch: "arm64",
      cores: 2,
      model: "a model",
      node: "v26.10.0",
      load: 0.1,
    },
    pace: { rounds: 3, round_s: 5, rows: 100_000 },
    workloads,
    targets: evaluateTargets(workloads),
  };
}

function exampleMeasured(name: Measured["name"], rate: number): Measured {
  return {
    name,
    rate,
    p50_ms: 2,
    p99_ms: 5,
    processor_us: 1e6 / rate,
    rounds: [0.9, 1, 1.1].map((share) => ({
      rate: share * rate,
      processor_us: 1e6 / rate / share,
    })),
  };
}
