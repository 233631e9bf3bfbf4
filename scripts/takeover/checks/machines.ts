import { check, type Check } from "../compare.ts";
import { type ClientFact, clientOf, type Facts } from "../facts.ts";
import {
  newIntrospection,
  normalTokenResponse,
  objectOf,
  refusalOf,
  textOf,
  tokenResponseOf,
  withoutEmpty,
} from "../normal-forms.ts";
import type { Destructive } from "../plan.ts";
import { freshClaims, signJwt, type World } from "../world.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";

/** Trusted issuers: the record, and a new assertion of the issuer. */
export async function* checkTrust(world: World): AsyncGenerator<Check> {
  for (const { id, issuer, private_jwk, answers, listed } of world.facts.trust) {
    const { get = {}, new_assertion = {}, introspect = {} } = answers;
    const path = `/trust/grants/jwt-bearer/issuers/${id}`;
    yield check(
      `trust/${issuer} get`,
      { status: get["status"], body: withoutEmpty(get["body"]) },
      async () => {
        const { status, body } = await world.admin("GET", path);
        return { status, body: withoutEmpty(body) };
      },
    );
    yield check(`trust/${issuer} listed`, withoutEmpty(listed), async () => {
      const { body } = await world.admin("GET", "/trust/grants/jwt-bearer/issuers?limit=100");
      const all = Array.isArray(body) ? body.map(objectOf) : [];
      return withoutEmpty(all.find((one) => one["id"] === id) ?? "not listed");
    });
    let access = "";
    yield check(`trust/${issuer} new_assertion`, normalTokenResponse(new_assertion), async () => {
      const sub = textOf(objectOf(introspect["body"])["sub"]);
      const aud = `${world.facts.settings.issuer}oauth2/token`;
      const assertion = signJwt(private_jwk, { iss: issuer, sub, aud, ...freshClaims() });
      const scope = textOf(new_assertion["scope"]);
      const client_id = textOf(objectOf(introspect["body"])["client_id"]);
      const answer = await world.token(clientWithId(world, client_id), {
        grant_type: JWT_BEARER,
        assertion,
        scope,
      });
      access = textOf(objectOf(answer.body)["access_token"]);
      return tokenResponseOf(answer);
    });
    yield check(`trust/${issuer} introspect`, newIntrospection(introspect["body"]), async () =>
      newIntrospection((await world.introspect(access)).body),
    );
  }
}

function clientWithId({ facts }: World, client_id: string): ClientFact {
  const client = Object.values(facts.clients).find((one) => one.client_id === client_id);
  if (client === undefined) throw new Error(`The facts have no client ${client_id}.`);
  return client;
}

/** Assertions that were used once. */
export async function* checkAssertions(world: World): AsyncGenerator<Check> {
  for (const { id, client, grant, assertion, answers } of world.facts.assertions) {
    const { replay = {} } = answers;
    yield check(`assertions/${id} replay`, refusalOf(replay), async () => {
      if (grant !== undefined) {
        return refusalOf(await world.token(client, { grant_type: JWT_BEARER, assertion }));
      }
      const { client_id } = clientOf(world.facts, client);
      const form = {
        grant_type: "client_credentials",
        client_id,
        client_assertion: assertion,
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      };
      return refusalOf(await world.post("/oauth2/token", form));
    });
  }
}

/** Device codes. */
export function deviceTasks(facts: Facts): readonly Destructive[] {
  return facts.devices.map(({ id, client, device_code, user_code, answers }) => ({
    chain: `device ${id}`,
    async *run(world) {
      const { poll, accept_user_code } = answers;
      if (poll !== undefined) {
        yield check(`devices/${id} poll`, normalTokenResponse(poll), async () =>
          tokenResponseOf(await world.token(client, { grant_type: DEVICE_CODE, device_code })),
        );
      }
      if (accept_user_code !== undefined) {
        yield check(`devices/${id} accept_user_code`, refusalOf(accept_user_code), async () => {
          const page = await world.browser().go(`/oauth2/device/verify?user_code=${user_code}`);
          const challenge = page.location?.searchParams.get("device_challenge") ?? "";
          const query = `device_challenge=${encodeURIComponent(challenge)}`;
          const path = `/oauth2/auth/requests/device/accept?${query}`;
          return refusalOf(await world.admin("PUT", path, { user_code }));
        });
      }
    },
  }));
}
