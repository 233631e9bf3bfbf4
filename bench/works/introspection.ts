import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { authorization, type Contender } from "../contenders/contender.ts";
import { type Latchkey, registerPhotos } from "../contenders/latchkey.ts";
import { withStore } from "../fill/open.ts";
import { fillAccessTokens } from "../fill/tokens.ts";
import type { Stage } from "../stage.ts";
import { askOnce, type Entrant, formOf, loadedByWrk, type Work } from "./work.ts";

const PATH = "/oauth2/introspect";

/** POST of the introspection endpoint, about each of many live tokens in turn. */
export const introspection: Work = {
  name: "introspection",
  title: "introspect, 100,000 live tokens",
  unit: "requests",
  async enter(stage) {
    const latchkey = await stage.latchkey();
    const onPostgres = await stage.latchkeyOnPostgres();
    const ours = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    const entrants: Entrant[] = [];
    for (const contender of ours) {
      const file = await fill(contender, stage);
      entrants.push(await entrant(contender, `${contender.admin_url}${PATH}`, file));
    }

    const floor = await stage.floor();
    const file = join(stage.directory, "latchkey.tokens");
    await floor.teach(PATH, await ask(`${latchkey.admin_url}${PATH}`, file));
    const answer: unknown = JSON.parse(await ask(`${latchkey.admin_url}${PATH}`, file));
    const parts = await stage.parts({
      lessons: { [PATH]: { parts: { hashes: 2, finds: 1 }, row_bytes: 80, answer } },
    });
    const theirs = join(stage.directory, "oidc-provider.tokens");
    const provider = await stage.oidcProvider({ tokens: { count: stage.pace.rows, file: theirs } });
    return [
      await entrant(floor, `${floor.public_url}${PATH}`, file),
      ...(await Promise.all(parts.map((one) => entrant(one, `${one.public_url}${PATH}`, file)))),
      await entrant(provider, `${provider.public_url}/token/introspection`, theirs),
      ...entrants,
    ];
  },
};

/** Issues live tokens behind the server's back; answers the file that lists them. */
async function fill(contender: Latchkey, { directory, pace }: Stage): Promise<string> {
  await registerPhotos(contender);
  const tokens = await withStore(contender.dsn, (open) => fillAccessTokens(open, pace.rows));
  const file = join(directory, `${contender.name}.tokens`);
  writeFileSync(file, `${tokens.join("\n")}\n`);
  return file;
}

async function entrant(contender: Contender, url: string, file: string): Promise<Entrant> {
  await ask(url, file);
  return loadedByWrk(contender, { url, script: "tokens.lua", args: [file, authorization] });
}

function ask(url: string, file: string): Promise<string> {
  const token = readFileSync(file, "utf8").split("\n", 1)[0] ?? "";
  return askOnce(url, formOf(`token=${token}`, authorization), '"active":true');
}
