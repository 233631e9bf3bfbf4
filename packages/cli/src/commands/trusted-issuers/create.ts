import type { JsonWebKey, TrustedIssuerInput } from "@latchkey/api";

import { type Arguments, type Command, UsageError } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { urlsOf, warnAboutRefusedUrls } from "../../connection/refused-urls.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { argumentAt, durationOf, isSet, listOf, textOf } from "../../arguments/flags.ts";
import { formatOptions, showOne } from "../../output/format.ts";
import { readKeyFile } from "../keys/read-key-file.ts";
import { withoutPrivateFields } from "../keys/view.ts";
import { trustedIssuerPage } from "./view.ts";

/** `latchkey trusted-issuers create`. */
export const createTrustedIssuer: Command = {
  usage: "ISSUER [flags]",
  options: {
    subject: { type: "text", summary: "The one subject it may assert." },
    "subject-pattern": {
      type: "text",
      summary: "The subjects it may assert, with * for a part of them.",
    },
    "allow-any-subject": { type: "boolean", summary: "Whether it may assert any subject." },
    "jwks-uri": { type: "text", summary: "The URL of its public keys." },
    keys: { type: "text", summary: "A file with its public keys: PEM, DER, a JWK or a JWK Set." },
    scope: { type: "text", summary: "The most its JWTs can get, separated by commas." },
    "client-id": {
      type: "text",
      summary: "The client that its JWTs authenticate, so that no secret is needed.",
    },
    "assertion-audiences": {
      type: "text",
      summary: "Further values of aud by which its JWTs may name this server.",
    },
    claims: { type: "text", summary: "What its JWTs must claim, as JSON." },
    "allow-assertion-reuse": {
      type: "boolean",
      summary: "Whether a JWT may be presented more than once until it expires.",
    },
    "expires-in": { type: "text", default: "8760h", summary: "How long it is trusted." },
    ...formatOptions("table", "Print only the ID."),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "Takes exactly one of --subject, --subject-pattern and --allow-any-subject, and one of --jwks-uri and --keys.",
  examples: [
    "latchkey trusted-issuers create https://token.actions.githubusercontent.com --subject-pattern 'repo:octo-org/octo-repo:ref:refs/heads/*' --jwks-uri https://token.actions.githubusercontent.com/.well-known/jwks --client-id deployments --scope deploy",
    "latchkey trusted-issuers create https://kubernetes.default.svc.cluster.local --subject system:serviceaccount:prod:web --keys cluster-jwks.json --client-id web --allow-assertion-reuse",
  ],
  run: async (args, io) => {
    const body = readTrustedIssuer(args, Date.now());
    const latchkey = connectAdmin(args, io);
    const created = await latchkey.trustJwtGrantIssuer({ body });
    showOne(created, trustedIssuerPage, args, io);
    await warnAboutRefusedUrls(latchkey, urlsOf("trusted_issuer", body.issuer, created), io);
    return exitCodes.done;
  },
};

/** The body that the flags describe. `now_ms` is in milliseconds. */
function readTrustedIssuer(args: Arguments, now_ms: number): TrustedIssuerInput {
  const issuer = argumentAt(args, 0, "Missing argument: ISSUER, the iss of the JWTs.");
  const subject = textOf(args, "subject");
  const subject_pattern = textOf(args, "subject-pattern");
  const jwks_uri = textOf(args, "jwks-uri");
  const keys = textOf(args, "keys");
  const client_id = textOf(args, "client-id");
  const assertion_audiences = listOf(args, "assertion-audiences");
  const claims = textOf(args, "claims");
  const lifespanMs = durationOf(args, "expires-in");
  return {
    issuer,
    ...(subject !== undefined && { subject }),
    ...(subject_pattern !== undefined && { subject_pattern }),
    ...(isSet(args, "allow-any-subject") && { allow_any_subject: true }),
    ...(jwks_uri !== undefined && { jwks_uri }),
    ...(keys !== undefined && { jwks: { keys: readPublicKeys(keys) } }),
    scope: listOf(args, "scope") ?? [],
    ...(client_id !== undefined && { client_id }),
    ...(assertion_audiences && { assertion_audiences }),
    ...(claims !== undefined && { claims: parseClaims(claims) }),
    ...(isSet(args, "allow-assertion-reuse") && { allow_assertion_reuse: true }),
    expires_at: new Date(now_ms + lifespanMs).toISOString(),
  };
}

function readPublicKeys(file: string): readonly JsonWebKey[] {
  return readKeyFile(file, "Nothing was created.").map(withoutPrivateFields);
}

function parseClaims(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported below.
  }
  throw new UsageError("--claims takes a JSON object: put it in single quotes.");
}
