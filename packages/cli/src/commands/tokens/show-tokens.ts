import type { JsonWebKey, OAuth2TokenResponse } from "@latchkey/api";

import type { Arguments } from "../../arguments/command.ts";
import { formatOf, write } from "../../output/format.ts";
import { accent, columns } from "../../output/table.ts";
import type { ProcessIo } from "../../process-io.ts";
import { decodeJwt, type DecodedJwt } from "./jwt.ts";
import { formatTime } from "./format-time.ts";

const TIMES = new Set(["exp", "iat", "nbf", "auth_time", "rat"]);

/** Prints a token response with its decoded JWTs. */
export function showTokens(
  tokens: OAuth2TokenResponse,
  keys: readonly JsonWebKey[],
  args: Arguments,
  io: ProcessIo,
): void {
  const decoded = {
    id_token: decodeJwt(tokens.id_token ?? "", keys),
    access_token: decodeJwt(tokens.access_token, keys),
  };
  const format = formatOf(args);
  if (format !== "table") return write({ ...tokens, decoded }, format, io);
  io.out(
    [
      columns([
        ["access token", tokens.access_token],
        ["refresh token", tokens.refresh_token ?? "none: request the scope offline"],
        ["id token", tokens.id_token ?? "none: request the scope openid"],
        ["expires in", `${tokens.expires_in} s`],
        ["scope", tokens.scope],
      ]),
      decoded.id_token === undefined ? "" : describe("The ID token", decoded.id_token, io),
      decoded.access_token === undefined
        ? ""
        : describe("The access token", decoded.access_token, io),
    ].join(""),
  );
}

function describe(what: string, { header, claims, signature }: DecodedJwt, io: ProcessIo): string {
  const rows = Object.entries(claims).map(([name, value]) => [name, formatClaim(name, value)]);
  const title = `${what}, ${signatureResults[signature]} (${String(header["alg"])}, key ${String(header["kid"])})`;
  return `\n${accent(title, io)}\n${columns(rows)}`;
}

const signatureResults: { readonly [Verdict in DecodedJwt["signature"]]: string } = {
  valid: "signature verified",
  invalid: "SIGNATURE INVALID",
  unknown: "signature not verified: no published key has its kid",
};

function formatClaim(name: string, value: unknown): string {
  if (TIMES.has(name) && typeof value === "number") return `${value}  ${formatTime(value)}`;
  return typeof value === "string" ? value : JSON.stringify(value);
}
