import { createHash, randomUUID } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";

export const ISSUER = "https://auth.example";
export const RESOURCE = "https://api.example/photos";
export const NOW = 1_800_000_000;

/** An authorization server made of answers: metadata, keys and introspection. */
export async function createAuthorizationServer(alg = "ES256") {
  let key = await createKey("key-1", alg);
  const introspections = new Map<string, object>();
  const requests: string[] = [];
  let down = false;

  const respond: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    requests.push(url);
    if (down) throw new TypeError("fetch failed");
    const { pathname } = new URL(url);
    if (pathname === "/.well-known/oauth-authorization-server")
      return Response.json({
        issuer: ISSUER,
        jwks_uri: `${ISSUER}/jwks`,
        introspection_endpoint: `${ISSUER}/introspect`,
      });
    if (pathname === "/jwks") return Response.json({ keys: [key.jwk] });
    if (pathname === "/introspect") {
      const form = init?.body instanceof URLSearchParams ? init.body : new URLSearchParams();
      const token = form.get("token") ?? "";
      return Response.json(introspections.get(token) ?? { active: false });
    }
    return new Response(null, { status: 404 });
  };

  const claims = {
    iss: ISSUER,
    aud: RESOURCE,
    sub: "alice",
    client_id: "app",
    scope: "photos.read photos.write",
    iat: NOW,
    exp: NOW + 600,
  };
  return {
    fetch: respond,
    requests,
    claims,
    introspections,
    goDown: (value: boolean) => {
      down = value;
    },
    /** Replaces its key. */
    rotate: async () => {
      key = await createKey("key-2", alg);
    },
    issue: (change: object = {}, header: object = {}) =>
      new SignJWT({ ...claims, jti: randomUUID(), ...change })
        .setProtectedHeader({ alg, kid: key.jwk.kid, typ: "at+jwt", ...header })
        .sign(key.privateKey),
  };
}

async function createKey(kid: string, alg: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } };
}

/** A key for DPoP proofs. */
export async function createProver() {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  return {
    jkt: await calculateJwkThumbprint(jwk),
    prove: (token: string, change: object = {}, header: object = {}) =>
      new SignJWT({
        jti: randomUUID(),
        htm: "GET",
        htu: RESOURCE,
        iat: NOW,
        ath: createHash("sha256").update(token).digest("base64url"),
        ...change,
      })
        .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk, ...header })
        .sign(privateKey),
  };
}
