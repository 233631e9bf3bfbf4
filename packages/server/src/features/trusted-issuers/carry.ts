import type { JsonWebKey } from "@latchkey/api";
import type { Carrier } from "../../feature/feature.ts";
import { createTrustedIssuers } from "./store.ts";

/** An issuer as another server had it. */
interface CarriedIssuer {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly allow_any_subject: boolean;
  readonly scope: readonly string[];
  readonly key: JsonWebKey;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Stores an issuer that another server trusted. One that exists is left as it is. */
export const carryIssuer: Carrier = async (record, tools) => {
  if (!isCarriedIssuer(record)) return "The record is not that of an issuer.";
  const { id, issuer, subject, allow_any_subject, scope, key, created_at, expires_at } = record;
  const outcome = await createTrustedIssuers(tools).create({
    id,
    issuer,
    subject,
    allow_any_subject,
    scope,
    jwks: { keys: [key] },
    assertion_audiences: [],
    claims: {},
    allow_assertion_reuse: false,
    created_at,
    expires_at,
  });
  return outcome === "too_many" ? "There are too many issuers for one subject." : undefined;
};

function isCarriedIssuer(record: object): record is CarriedIssuer {
  return "kind" in record && record.kind === "issuer" && "key" in record && "issuer" in record;
}
