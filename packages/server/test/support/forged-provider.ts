import { exportJWK, generateKeyPair, SignJWT } from "jose";
import {
  type FederatedWorld,
  openTraveller,
  startFederation,
  type Traveller,
} from "./federation.ts";
import type { VisitedPage } from "./page-visitor.ts";

const THERE = "https://there.example";

/** What the provider responds with, beside what is right. */
export interface Forgery {
  /** Claims of the ID token; those that are undefined are left out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The name of the key that signs; one that is not published is made. */
  readonly key?: string;
  /** The `kid` of the header, where it is not the name of the key. */
  readonly kid?: string;
  /** In place of the response of the token endpoint. */
  readonly token?: () => Response;
  readonly userinfo?: () => Response;
  readonly jwks?: () => Response;
  /** More parameters of the response to the browser. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A provider that says what a test makes of it. */
export interface ForgedProvider extends FederatedWorld {
  /** The names of the keys that the provider publishes. */
  readonly published: string[];
  /** Signs alice in, with what the provider responds: the page at the end. */
  signInWith(forgery?: Forgery, traveller?: Traveller): Promise<VisitedPage>;
  /** The first half: the login page, and the URL with which the provider sends the browser back. */
  leave(forgery?: Forgery, traveller?: Traveller): Promise<{ login: VisitedPage; back: URL }>;
}

/** Starts a server with a provider whose responses a test forges. */
export async function startForgedProvider(
  ...options: Parameters<typeof startFederation>
): Promise<ForgedProvider> {
  const [provider = {}, rest = {}] = options;
  const world = await startFederation({ create_accounts: "always", ...provider }, rest);
  const keys = new Map<string, Awaited<ReturnType<typeof generateKeyPair>>>();
  const keyNamed = async (name: string) => {
    const known = keys.get(name) ?? (await generateKeyPair("RS256"));
    keys.set(name, known);
    return known;
  };
  const published = ["first"];
  let forged: Forgery & { readonly nonce: string; readonly client_id: string } = {
    nonce: "",
    client_id: "",
  };

  const idToken = async (): Promise<string> => {
    const { nonce, client_id, claims, key = "first", kid = key } = forged;
    const now = world.clock.now;
    const right = { iss: THERE, aud: client_id, sub: "alice", nonce, iat: now, exp: now + 60 };
    return new SignJWT({ ...right, ...claims })
      .setProtectedHeader({ alg: "RS256", kid })
      .sign((await keyNamed(key)).privateKey);
  };

  world.outbound.intercept = async ({ pathname }) => {
    if (pathname === "/oauth2/token") {
      if (forged.token !== undefined) return forged.token();
      const tokens = {
        access_token: "at",
        token_type: "Bearer",
        refresh_token: "rt",
        expires_in: 60,
      };
      return Response.json({ ...tokens, id_token: await idToken() });
    }
    if (pathname === "/userinfo") return forged.userinfo?.() ?? Response.json({ sub: "alice" });
    if (pathname !== "/.well-known/jwks.json") return undefined;
    if (forged.jwks !== undefined) return forged.jwks();
    const jwks = published.map(async (name) => ({
      ...(await exportJWK((await keyNamed(name)).publicKey)),
      kid: name,
      alg: "RS256",
      use: "sig",
    }));
    return Response.json({ keys: await Promise.all(jwks) });
  };

  const forgedProvider: ForgedProvider = {
    ...world,
    published,
    async leave(forgery = {}, traveller = openTraveller(world)) {
      const login = await traveller.open();
      const left = (await traveller.leave(login)).searchParams;
      const [nonce, client_id] = [left.get("nonce") ?? "", left.get("client_id") ?? ""];
      forged = { ...forgery, nonce, client_id };
      const back = new URL(left.get("redirect_uri") ?? "");
      const parameters = { code: "c", state: left.get("state") ?? "", iss: THERE };
      back.search = new URLSearchParams({ ...parameters, ...forgery.parameters }).toString();
      return { login, back };
    },
    async signInWith(forgery, traveller = openTraveller(world)) {
      const { back } = await forgedProvider.leave(forgery, traveller);
      return traveller.here.visit(back.href);
    },
  };
  return forgedProvider;
}
