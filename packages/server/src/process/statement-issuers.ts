import { readFileSync } from "node:fs";
import type { StatementIssuer } from "../config/address-kinds.ts";
import type { Context } from "../context/context.ts";
import { explainJwkRejection, parseJwkSet, parsePublicJwk } from "../crypto/parse-jwk.ts";
import { parseJson } from "../limits/json-depth.ts";

/** The trusted issuers of software statements, with the keys of those that have them in a file. Throws where one is unusable. */
export function loadStatementIssuers(
  issuers: readonly StatementIssuer[],
): Context["statement_issuers"] {
  return new Map(
    issuers.map((one) => [
      one.issuer,
      "jwks_uri" in one ? { jwks_uri: one.jwks_uri } : { jwks: readKeys(one.jwks_path) },
    ]),
  );
}

function readKeys(path: string) {
  const keys = parseJwkSet(parseJson(readFileSync(path, "utf8")), parsePublicJwk);
  if (keys.ok) return keys.value;
  throw new Error(
    `The file ${path} of oauth2.registration.software_statement.issuers cannot be used: ${explainJwkRejection(keys.error)}`,
  );
}
