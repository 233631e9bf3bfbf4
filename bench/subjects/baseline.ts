import { launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";
import type { Subject } from "./subject.ts";

/** The baseline: bare `node:http`, which reads the same requests and sends the same bytes. */
export interface Baseline extends Subject {
  readonly name: "baseline";
  /** Sets the response of a path: GET sends these bytes, POST parses its form and serialises this JSON. */
  setResponse(path: string, body: string): Promise<void>;
}

export async function startBaseline(): Promise<Baseline> {
  const child = launch([process.execPath, programs.baseline], { core: cores.server });
  const url = await child.firstLine;
  return {
    name: "baseline",
    public_url: url,
    admin_url: url,
    pid: child.pid,
    stop: () => child.stop(),
    async setResponse(path, body) {
      const response = await fetch(`${url}${path}`, { method: "PUT", body });
      if (response.status !== 204)
        throw new Error(`The baseline did not accept a response for ${path}.`);
    },
  };
}
