import type { Subject } from "../subjects/subject.ts";
import { requestOnce, type LoadedSubject, loadedByWrk, type Workload } from "./workload.ts";

/** GET of the public keys. */
export const jwks = documentWorkload({
  name: "jwks",
  title: "GET public keys",
  path: "/.well-known/jwks.json",
  their_path: "/jwks",
  expected: '"keys"',
});

/** GET of the discovery document. */
export const discovery = documentWorkload({
  name: "discovery",
  title: "GET discovery document",
  path: "/.well-known/openid-configuration",
  their_path: "/.well-known/openid-configuration",
  expected: '"issuer"',
});

/** GET of the health check, which asks the database. */
export const health = documentWorkload({
  name: "health",
  title: "GET health",
  path: "/health/ready",
  expected: '"ok"',
});

interface Document {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  /** Where node-oidc-provider has it; undefined when it has none. */
  readonly their_path?: string;
  readonly expected: string;
}

function documentWorkload({ name, title, path, their_path, expected }: Document): Workload {
  const loadSubject = async (subject: Subject, url: string): Promise<LoadedSubject> => {
    await requestOnce(url, {}, expected);
    return loadedByWrk(subject, { url });
  };
  return {
    name,
    title,
    unit: "requests",
    async prepare(environment) {
      const latchkey = await environment.latchkey();
      const baseline = await environment.baseline();
      await baseline.setResponse(
        path,
        await requestOnce(`${latchkey.public_url}${path}`, {}, expected),
      );
      const loaded = [await loadSubject(baseline, `${baseline.public_url}${path}`)];
      if (their_path !== undefined) {
        const provider = await environment.oidcProvider();
        loaded.push(await loadSubject(provider, `${provider.public_url}${their_path}`));
      }
      loaded.push(await loadSubject(latchkey, `${latchkey.public_url}${path}`));
      const { external } = environment;
      if (external !== undefined && their_path !== undefined) {
        const url = name === "jwks" ? external.endpoints.jwks_uri : `${external.public_url}${path}`;
        if (url !== undefined) loaded.push(await loadSubject(external, url));
      }
      return loaded;
    },
  };
}
