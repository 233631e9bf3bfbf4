import type { JsonWebKey, OAuth2TokenResponse } from "@latchkey/api";

import type { Arguments } from "../command.ts";
import { formatOf, write } from "../format.ts";
import { accent, columns } from "../output.ts";
import type { World } from "../world.ts";
import { takeApart, type TakenApart } from "./jwt.ts";
import { spellTime } from "./spell-time.ts";

const TIMES = new Set(["exp", "iat", "nbf", "auth_time", "rat"]);

/** Shows what the token endpoint answered, and what is inside of it. */
export function showTokens(
  tokens: OAuth2TokenResponse,
  keys: readonly JsonWebKey[],
  given: Arguments,
  world: World,
): void {
  const inside = {
    id_token: takeApart(tokens.id_token ?? "", keys),
    access_token: takeApart(tokens.access_token, keys),
  };
  const format = formatOf(given, "table");
  if (format !== "table") return write({ ...tokens, taken_apart: inside }, format, world);
  world.out(
    [
      columns([
        ["access token", tokens.access_token],
        ["refresh token", tokens.refresh_token ?? "none: ask for the scope offline"],
        ["id token", tokens.id_token ?? "none: ask for the scope openid"],
        ["expires in", `${tokens.expires_in} s`],
        ["scope", tokens.scope],
      ]),
      inside.id_token === undefined ? "" : describe("The ID token", inside.id_token, world),
      inside.access_token === undefined
        ? ""
        : describe("The access token", inside.access_token, world),
    ].join(""),
  );
}

function describe(what: string, { header, claims, signature }: TakenApart, world: World): string {
  const rows = Object.entries(claims).map(([name, value]) => [name, spell(name, value)]);
  const title = `${what}, ${verdicts[signature]} (${String(header["alg"])}, key ${String(header["kid"])})`;
  return `\n${accent(title, world)}\n${columns(rows)}`;
}

const verdicts: { readonly [Verdict in TakenApart["signature"]]: string } = {
  good: "its signature verified",
  bad: "ITS SIGNATURE IS WRONG",
  unknown: "its signature not verified, since no published key has its name",
};

function spell(name: string, value: unknown): string {
  if (TIMES.has(name) && typeof value === "number") return `${value}  ${spellTime(value)}`;
  return typeof value === "string" ? value : JSON.stringify(value);
}
