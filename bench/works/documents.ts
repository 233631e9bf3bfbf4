import type { Contender } from "../contenders/contender.ts";
import { askOnce, type Entrant, loadedByWrk, type Work } from "./work.ts";

/** GET of the public keys. */
export const jwks = documentWork({
  name: "jwks",
  title: "GET public keys",
  path: "/.well-known/jwks.json",
  their_path: "/jwks",
  expected: '"keys"',
});

/** GET of the discovery document. */
export const discovery = documentWork({
  name: "discovery",
  title: "GET discovery document",
  path: "/.well-known/openid-configuration",
  their_path: "/.well-known/openid-configuration",
  expected: '"issuer"',
});

/** GET of the health check, which asks the database. */
export const health = documentWork({
  name: "health",
  title: "GET health",
  path: "/health/ready",
  expected: '"ok"',
});

interface Document {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  /** Where node-oidc-provider has it; undefined when it has nothing of the kind. */
  readonly their_path?: string;
  readonly expected: string;
}

function documentWork({ name, title, path, their_path, expected }: Document): Work {
  const entrant = async (contender: Contender, url: string): Promise<Entrant> => {
    await askOnce(url, {}, expected);
    return loadedByWrk(contender, { url });
  };
  return {
    name,
    title,
    unit: "requests",
    async enter(stage) {
      const latchkey = await stage.latchkey();
      const floor = await stage.floor();
      await floor.teach(path, await askOnce(`${latchkey.public_url}${path}`, {}, expected));
      const entrants = [await entrant(floor, `${floor.public_url}${path}`)];
      if (their_path !== undefined) {
        const provider = await stage.oidcProvider();
        entrants.push(await entrant(provider, `${provider.public_url}${their_path}`));
      }
      entrants.push(await entrant(latchkey, `${latchkey.public_url}${path}`));
      const { another } = stage;
      if (another !== undefined && their_path !== undefined) {
        const url = name === "jwks" ? another.endpoints.jwks_uri : `${another.public_url}${path}`;
        if (url !== undefined) entrants.push(await entrant(another, url));
      }
      return entrants;
    },
  };
}
