import { hash } from "node:crypto";
import { check, type Check } from "../compare.ts";
import { isSecondGeneration, type Json } from "../facts.ts";
import { objectOf, textOf } from "../normal-forms.ts";
import type { World } from "../world.ts";

/** Key sets as the operator sees them, the published keys, and the discovery document. */
export async function* checkKeys(world: World): AsyncGenerator<Check> {
  const { facts } = world;
  for (const [set, { keys }] of Object.entries(facts.key_sets)) {
    yield check(
      `key_sets/${set}`,
      byKid(isSecondGeneration(facts) ? keys : joinPairs(keys)),
      async () => {
        const { body } = await world.admin("GET", `/keys/${encodeURIComponent(set)}`);
        return byKid(keysOf(body));
      },
    );
  }
  yield check("jwks", byKid(facts.jwks.keys), async () =>
    byKid(keysOf((await world.get("/.well-known/jwks.json")).body)),
  );
  yield check("discovery", comparable(facts.discovery, facts.discovery), async () => {
    const { body } = await world.get("/.well-known/openid-configuration");
    return comparable(objectOf(body), facts.discovery);
  });
}

function keysOf(body: unknown): readonly Json[] {
  const { keys } = objectOf(body);
  return Array.isArray(keys) ? keys.map(objectOf) : [];
}

/** The first generation stores the halves of a pair as two keys; here they are one, under the name that tokens carry. */
function joinPairs(keys: readonly Json[]): readonly Json[] {
  const names = new Set(keys.map(({ kid }) => kid));
  return keys.flatMap((key) => {
    const kid = textOf(key["kid"]);
    if (kid.startsWith("public:") && names.has(kid.replace("public:", "private:"))) return [];
    const joined = kid.replace(/^private:/, "public:");
    return [{ ...key, kid: names.has(joined) ? joined : kid }];
  });
}

const PRIVATE = ["d", "p", "q", "dp", "dq", "qi", "k"];

/** Private parameters are compared, and not shown. */
function byKid(keys: readonly Json[]): Json {
  const shown = keys.map(({ kid, ...parameters }): [string, Json] => {
    const fields = Object.entries(parameters).map(([name, value]) => {
      const isHidden = PRIVATE.includes(name) || name === "n";
      return [name, isHidden ? hash("sha256", textOf(value)).slice(0, 8) : value];
    });
    return [textOf(kid), Object.fromEntries(fields)];
  });
  return Object.fromEntries(shown);
}

/** Endpoints and texts as they are; of lists those values that the other server has: this one offers more. */
function comparable(document: Json, other: Json): Json {
  const fields = Object.entries(other).map(([name, wanted]) => {
    const value = document[name];
    if (!Array.isArray(wanted) || !Array.isArray(value)) return [name, value];
    const wantedTexts = wanted.map((one) => normalValue(one));
    const offered = value.map((one) => normalValue(one));
    return [name, wantedTexts.filter((one) => offered.includes(one)).toSorted()];
  });
  return Object.fromEntries(fields);
}

/** The parts of a response type have no order. */
function normalValue(value: unknown): string {
  return typeof value === "string" ? value.split(" ").toSorted().join(" ") : JSON.stringify(value);
}
