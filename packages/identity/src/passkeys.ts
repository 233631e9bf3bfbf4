import { isIP } from "node:net";
import type { JsonObject } from "@latchkey/api";
import type { PasskeyService } from "@latchkey/sign-in";
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Factors, PasskeyFactor } from "./store/port.ts";

/** Where browsers find the pages. WebAuthn §5.1.2: passkeys are bound to its host, and responses to its origin. */
interface RelyingParty {
  readonly url: string;
  readonly name: string;
}

/** How long a browser waits for the user, in milliseconds. */
const TIMEOUT = 300_000;

/** COSE: EdDSA, ES256 and RS256, which all authenticators have one of. */
const ALGORITHMS = [-8, -7, -257];

/** Most a user can have: each is sent along when another is added. */
const MAX_PASSKEYS = 20;

/** For accounts that are yet to be created: nothing is stored. */
export interface PasskeyVerifier {
  /** The new passkey. Undefined if the response is not one to this challenge. */
  verifyNew(
    subject: string,
    name: string,
    response: string,
    challenge: string,
  ): Promise<PasskeyFactor | undefined>;
}

/** WebAuthn Level 3. User verification is required everywhere, so that a passkey counts as two factors. */
export function createPasskeyService(
  factors: Factors,
  relying_party: RelyingParty,
  now: () => number,
): PasskeyService & PasskeyVerifier {
  const { hostname: rp_id, origin } = new URL(relying_party.url);
  const expected = {
    expectedOrigin: origin,
    expectedRPID: rp_id,
    requireUserVerification: true,
  };
  const passkeysOf = async (subject: string): Promise<PasskeyFactor[]> =>
    (await factors.list(subject)).filter((factor) => factor.kind === "passkey");

  const verifyNew: PasskeyVerifier["verifyNew"] = async (subject, name, text, challenge) => {
    const response = parse(text);
    if (!isNewPasskey(response)) return undefined;
    const verified = await orUndefined(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        supportedAlgorithmIDs: ALGORITHMS,
        ...expected,
      }),
    );
    if (verified?.verified !== true) return undefined;
    const { credential, credentialDeviceType } = verified.registrationInfo;
    return {
      factor_id: credential.id,
      subject,
      kind: "passkey",
      name,
      public_key: {
        key: Buffer.from(credential.publicKey).toString("base64url"),
        transports: credential.transports ?? [],
        is_synced: credentialDeviceType === "multiDevice",
      },
      counter: credential.counter,
      created_at: now(),
      last_used_at: undefined,
    };
  };

  return {
    available: isIP(rp_id.replaceAll(/[[\]]/g, "")) === 0,

    async requestOptions(challenge, subject) {
      const known = subject === undefined ? [] : await passkeysOf(subject);
      return {
        challenge,
        rpId: rp_id,
        timeout: TIMEOUT,
        userVerification: "required",
        allowCredentials: known.map(describe),
      };
    },

    async creationOptions({ subject, username, display_name }, challenge) {
      return {
        challenge,
        rp: { id: rp_id, name: relying_party.name },
        user: {
          id: Buffer.from(subject).toString("base64url"),
          name: username,
          displayName: display_name,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        timeout: TIMEOUT,
        attestation: "none",
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
        excludeCredentials: (await passkeysOf(subject)).map(describe),
      };
    },

    async add(subject, name, text, challenge, options) {
      if ((await passkeysOf(subject)).length >= MAX_PASSKEYS) return false;
      const factor = await verifyNew(subject, name, text, challenge);
      return factor !== undefined && factors.add(factor, options);
    },

    verifyNew,

    async verify(text, challenge) {
      const response = parse(text);
      const factor = isSignature(response) ? await factors.find(response.id) : undefined;
      if (!isSignature(response) || factor?.kind !== "passkey") return undefined;
      const { subject, public_key, counter } = factor;
      // WebAuthn §7.2 step 6: the authenticator names the user that the passkey was made for.
      const handle = response.response.userHandle;
      if (handle !== undefined && handle !== Buffer.from(subject).toString("base64url"))
        return undefined;
      const verified = await orUndefined(() =>
        verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          credential: {
            id: factor.factor_id,
            publicKey: new Uint8Array(Buffer.from(public_key.key, "base64url")),
            counter,
          },
          ...expected,
        }),
      );
      if (verified?.verified !== true) return undefined;
      // Also refuses a counter that another request raised meanwhile.
      if (!(await factors.use(factor, verified.authenticationInfo.newCounter, now()))) {
        return undefined;
      }
      return { subject, amr: methodsOf(public_key) };
    },
  };
}

/** RFC 8176: a key in hardware or, where it is copied between devices, in software; and the user was there. */
export function methodsOf({ is_synced }: PasskeyFactor["public_key"]): readonly string[] {
  return [is_synced ? "swk" : "hwk", "user"];
}

function describe({ factor_id, public_key }: PasskeyFactor): JsonObject {
  return {
    id: factor_id,
    type: "public-key",
    transports: public_key.transports.filter((one) => TRANSPORTS.has(one)),
  };
}

const TRANSPORTS: ReadonlySet<string> = new Set([
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
]);

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNewPasskey(value: unknown): value is RegistrationResponseJSON {
  return isResponse(value, ["clientDataJSON", "attestationObject"]);
}

function isSignature(value: unknown): value is AuthenticationResponseJSON {
  return isResponse(value, ["clientDataJSON", "authenticatorData", "signature"]);
}

/** Whether a browser may have sent it. The library checks the contents, and throws where they are wrong. */
function isResponse(value: unknown, names: readonly string[]): boolean {
  if (!isObject(value) || typeof value["id"] !== "string") return false;
  const response = value["response"];
  return isObject(response) && names.every((name) => typeof response[name] === "string");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
