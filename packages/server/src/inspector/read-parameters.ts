/** Reads the parameters of an observed request. */

import { parseJson } from "../limits/json-depth.ts";
import type { ObservedRequest } from "./observed-request.ts";

/** Every parameter of the query, the form or the JSON body, and the headers with credentials, as text and not masked. */
export function readParameters({
  query,
  body,
  headers,
}: ObservedRequest["request"]): [string, string][] {
  const { dpop } = headers;
  const sent = [...query, ...readBody(body, headers["content-type"])];
  const parameters =
    dpop === undefined ? sent : [...sent, ["dpop", dpop] satisfies [string, string]];
  const authorization = headers["authorization"];
  return authorization === undefined
    ? parameters
    : [...parameters, ["authorization", authorization], ...basicCredentials(authorization)];
}

function readBody(body: string, type = ""): [string, string][] {
  if (body === "") return [];
  if (type.startsWith("application/x-www-form-urlencoded")) return [...new URLSearchParams(body)];
  const document = parseJson(body);
  if (typeof document !== "object" || document === null) return [];
  return Object.entries(document).map(([name, value]) => [name, textOf(value)]);
}

/** A list of strings is joined with spaces; objects are left out. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string").join(" ");
  if (typeof value === "string") return value;
  return typeof value === "object" ? "{…}" : (JSON.stringify(value) ?? "");
}

/** RFC 7617 §2: the client id and secret of HTTP Basic. */
function basicCredentials(authorization: string): [string, string][] {
  const encoded = /^basic +(\S+)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return [];
  const [client_id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return [
    ["client_id", decode(client_id)],
    ["client_secret", decode(secret.join(":"))],
    ["client_secret", secret.join(":")],
  ];
}

/** RFC 6749 §2.3.1: id and secret should be form-encoded; some clients do not encode them. */
function decode(text: string): string {
  return new URLSearchParams(`text=${text}`).get("text") ?? text;
}
