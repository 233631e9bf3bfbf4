import { hash } from "node:crypto";
import { objectIn } from "./client-of.ts";
import { type Exchange, parametersOf, type SeenRequest } from "./exchange.ts";

/** The codes and tokens that the old server issued just now, which the copy cannot know yet. Only digests are kept. */
export interface IssuedValues {
  add(exchange: Exchange): void;
  /** Whether a request presents one of them. */
  isPresented(request: SeenRequest): boolean;
}

const MEMBERS = ["access_token", "refresh_token", "id_token", "code", "device_code"];
const PARAMETERS = [
  "token",
  "refresh_token",
  "code",
  "device_code",
  "access_token",
  "id_token_hint",
  "subject_token",
];

/** Remembers values for `settle_ms`, after which the copy must have them. */
export function createIssuedValues(
  settle_ms: number,
  now_ms: () => number,
  max = 100_000,
): IssuedValues {
  const issuedAt = new Map<string, number>();
  const add = (value: string): void => {
    for (const [digest, at] of issuedAt) {
      if (issuedAt.size < max && now_ms() - at <= settle_ms) break; // In the order in which they were issued.
      issuedAt.delete(digest);
    }
    issuedAt.set(digestOf(value), now_ms());
  };
  return {
    add({ old }) {
      const members = objectIn(old.body) ?? {};
      const redirected = parametersIn(old.headers["location"] ?? "");
      for (const name of MEMBERS) {
        const value = members[name] ?? redirected.get(name);
        if (typeof value === "string") add(value);
      }
    },
    isPresented(request) {
      const parameters = parametersOf(request);
      const bearer = /^(?:bearer|dpop) +(\S+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
      const values = [bearer, ...PARAMETERS.map((name) => parameters.get(name))];
      return values.some((value) => {
        const at = value ? issuedAt.get(digestOf(value)) : undefined;
        return at !== undefined && now_ms() - at <= settle_ms;
      });
    },
  };
}

function digestOf(value: string): string {
  return hash("sha256", value, "base64url");
}

/** The parameters of a redirect, in its query and in its fragment. */
function parametersIn(location: string): URLSearchParams {
  const at = location.search(/[?#]/);
  return new URLSearchParams(at === -1 ? "" : location.slice(at + 1).replaceAll(/[?#]/g, "&"));
}
