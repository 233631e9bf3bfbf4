import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from "jose";
import { rotateKeys } from "../../src/jobs/key-rotation.ts";
import { type Machine, registerMachine, tokenOf } from "../operations/machine.ts";
import { type App, registerApp } from "../support/app.ts";
import { signIn } from "../support/flow.ts";
import { startTwoServers, type TestServer } from "../support/server.ts";

/**
 * Two servers on one database that issue tokens without a break, and APIs that verify them, in virtual time. Each API fetches the
 * published keys when those that it has are an hour old, from one server and then from the other, and never sooner: not for a key
 * that it does not know either.
 */

const HOUR = 3_600;
const STEP = 900;
const VERIFIERS = 4;

const settings = {
  "strategies.access_token": "jwt",
  "ttl.access_token": "1h",
  "ttl.id_token": "1h",
  "oidc.key_rotation.every": "24h",
  "oidc.key_rotation.announce_period": "70m",
  "oidc.key_rotation.keep_period": "24h",
};

/** A token that an API would not accept, while it was valid. */
interface Refusal {
  readonly hour: number;
  readonly kid: string;
  readonly code: string;
}

export interface LoadReport {
  readonly worlds: readonly [TestServer, TestServer];
  readonly tokens: number;
  readonly verifications: number;
  readonly refusals: readonly Refusal[];
  /** The keys that signed access tokens, in the order in which they began to. */
  readonly signers: readonly string[];
  /** ID tokens, oldest first. */
  readonly id_tokens: readonly string[];
}

interface Running {
  readonly worlds: readonly [TestServer, TestServer];
  readonly machines: readonly Machine[];
  readonly photos: App;
}

/** Runs the load for so many hours. `intervene` is called at the beginning of each hour. */
export async function runLoad(
  changes: Readonly<Record<string, unknown>>,
  hours: number,
  intervene: (hour: number, world: TestServer) => Promise<void> = async () => {},
): Promise<LoadReport> {
  const running = await start({ ...settings, ...changes });
  const { worlds } = running;
  const verifiers = Array.from({ length: VERIFIERS }, (_, index) => createVerifier(worlds, index));
  const due = new Map<number, string[]>();
  const refusals: Refusal[] = [];
  const signers = new Set<string>();
  const id_tokens: string[] = [];
  let [tokens, verifications] = [0, 0];

  for (let step = 0; step * STEP < hours * HOUR; step += 1) {
    for (const world of worlds) world.clock.now += STEP;
    if ((step * STEP) % HOUR === 0) await intervene((step * STEP) / HOUR, worlds[0]);
    const issuing = issue(running, step);
    // While tokens are signed; and servers learn of new keys after the APIs have asked for them.
    await Promise.all(worlds.map(({ server }, index) => rotateKeys(server.context, `of ${index}`)));
    const { access, id } = await issuing;
    id_tokens.push(...id);
    for (const token of access) signers.add(decodeProtectedHeader(token).kid ?? "");
    const issued = [...access, ...id];
    tokens += issued.length;
    for (const token of issued) {
      for (const at of [step, ...laterChecks(step, token)]) {
        const list = due.get(at) ?? [];
        list.push(token);
        due.set(at, list);
      }
    }
    for (const verifier of verifiers) {
      for (const token of due.get(step) ?? []) {
        verifications += 1;
        const code = await verifier(token);
        const kid = decodeProtectedHeader(token).kid ?? "";
        if (code !== undefined) refusals.push({ hour: (step * STEP) / HOUR, kid, code });
      }
    }
    due.delete(step);
    for (const { server } of worlds) await server.context.store.refresh();
  }
  return { worlds, tokens, verifications, refusals, signers: [...signers], id_tokens };
}

async function start(config: Readonly<Record<string, unknown>>): Promise<Running> {
  const worlds = await startTwoServers(config);
  const [{ latchkey }] = worlds;
  // Signatures of an RSA key take ten times as long.
  await latchkey.createJsonWebKeySet({ set: "hydra.jwt.access-token", body: { alg: "ES256" } });
  const long = { client_credentials_grant_access_token_lifespan: "20h" };
  const machines = [
    await registerMachine(latchkey, { client_id: "short" }),
    await registerMachine(latchkey, { client_id: "long", ...long }),
  ];
  return { worlds, machines, photos: await registerApp(latchkey) };
}

/** Tokens of both servers at once: of a client with short ones, of one with long ones, and now and then of a user. */
async function issue({ worlds, machines, photos }: Running, step: number) {
  const access = worlds.flatMap(({ latchkey }) => machines.map((one) => tokenOf(latchkey, one)));
  const [one, two] = worlds;
  const id = step % 12 === 0 ? [signIn(step % 24 === 0 ? one : two, photos)] : [];
  return {
    access: await Promise.all(access),
    id: (await Promise.all(id)).map(({ id_token = "" }) => id_token),
  };
}

/** When a token is verified again: in the middle of its life, and at its end. */
function laterChecks(step: number, token: string): readonly number[] {
  const { exp = 0, iat = 0 } = decodeJwt(token);
  const last = Math.ceil((exp - iat) / STEP) - 1;
  return [step + Math.floor(last / 2), step + last];
}

/** An API. It returns why it would not accept a token. */
function createVerifier(worlds: readonly [TestServer, TestServer], index: number) {
  let fetchedAt = -Infinity;
  let fetches = index;
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  return async (token: string): Promise<string | undefined> => {
    const { clock, latchkey } = worlds[fetches % 2 === 0 ? 0 : 1];
    if (keys === undefined || clock.now - fetchedAt >= HOUR) {
      keys = createLocalJWKSet(await latchkey.wellKnown());
      // The first time, as though it had been fetched a while ago: APIs do not fetch at the same moment.
      fetchedAt = clock.now - (fetchedAt === -Infinity ? (index * HOUR) / VERIFIERS : 0);
      fetches += 1;
    }
    try {
      await jwtVerify(token, keys, { currentDate: new Date(clock.now * 1000) });
      return undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return error.code;
      throw error;
    }
  };
}
