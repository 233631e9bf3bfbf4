import { check, type Check } from "../compare.ts";
import { type ClientFact, isSecondGeneration, type Json } from "../facts.ts";
import {
  normalTokenResponse,
  objectOf,
  refusalOf,
  textOf,
  tokenResponseOf,
  withoutEmpty,
} from "../normal-forms.ts";
import type { World } from "../world.ts";

/** Clients: their description, their secrets and their registration tokens. */
export async function* checkClients(world: World): AsyncGenerator<Check> {
  for (const [nickname, client] of Object.entries(world.facts.clients)) {
    const entry = `clients/${nickname}`;
    yield check(`${entry} registered`, describe(client.registered), async () => {
      const { status, body } = await world.admin("GET", `/clients/${client.client_id}`);
      return status === 200 ? describe(objectOf(body)) : { status };
    });
    yield* checkAnswers(world, entry, client);
  }
}

async function* checkAnswers(
  world: World,
  entry: string,
  client: ClientFact,
): AsyncGenerator<Check> {
  const { answers } = client;
  const revoke = (client_secret = client.client_secret) => {
    const one = client_secret === undefined ? client : { ...client, client_secret };
    return world.postAs(one, "/oauth2/revoke", { token: "of-no-token" });
  };
  const { wrong_secret, right_secret_at_revoke, client_credentials, get_registration } = answers;
  if (wrong_secret !== undefined) {
    yield check(`${entry} wrong_secret`, refusalOf(wrong_secret), async () =>
      refusalOf(await revoke(`${client.client_secret}x`)),
    );
  }
  if (right_secret_at_revoke !== undefined) {
    // Twice: the first one may replace the hash.
    for (const time of ["", " again"]) {
      yield check(`${entry} right_secret_at_revoke${time}`, right_secret_at_revoke, async () =>
        refusalOf(await revoke()),
      );
    }
    yield check(`${entry} wrong_secret afterwards`, { status: 401 }, async () => {
      const { status } = await revoke(`${client.client_secret}x`);
      return { status };
    });
  }
  if (client_credentials !== undefined) {
    yield check(`${entry} client_credentials`, normalTokenResponse(client_credentials), async () =>
      tokenResponseOf(await world.token(client, { grant_type: "client_credentials" })),
    );
  }
  if (get_registration !== undefined) {
    yield check(`${entry} get_registration`, refusalOf(get_registration), async () => {
      const base = isSecondGeneration(world.facts) ? "/oauth2/register" : "/connect/register";
      const authorization = `Bearer ${client.registration_access_token}`;
      return refusalOf(await world.get(`${base}/${client.client_id}`, { authorization }));
    });
  }
}

/** Without empty fields; times in seconds, lifespans too. */
function describe(client: Json): unknown {
  const fields = Object.entries(client).map(([name, value]): [string, unknown] => {
    if (name.endsWith("_lifespan")) return [name, secondsOf(textOf(value))];
    if (name === "created_at" || name === "updated_at") return [name, textOf(value).slice(0, 19)];
    return [name, value];
  });
  const { client_secret_expires_at: _never, ...rest } = Object.fromEntries(fields);
  return withoutEmpty(rest);
}

/** `175100h0m0s`, as Go writes a duration. */
function secondsOf(duration: string): number | undefined {
  if (duration === "") return undefined;
  const units: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };
  let seconds = 0;
  for (const [, amount, unit = ""] of duration.matchAll(/([\d.]+)(h|m|s)/g)) {
    seconds += Number(amount) * (units[unit] ?? 0);
  }
  return seconds;
}
