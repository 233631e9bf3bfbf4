import type { SignerStatus } from "@latchkey/api";

import { type Finding, findingsFor } from "./finding.ts";

const { good, bad } = findingsFor("signers");

/** Whether the signers of the settings respond. No findings where that is not known, and where there are none. */
export function checkSigners(signers: readonly SignerStatus[] | undefined): readonly Finding[] {
  return (signers ?? []).map(({ name, problem, keys }) =>
    problem === undefined
      ? good(`The signer ${name} responds and has ${keys.length} usable keys.`)
      : bad(
          problem,
          `Tokens whose keys are in it are refused with 503 until it responds. Check its options in the setting signers.`,
        ),
  );
}
