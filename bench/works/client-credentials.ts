import { authorization, type Contender } from "../contenders/contender.ts";
import type { Parts } from "../contenders/parts.ts";
import { registerPhotos } from "../contenders/latchkey.ts";
import { askOnce, type Entrant, formOf, loadedByWrk, type Work } from "./work.ts";

const FORM = "grant_type=client_credentials&scope=photos.read+photos.write";
const PATH = "/oauth2/token";

/** The secret and the token are hashed, and a row is kept. */
export const TOKEN: Parts = { hashes: 2, inserts: 1 };

/** POST of the token endpoint by a machine that proves itself with its secret. */
export const clientCredentials: Work = {
  name: "client_credentials",
  title: "token, client_credentials with a secret",
  unit: "requests",
  async enter(stage) {
    const latchkey = await stage.latchkey();
    const onPostgres = await stage.latchkeyOnPostgres();
    const ours = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    for (const contender of ours) await registerPhotos(contender);

    const floor = await stage.floor();
    const { another } = stage;
    const answer = await askOnce(
      `${latchkey.public_url}${PATH}`,
      formOf(FORM, authorization),
      "lk_at_",
    );
    await floor.teach(PATH, answer);
    const parts = await stage.parts({
      lessons: { [PATH]: { parts: TOKEN, row_bytes: 80, answer: JSON.parse(answer) } },
    });

    const entrants = [
      await entrant(floor, `${floor.public_url}${PATH}`),
      ...(await Promise.all(parts.map((one) => entrant(one, `${one.public_url}${PATH}`)))),
      await tokenOf(await stage.oidcProvider()),
      ...(await Promise.all(ours.map((one) => entrant(one, `${one.public_url}${PATH}`)))),
    ];
    const url = another?.endpoints.token_endpoint;
    if (another?.authorization === undefined || url === undefined) return entrants;
    return [...entrants, await entrant(another, url, another.authorization)];
  },
};

function tokenOf(contender: Contender): Promise<Entrant> {
  return entrant(contender, `${contender.public_url}/token`);
}

async function entrant(contender: Contender, url: string, proof = authorization): Promise<Entrant> {
  await askOnce(url, formOf(FORM, proof), '"access_token"');
  return loadedByWrk(contender, { url, script: "form.lua", args: [FORM, proof] });
}
