import { launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";
import type { Contender } from "./contender.ts";

/** The floor: bare `node:http`, which reads the same requests and sends the same bytes. */
export interface Floor extends Contender {
  readonly name: "floor";
  /** From now on a GET of this path answers these bytes, and a POST reads its form and writes this JSON. */
  teach(path: string, body: string): Promise<void>;
}

export async function startFloor(): Promise<Floor> {
  const child = launch([process.execPath, programs.floor], { core: cores.server });
  const url = await child.firstLine;
  return {
    name: "floor",
    public_url: url,
    admin_url: url,
    pid: child.pid,
    stop: () => child.stop(),
    async teach(path, body) {
      const response = await fetch(`${url}${path}`, { method: "PUT", body });
      if (response.status !== 204) throw new Error(`The floor did not learn ${path}.`);
    },
  };
}
