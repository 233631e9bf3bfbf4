import assert from "node:assert/strict";
import type { Termination, TerminationInput } from "@latchkey/api";
import { decodeJwt } from "../../src/crypto/jwt.ts";
import { type Machine, registerMachine, tokenOf } from "../operations/machine.ts";
import { type App, registerApp } from "../support/app.ts";
import { ask, errorOf as backchannelErrorOf, registerBank } from "../support/backchannel.ts";
import { openBrowser } from "../support/browser.ts";
import { codesOf, errorOf as deviceErrorOf, registerTv } from "../support/device.ts";
import {
  authorize,
  codeFor,
  passConsent,
  passLogin,
  redeem,
  refresh,
  requestOf,
  signIn,
} from "../support/flow.ts";
import type { TestServer } from "../support/server.ts";

export const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
export const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

export const ALBUMS = "https://albums.example";
export const PRINTS = "https://prints.example";

/** A server; a second one on the same database, perhaps. */
export type World = Pick<TestServer, "latchkey" | "fetch">;

/** What everything of can be ended, but for the dry run. */
export type Holder = Omit<TerminationInput, "dry_run">;

/** Something that gives access. */
export interface Held {
  readonly title: string;
  /** What it belongs to. */
  readonly of: readonly Holder[];
  /** Whether it still gives access, as this server decides. */
  works(world: World): Promise<boolean>;
}

/** The users and clients of a test. */
export interface Parties {
  /** Subjects. */
  readonly alice: string;
  readonly bob: string;
  readonly photos: App;
  readonly cards: App;
  readonly tv: App;
  readonly bank: App;
  readonly job: Machine;
  readonly printer: Machine;
}

export async function registerParties({ latchkey }: World): Promise<Parties> {
  const [alice, bob] = await Promise.all(
    ["alice", "bob"].map(async (username) => {
      const { subject } = await latchkey.createAccount({ body: { username, password_hash } });
      return subject;
    }),
  );
  assert.ok(alice && bob);
  const audience = [ALBUMS, PRINTS];
  const photos = await registerApp(latchkey, { audience });
  const cards = await registerApp(latchkey, {
    client_id: "cards",
    audience,
    access_token_strategy: "jwt",
  });
  const tv = await registerTv(latchkey, { audience });
  const bank = await registerBank(latchkey, { audience });
  const job = await registerMachine(latchkey, { client_id: "job", scope: "albums.read", audience });
  const printer = await registerMachine(latchkey, {
    client_id: "printer",
    grant_types: [TOKEN_EXCHANGE],
    scope: "albums.read",
    audience,
    token_exchange_subject_clients: ["photos", "cards", "job", "printer"],
  });
  return { alice, bob, photos, cards, tv, bank, job, printer };
}

/** Of bcrypt, at its lowest cost: no user signs in with it. */
const password_hash = "$2b$04$abcdefghijklmnopqrstuuJ7cUQ3wOYqS1Lw0xWQvTfK0Cq1m9b2S";

/** Everything that a user holds, and that is held for them. */
export async function heldByUser(
  world: World,
  subject: string,
  { photos, cards, tv, bank, printer }: Parties,
): Promise<readonly Held[]> {
  const browser = openBrowser(world);
  const login = { subject, remember: true };
  const params = { audience: ALBUMS, scope: "openid offline albums.read" };
  const inPhotos = await signIn(world, photos, { browser, login, params });
  const ofPhotos = holdersOf(inPhotos, subject, "photos");
  const inCards = await signIn(world, cards, { browser, params, login: { subject } });
  const ofCards = holdersOf(inCards, subject, "cards");
  const exchanged = await exchange(world, printer, inPhotos.access_token);
  const again = await exchange(world, printer, exchanged);
  const code = await codeFor(world, photos, { browser, login: { subject }, params });
  const [, session] = ofPhotos;
  const anonymous = openBrowser(world);
  const flow = { ...params, ...requestOf(photos, params) };
  const waiting = await passLogin(world, anonymous, await authorize(anonymous, flow), { subject });
  const device = await codesOf(world, tv, { scope: "openid", audience: PRINTS });
  const asked = await ask(world, bank, {
    login_hint: subject,
    audience: PRINTS,
  });
  assert.ok(asked.ok, JSON.stringify(asked.body));
  const { auth_req_id } = asked.body;
  const isPending = (error: unknown): boolean => error === "authorization_pending";
  const byPrinter = [{ client_id: "printer" }, { audience: PRINTS }];
  return [
    {
      title: `${subject}: an access token`,
      of: ofPhotos,
      works: (at) => isActive(at, inPhotos.access_token),
    },
    {
      title: `${subject}: an access token at userinfo`,
      of: ofPhotos,
      works: async ({ fetch }) => {
        const headers = { authorization: `Bearer ${inPhotos.access_token}` };
        return (await fetch("http://public.test/userinfo", { headers })).ok;
      },
    },
    {
      title: `${subject}: a JWT access token`,
      of: ofCards,
      works: (at) => isActive(at, inCards.access_token),
    },
    {
      title: `${subject}: an exchanged token`,
      of: [...ofPhotos, ...byPrinter],
      works: (at) => isActive(at, exchanged),
    },
    {
      title: `${subject}: a token exchanged for that`,
      of: [...ofPhotos, ...byPrinter],
      works: (at) => isActive(at, again),
    },
    {
      title: `${subject}: a flow under way`,
      of: [{ subject }, { client_id: "photos" }, { audience: ALBUMS }],
      works: async (at) => {
        try {
          return (await passConsent(at, anonymous, waiting)).status === 302;
        } catch {
          return false;
        }
      },
    },
    {
      title: `${subject}: a device that waits`,
      of: [{ client_id: "tv" }, { audience: PRINTS }],
      works: async (at) => isPending(await deviceErrorOf(at, tv, device.device_code)),
    },
    {
      title: `${subject}: a backchannel request that waits`,
      of: [{ subject }, { client_id: "bank" }, { audience: PRINTS }],
      works: async (at) => isPending(await backchannelErrorOf(at, bank, auth_req_id)),
    },
    {
      title: `${subject}: a login session`,
      of: [{ subject }, ...(session ? [session] : [])],
      works: async () => {
        const request = requestOf(cards, { scope: "openid", prompt: "none" });
        const location = (await authorize(browser, request)).headers.get("location") ?? "";
        return !location.includes("login_required");
      },
    },
    // Last: they are used up.
    {
      title: `${subject}: a code`,
      of: [
        { subject },
        { client_id: "photos" },
        { audience: ALBUMS },
        ...(session ? [session] : []),
      ],
      works: async (at) => (await redeem(at, photos, code)).ok,
    },
    {
      title: `${subject}: a refresh token`,
      of: ofPhotos,
      works: async (at) => (await refresh(at, photos, inPhotos.refresh_token)).ok,
    },
    {
      title: `${subject}: a refresh token for JWTs`,
      of: ofCards,
      works: async (at) => (await refresh(at, cards, inCards.refresh_token)).ok,
    },
  ];
}

/** What a client holds that acts for itself. */
export async function heldByMachine(
  world: World,
  { job, printer }: Parties,
): Promise<readonly Held[]> {
  const form = { scope: "albums.read", audience: ALBUMS };
  const token = await tokenOf(world.latchkey, job, form);
  const exchanged = await exchange(world, printer, token);
  const of = [{ subject: "job" }, { client_id: "job" }, { audience: ALBUMS }];
  return [
    { title: "a token of a client itself", of, works: (at) => isActive(at, token) },
    {
      title: "a token exchanged for that of a client",
      of: [...of, { client_id: "printer" }, { audience: PRINTS }],
      works: (at) => isActive(at, exchanged),
    },
  ];
}

/** The printer exchanges a token for one with which it prints. */
function exchange({ latchkey }: World, printer: Machine, subject_token: string): Promise<string> {
  return tokenOf(latchkey, printer, {
    grant_type: TOKEN_EXCHANGE,
    subject_token,
    subject_token_type: ACCESS_TOKEN,
    audience: PRINTS,
  });
}

export async function isActive({ latchkey }: World, token: string): Promise<boolean> {
  return (await latchkey.introspectOAuth2Token({ token })).active;
}

export function end({ latchkey }: World, body: TerminationInput): Promise<Termination> {
  return latchkey.endEverything({ body });
}

/** The id of the grant of a refresh token: its first bytes. */
export function grantIdOf(refresh_token: string | undefined): string {
  assert.ok(refresh_token);
  const payload = Buffer.from(refresh_token.replace("lk_rt_", "").slice(0, 22), "base64url");
  return payload.subarray(0, 16).toString("base64url");
}

function holdersOf(
  tokens: { readonly id_token?: string; readonly refresh_token?: string },
  subject: string,
  client_id: string,
): readonly Holder[] {
  const sid = decodeJwt(tokens.id_token ?? "")?.claims["sid"];
  assert.ok(typeof sid === "string");
  return [
    { subject },
    { session_id: sid },
    { client_id },
    { grant_id: grantIdOf(tokens.refresh_token) },
    { audience: ALBUMS },
  ];
}
