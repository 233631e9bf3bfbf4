import { freePorts } from "../../../server/test/processes/free-ports.ts";

/** Maps the ports in the docs to free ports. */
export interface Ports {
  /** The free port for a documented one. */
  readonly of: (documented: string) => string;
  /** Replaces documented ports by free ones. */
  readonly move: (text: string) => string;
  /** Replaces free ports by documented ones. */
  readonly moveBack: (text: string) => string;
}

export async function findPorts(): Promise<Ports> {
  const found = new Map<string, string>();
  for (const documented of DOCUMENTED) {
    const [port] = await freePorts();
    found.set(documented, String(port));
  }
  const back = new Map([...found].map(([documented, port]) => [port, documented]));
  const of = (documented: string): string => found.get(documented) ?? documented;
  return {
    of,
    move: (text) => text.replaceAll(NAMED, of),
    moveBack: (text) => text.replaceAll(/(?<=:)\d{4,5}\b/g, (port) => back.get(port) ?? port),
  };
}

/** Public, admin, demo, login app, app and API. */
const DOCUMENTED = ["4444", "4445", "4446", "3000", "5000", "5001"];
const NAMED = new RegExp(`\\b(?:${DOCUMENTED.join("|")})\\b`, "g");
