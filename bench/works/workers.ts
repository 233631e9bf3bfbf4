import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { authorization, type Contender } from "../contenders/contender.ts";
import { type Latchkey, registerPhotos } from "../contenders/latchkey.ts";
import type { Lesson } from "../contenders/parts.ts";
import { withStore } from "../fill/open.ts";
import { fillAccessTokens } from "../fill/tokens.ts";
import type { Stage } from "../stage.ts";
import { TOKEN } from "./client-credentials.ts";
import { askOnce, formOf, loadedByWrk, type Work } from "./work.ts";

const FORM = "grant_type=client_credentials&scope=photos.read+photos.write";

/** POST of the token endpoint, by one worker and by one for each core. The load shares the cores with them. */
export const workersToken: Work = {
  name: "workers_token",
  title: "token, on all cores, load included",
  unit: "requests",
  async enter(stage) {
    const path = "/oauth2/token";
    const answer = { access_token: "a".repeat(49), expires_in: 86_400, token_type: "bearer" };
    const parts = await startBothParts(stage, path, { parts: TOKEN, row_bytes: 80, answer });
    return Promise.all(
      [...(await startBoth(stage)), ...parts].map(async (contender) => {
        const url = `${contender.public_url}${path}`;
        await askOnce(url, formOf(FORM, authorization), '"access_token"');
        const args = [FORM, authorization];
        return loadedByWrk(contender, { url, script: "form.lua", args, all_cores: true });
      }),
    );
  },
};

/** POST of the introspection endpoint, likewise. */
export const workersIntrospection: Work = {
  name: "workers_introspection",
  title: "introspect, on all cores, load included",
  unit: "requests",
  async enter(stage) {
    const path = "/oauth2/introspect";
    const answer = { active: true, client_id: "photos", scope: "photos.read", sub: "photos" };
    const lesson: Lesson = { parts: { hashes: 1, finds: 1 }, row_bytes: 80, answer };
    const parts = await startBothParts(stage, path, lesson);
    const listed = join(stage.directory, "latchkey.tokens");
    const ours = await Promise.all(
      (await startBoth(stage)).map(async (contender) => {
        const tokens = await withStore(contender.dsn, (open) => fillAccessTokens(open, SHOWN));
        const file = join(stage.directory, `${contender.name}.tokens`);
        writeFileSync(file, `${tokens.join("\n")}\n`);
        await askOnce(`${contender.admin_url}${path}`, formOf(`token=${tokens[0]}`), ACTIVE);
        return { contender, file };
      }),
    );
    return [...ours, ...parts.map((contender) => ({ contender, file: listed }))].map(
      ({ contender, file }) => {
        const url = `${contender.admin_url}${path}`;
        return loadedByWrk(contender, { url, script: "tokens.lua", args: [file], all_cores: true });
      },
    );
  },
};

const SHOWN = 10_000;
const ACTIVE = '"active":true';

/** What the work is made of, with one worker and with one for each core: how much there is to gain. */
async function startBothParts(stage: Stage, path: string, lesson: Lesson): Promise<Contender[]> {
  const [lessons, workers] = [{ [path]: lesson }, Math.max(2, availableParallelism())];
  return [
    ...(await stage.parts({ lessons, all_cores: true })),
    ...(await stage.parts({ name: "parts-workers", lessons, all_cores: true, workers })),
  ];
}

/** The same server with one worker and with as many as there are cores, wherever the system puts them. */
async function startBoth(stage: Stage): Promise<Latchkey[]> {
  const alone = await stage.latchkey({ all_cores: true });
  const together = await stage.latchkey({
    name: "latchkey-workers",
    directory: join(stage.directory, "workers"),
    all_cores: true,
    workers: Math.max(2, availableParallelism()),
  });
  for (const contender of [alone, together]) await registerPhotos(contender);
  return [alone, together];
}
