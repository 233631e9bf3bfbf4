import assert from "node:assert/strict";
import { it } from "node:test";
import { createProtection } from "@latchkey/protect";
import * as fc from "fast-check";
import { decodeJwt } from "../../src/crypto/jwt.ts";
import { type Machine, registerMachine, tokenOf } from "../operations/machine.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { signIn } from "../support/flow.ts";
import { assertProperty } from "../support/properties.ts";
import { startTestServer } from "../support/server.ts";
import {
  ACCESS_TOKEN,
  ALBUMS,
  end,
  grantIdOf,
  type Holder,
  isActive,
  PRINTS,
  TOKEN_EXCHANGE,
} from "./held.ts";

/** Whether everything that a token derives from is alive, is decided by a model: its node and the nodes above. */
interface Node {
  readonly token: string;
  readonly parent: Node | undefined;
  readonly of: readonly Holder[];
  readonly is_jwt: boolean;
  /** The client that may revoke it. */
  readonly client: Pick<Machine, "authorization">;
}

const SCOPES = ["albums.read", "albums.write", "prints.read"];
const AUDIENCES = [ALBUMS, PRINTS];

const exchanges = fc.array(
  fc.record({
    /** Which of the nodes so far is exchanged. */
    of: fc.nat({ max: 30 }),
    by: fc.constantFrom("printer", "press"),
    scope: fc.option(fc.subarray(SCOPES, { minLength: 1 }), { nil: undefined }),
    audience: fc.constantFrom(...AUDIENCES),
    seconds: fc.nat({ max: 900 }),
  }),
  { minLength: 1, maxLength: 8 },
);
const ended = fc.record({
  node: fc.nat({ max: 30 }),
  /** Which of its holders; the token itself is revoked for the last. */
  holder: fc.nat({ max: 5 }),
});

const world = await startTestServer({ "ttl.grants.token_exchange.access_token": "30m" });
const { latchkey, clock } = world;
const common = { audience: AUDIENCES, scope: `openid offline ${SCOPES.join(" ")}` };
const photos = await registerApp(latchkey, common);
const cards = await registerApp(latchkey, {
  client_id: "cards",
  access_token_strategy: "jwt",
  ...common,
});
const job = await registerMachine(latchkey, { client_id: "job", ...common });
const exchanging = {
  grant_types: [TOKEN_EXCHANGE],
  token_exchange_subject_clients: ["photos", "cards", "job", "printer", "press"],
  ...common,
};
const printer = await registerMachine(latchkey, { client_id: "printer", ...exchanging });
const press = await registerMachine(latchkey, {
  client_id: "press",
  access_token_strategy: "jwt",
  ...exchanging,
});
const params = { scope: common.scope, audience: ALBUMS };
let subjects = 0;

async function rootNodes(): Promise<Node[]> {
  subjects += 1;
  const subject = `user ${subjects}`;
  const browser = openBrowser(world);
  const roots: Node[] = [];
  for (const app of [photos, cards]) {
    const { client_id } = app;
    const tokens = await signIn(world, app, { browser, params, login: { subject } });
    const sid = decodeJwt(tokens.id_token ?? "")?.claims["sid"];
    assert.ok(typeof sid === "string" && app.authorization);
    const grant = { grant_id: grantIdOf(tokens.refresh_token) };
    const of = [{ subject }, { session_id: sid }, { client_id }, grant, { audience: ALBUMS }];
    const client = { authorization: app.authorization };
    roots.push({
      token: tokens.access_token,
      parent: undefined,
      of,
      is_jwt: app === cards,
      client,
    });
  }
  const scope = SCOPES.join(" ");
  const token = await tokenOf(latchkey, job, { scope, audience: ALBUMS });
  const of = [{ subject: "job" }, { client_id: "job" }, { audience: ALBUMS }];
  return [...roots, { token, parent: undefined, of, is_jwt: false, client: job }];
}

/** The token, what it was exchanged for, and so on. */
function lineOf(node: Node): readonly Node[] {
  return node.parent === undefined ? [node] : [node, ...lineOf(node.parent)];
}

async function describeToken(token: string) {
  const found = await latchkey.introspectOAuth2Token({ token });
  assert.ok(found.active);
  const { exp, scope = "", sub } = found;
  return { exp, scope: scope.split(" ").filter(Boolean), sub };
}

async function exchange(
  nodes: Node[],
  wanted: {
    of: number;
    by: string;
    scope: readonly string[] | undefined;
    audience: string;
    seconds: number;
  },
): Promise<void> {
  const parent = nodes[wanted.of % nodes.length] ?? assert.fail();
  const by = wanted.by === "press" ? press : printer;
  const before = await describeToken(parent.token);
  const mayHave = wanted.scope?.every((name) => before.scope.includes(name)) ?? true;
  const asked = {
    grant_type: TOKEN_EXCHANGE,
    subject_token: parent.token,
    subject_token_type: ACCESS_TOKEN,
    audience: wanted.audience,
    ...(wanted.scope && { scope: wanted.scope.join(" ") }),
  };
  if (!mayHave) {
    await assert.rejects(tokenOf(latchkey, by, asked), { error: "invalid_scope" });
    return;
  }
  const token = await tokenOf(latchkey, by, asked);
  const after = await describeToken(token);
  assert.ok(after.exp <= before.exp, "it does not outlive what it was exchanged for");
  assert.ok(
    after.scope.every((name) => before.scope.includes(name)),
    "it has no scope that it had not",
  );
  assert.equal(after.sub, before.sub);
  const subject = after.sub ?? "";
  const of = [{ subject }, { client_id: by.client_id }, { audience: wanted.audience }];
  nodes.push({ token, parent, of, is_jwt: by === press, client: by });
}

it("tokens of random trees of exchanges never outlive, exceed or survive what they derive from", async () => {
  await assertProperty(
    fc.asyncProperty(exchanges, ended, async (steps, ending) => {
      const nodes = await rootNodes();
      for (const step of steps) {
        clock.now += step.seconds % 60;
        await exchange(nodes, step);
      }
      const chosen = nodes[ending.node % nodes.length] ?? assert.fail();
      const holder = chosen.of[ending.holder];
      const isHeld = (node: Node): boolean =>
        holder === undefined
          ? node === chosen
          : node.of.some((one) => JSON.stringify(one) === JSON.stringify(holder));
      // RFC 7009 §2.1: with an access token of a grant, the grant is revoked.
      if (holder === undefined) {
        const { authorization } = chosen.client;
        await end(world, { subject: "nobody" }); // Reads what the keys have signed, as servers do every five seconds.
        await latchkey.revokeOAuth2Token({ token: chosen.token }, { authorization });
      } else {
        await end(world, holder);
      }
      clock.now += 10;
      for (const node of nodes) {
        const isAlive = !lineOf(node).some(isHeld);
        assert.equal(await isActive(world, node.token), isAlive, JSON.stringify(holder));
        if (node.is_jwt)
          assert.equal(await isAccepted(node.token), isAlive, `JWT: ${JSON.stringify(holder)}`);
      }
    }),
    { cases: 8 },
  );
});

/** By an API of either audience that verifies JWTs itself. */
async function isAccepted(token: string): Promise<boolean> {
  const [audience] = [decodeJwt(token)?.claims["aud"]].flat();
  const api = apis.get(String(audience)) ?? assert.fail();
  const header = (name: string) => (name === "authorization" ? `Bearer ${token}` : undefined);
  return (await api.verify({ method: "GET", url: String(audience), header })).ok;
}

const apis = new Map(
  AUDIENCES.map((audience) => [
    audience,
    createProtection({
      issuer: "http://127.0.0.1:4444",
      resource: audience,
      now: () => clock.now,
      fetch: world.fetch,
    }),
  ]),
);
