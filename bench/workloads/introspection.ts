import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { authorization, type Subject } from "../subjects/subject.ts";
import { type Latchkey, registerPhotos } from "../subjects/latchkey.ts";
import { withStore } from "../fill/open.ts";
import { fillAccessTokens } from "../fill/tokens.ts";
import type { Environment } from "../environment.ts";
import { requestOnce, type LoadedSubject, formOf, loadedByWrk, type Workload } from "./workload.ts";

const PATH = "/oauth2/introspect";

/** POST to the introspection endpoint, cycling through many live tokens. */
export const introspection: Workload = {
  name: "introspection",
  title: "introspect, 100,000 live tokens",
  unit: "requests",
  async prepare(environment) {
    const latchkey = await environment.latchkey();
    const onPostgres = await environment.latchkeyOnPostgres();
    const latchkeys = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    const loaded: LoadedSubject[] = [];
    for (const subject of latchkeys) {
      const file = await fill(subject, environment);
      loaded.push(await loadSubject(subject, `${subject.admin_url}${PATH}`, file));
    }

    const baseline = await environment.baseline();
    const file = join(environment.directory, "latchkey.tokens");
    await baseline.setResponse(PATH, await ask(`${latchkey.admin_url}${PATH}`, file));
    const answer: unknown = JSON.parse(await ask(`${latchkey.admin_url}${PATH}`, file));
    const lowerBounds = await environment.lowerBound({
      routes: { [PATH]: { primitives: { hashes: 2, finds: 1 }, row_bytes: 80, answer } },
    });
    const theirs = join(environment.directory, "oidc-provider.tokens");
    const provider = await environment.oidcProvider({
      tokens: { count: environment.pace.rows, file: theirs },
    });
    return [
      await loadSubject(baseline, `${baseline.public_url}${PATH}`, file),
      ...(await Promise.all(
        lowerBounds.map((one) => loadSubject(one, `${one.public_url}${PATH}`, file)),
      )),
      await loadSubject(provider, `${provider.public_url}/token/introspection`, theirs),
      ...loaded,
    ];
  },
};

/** Writes live tokens directly into the database; returns the file that lists them. */
async function fill(subject: Latchkey, { directory, pace }: Environment): Promise<string> {
  await registerPhotos(subject);
  const tokens = await withStore(subject.dsn, (open) => fillAccessTokens(open, pace.rows));
  const file = join(directory, `${subject.name}.tokens`);
  writeFileSync(file, `${tokens.join("\n")}\n`);
  return file;
}

async function loadSubject(subject: Subject, url: string, file: string): Promise<LoadedSubject> {
  await ask(url, file);
  return loadedByWrk(subject, { url, script: "tokens.lua", args: [file, authorization] });
}

function ask(url: string, file: string): Promise<string> {
  const token = readFileSync(file, "utf8").split("\n", 1)[0] ?? "";
  return requestOnce(url, formOf(`token=${token}`, authorization), '"active":true');
}
