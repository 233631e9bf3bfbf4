import {
  type CookieSecrets,
  firstGenerationKeys,
  openSecureCookie,
  secondGenerationKeys,
} from "./secure-cookie.ts";

/** A cookie of the browser. */
interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** A login session, and the cookie that names it. */
export interface CookieSession {
  readonly sid: string;
  readonly cookie: string;
}

const FIRST_GENERATION = "oauth2_authentication_session";
const SECOND_GENERATION = "ory_hydra_session";

/** Finds the session in the cookies of a browser: of either generation, of https and of http. */
export function createSessionReader(
  secrets: CookieSecrets,
  configured_name: string | undefined,
): (cookies: readonly Cookie[]) => CookieSession | undefined {
  const [first, second] = [firstGenerationKeys(secrets), secondGenerationKeys(secrets)];
  const secondNames = [configured_name ?? SECOND_GENERATION, SECOND_GENERATION];
  const keys = new Map([
    [FIRST_GENERATION, first],
    [`${FIRST_GENERATION}_insecure`, first],
    ...secondNames.flatMap((name) => [[name, second] as const, [`${name}_dev`, second] as const]),
  ]);
  return (cookies) => {
    for (const { name, value } of cookies) {
      const fitting = keys.get(name);
      const sid = fitting && openSecureCookie(name, value, fitting)?.get("sid");
      if (sid !== undefined && SID.test(sid)) return { sid, cookie: name };
    }
    return undefined;
  };
}

/** What our own cookie can hold: the other server's ids are UUIDs. */
const SID = /^[\w-]{1,128}$/;
