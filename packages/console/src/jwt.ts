import { decodeBase64url } from "./base64url.ts";

/** The decoded parts of a JSON Web Token. Its signature is not verified: for display only. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Decodes the header and claims of a JWT; undefined where the text is not one. Does not verify the signature. */
export function decodeJwt(token: string): DecodedJwt | undefined {
  const [head, body, signature, ...rest] = token.trim().split(".");
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0) {
    return undefined;
  }
  const header = readPart(head);
  const claims = readPart(body);
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(decodeBase64url(part)));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
