import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** An authenticator in software: WebAuthn Level 3 §6, with everything that an attacker could change. */
export interface Authenticator {
  readonly id: string;
  counter: number;
  /** Responds to `navigator.credentials.create`. */
  create(options: unknown, changes?: Changes): string;
  /** Responds to `navigator.credentials.get`. */
  get(options: unknown, changes?: Changes): string;
}

interface Changes {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rp_id?: string;
  readonly type?: string;
  readonly is_verified?: boolean;
  readonly id?: string;
  readonly user_handle?: string;
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(16);
  const id = credentialId.toString("base64url");
  let userHandle: string | undefined;

  const clientData = (type: string, options: Options, changes: Changes): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (flags: number, { rp_id, is_verified = true }: Changes): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(authenticator.counter);
    const name = rp_id ?? new URL(origin).hostname;
    const all = Buffer.of(flags | PRESENT | (is_verified ? VERIFIED : 0));
    return Buffer.concat([createHash("sha256").update(name).digest(), all, counter]);
  };
  const respond = (response: Readonly<Record<string, unknown>>, changes: Changes): string =>
    JSON.stringify({
      id: changes.id ?? id,
      rawId: changes.id ?? id,
      type: "public-key",
      clientExtensionResults: {},
      response,
    });

  const authenticator: Authenticator = {
    id,
    counter: 1,
    create(given, changes = {}) {
      const options = read(given);
      userHandle = options.user?.id;
      const cose = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const data = Buffer.concat([
        authenticatorData(ATTESTED, changes),
        Buffer.alloc(16),
        Buffer.of(0, credentialId.length),
        credentialId,
        cose,
      ]);
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        Buffer.of(0x58, data.length),
        data,
      ]);
      return respond(
        {
          clientDataJSON: clientData("webauthn.create", options, changes).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
        changes,
      );
    },
    get(given, changes = {}) {
      authenticator.counter += 1;
      const client = clientData("webauthn.get", read(given), changes);
      const data = authenticatorData(0, changes);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return respond(
        {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
          userHandle: changes.user_handle ?? userHandle,
        },
        changes,
      );
    },
  };
  return authenticator;
}

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

function read(options: unknown): Options {
  if (typeof options === "object" && options !== null && "challenge" in options) {
    const { challenge } = options;
    const user = "user" in options ? options.user : undefined;
    const hasId = typeof user === "object" && user !== null && "id" in user;
    if (typeof challenge === "string")
      return { challenge, ...(hasId && { user: { id: String(user.id) } }) };
  }
  throw new TypeError("These are no options of WebAuthn.");
}

/** The options that a page hands to the browser's authenticator. */
export function optionsIn(
  { body }: { readonly body: string },
  kind: "create" | "get",
): Record<string, unknown> {
  const [, text] = new RegExp(`data-passkey-${kind}="([^"]*)"`).exec(body) ?? [];
  if (text === undefined) throw new Error("The page has no options for an authenticator.");
  return JSON.parse(
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">"),
  );
}
