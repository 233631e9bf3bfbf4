import { authorization, type Subject } from "../subjects/subject.ts";
import type { Primitives } from "../subjects/lower-bound.ts";
import { registerPhotos } from "../subjects/latchkey.ts";
import { requestOnce, type LoadedSubject, formOf, loadedByWrk, type Workload } from "./workload.ts";

const FORM = "grant_type=client_credentials&scope=photos.read+photos.write";
const PATH = "/oauth2/token";

/** Hashes of the secret and the token, and one inserted row. */
export const TOKEN: Primitives = { hashes: 2, inserts: 1 };

/** POST to the token endpoint, client_credentials with `client_secret_basic`. */
export const clientCredentials: Workload = {
  name: "client_credentials",
  title: "token, client_credentials with a secret",
  unit: "requests",
  async prepare(environment) {
    const latchkey = await environment.latchkey();
    const onPostgres = await environment.latchkeyOnPostgres();
    const latchkeys = onPostgres === undefined ? [latchkey] : [latchkey, onPostgres];
    for (const subject of latchkeys) await registerPhotos(subject);

    const baseline = await environment.baseline();
    const { external } = environment;
    const answer = await requestOnce(
      `${latchkey.public_url}${PATH}`,
      formOf(FORM, authorization),
      "lk_at_",
    );
    await baseline.setResponse(PATH, answer);
    const lowerBounds = await environment.lowerBound({
      routes: { [PATH]: { primitives: TOKEN, row_bytes: 80, answer: JSON.parse(answer) } },
    });

    const loaded = [
      await loadSubject(baseline, `${baseline.public_url}${PATH}`),
      ...(await Promise.all(
        lowerBounds.map((one) => loadSubject(one, `${one.public_url}${PATH}`)),
      )),
      await tokenOf(await environment.oidcProvider()),
      ...(await Promise.all(latchkeys.map((one) => loadSubject(one, `${one.public_url}${PATH}`)))),
    ];
    const url = external?.endpoints.token_endpoint;
    if (external?.authorization === undefined || url === undefined) return loaded;
    return [...loaded, await loadSubject(external, url, external.authorization)];
  },
};

function tokenOf(subject: Subject): Promise<LoadedSubject> {
  return loadSubject(subject, `${subject.public_url}/token`);
}

async function loadSubject(
  subject: Subject,
  url: string,
  proof = authorization,
): Promise<LoadedSubject> {
  await requestOnce(url, formOf(FORM, proof), '"access_token"');
  return loadedByWrk(subject, { url, script: "form.lua", args: [FORM, proof] });
}
