import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { authorization, type Subject } from "../subjects/subject.ts";
import { type Latchkey, registerPhotos } from "../subjects/latchkey.ts";
import type { FixedRoute } from "../subjects/lower-bound.ts";
import { withStore } from "../fill/open.ts";
import { fillAccessTokens } from "../fill/tokens.ts";
import type { Environment } from "../environment.ts";
import { TOKEN } from "./client-credentials.ts";
import { requestOnce, formOf, loadedByWrk, type Workload } from "./workload.ts";

const FORM = "grant_type=client_credentials&scope=photos.read+photos.write";

/** POST to the token endpoint, with one worker and with one per core. The load shares the cores. */
export const workersToken: Workload = {
  name: "workers_token",
  title: "token, on all cores, load included",
  unit: "requests",
  async prepare(environment) {
    const path = "/oauth2/token";
    const answer = { access_token: "a".repeat(49), expires_in: 86_400, token_type: "bearer" };
    const lowerBounds = await startBothLowerBounds(environment, path, {
      primitives: TOKEN,
      row_bytes: 80,
      answer,
    });
    return Promise.all(
      [...(await startBoth(environment)), ...lowerBounds].map(async (subject) => {
        const url = `${subject.public_url}${path}`;
        await requestOnce(url, formOf(FORM, authorization), '"access_token"');
        const args = [FORM, authorization];
        return loadedByWrk(subject, { url, script: "form.lua", args, all_cores: true });
      }),
    );
  },
};

/** POST to the introspection endpoint, likewise. */
export const workersIntrospection: Workload = {
  name: "workers_introspection",
  title: "introspect, on all cores, load included",
  unit: "requests",
  async prepare(environment) {
    const path = "/oauth2/introspect";
    const answer = { active: true, client_id: "photos", scope: "photos.read", sub: "photos" };
    const route: FixedRoute = { primitives: { hashes: 1, finds: 1 }, row_bytes: 80, answer };
    const lowerBounds = await startBothLowerBounds(environment, path, route);
    const listed = join(environment.directory, "latchkey.tokens");
    const latchkeys = await Promise.all(
      (await startBoth(environment)).map(async (subject) => {
        const tokens = await withStore(subject.dsn, (open) => fillAccessTokens(open, SHOWN));
        const file = join(environment.directory, `${subject.name}.tokens`);
        writeFileSync(file, `${tokens.join("\n")}\n`);
        await requestOnce(`${subject.admin_url}${path}`, formOf(`token=${tokens[0]}`), ACTIVE);
        return { subject, file };
      }),
    );
    return [...latchkeys, ...lowerBounds.map((subject) => ({ subject, file: listed }))].map(
      ({ subject, file }) => {
        const url = `${subject.admin_url}${path}`;
        return loadedByWrk(subject, { url, script: "tokens.lua", args: [file], all_cores: true });
      },
    );
  },
};

const SHOWN = 10_000;
const ACTIVE = '"active":true';

/** The lower bound with one worker and with one per core. */
async function startBothLowerBounds(
  environment: Environment,
  path: string,
  route: FixedRoute,
): Promise<Subject[]> {
  const [routes, workers] = [{ [path]: route }, Math.max(2, availableParallelism())];
  return [
    ...(await environment.lowerBound({ routes, all_cores: true })),
    ...(await environment.lowerBound({
      name: "lower-bound-workers",
      routes,
      all_cores: true,
      workers,
    })),
  ];
}

/** Latchkey with one worker and with one per core, not pinned to cores. */
async function startBoth(environment: Environment): Promise<Latchkey[]> {
  const alone = await environment.latchkey({ all_cores: true });
  const clustered = await environment.latchkey({
    name: "latchkey-workers",
    directory: join(environment.directory, "workers"),
    all_cores: true,
    workers: Math.max(2, availableParallelism()),
  });
  for (const subject of [alone, clustered]) await registerPhotos(subject);
  return [alone, clustered];
}
