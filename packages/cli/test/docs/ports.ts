import { freePorts } from "../../../server/test/journeys/free-ports.ts";

/** The ports that pages speak of, and those that are used in their place. */
export interface Ports {
  /** The port that stands for the one a page names. */
  readonly of: (documented: string) => string;
  /** A text of a page, as it is typed here. */
  readonly move: (text: string) => string;
  /** What was shown here, as the page would say it. */
  readonly moveBack: (text: string) => string;
}

/** Finds a free port for every one that pages speak of. */
export async function findPorts(): Promise<Ports> {
  const found = new Map<string, string>();
  for (const documented of DOCUMENTED) found.set(documented, await unusedPort(found));
  const back = new Map([...found].map(([documented, port]) => [port, documented]));
  const of = (documented: string): string => found.get(documented) ?? documented;
  return {
    of,
    move: (text) => text.replaceAll(NAMED, of),
    moveBack: (text) => text.replaceAll(/(?<=:)\d{4,5}\b/g, (port) => back.get(port) ?? port),
  };
}

/** Latchkey's three, a login app, an app and an API. */
const DOCUMENTED = ["4444", "4445", "4446", "3000", "5000", "5001"];
const NAMED = new RegExp(`\\b(?:${DOCUMENTED.join("|")})\\b`, "g");

async function unusedPort(found: ReadonlyMap<string, string>): Promise<string> {
  const taken = new Set(found.values());
  for (;;) {
    const [port] = await freePorts();
    if (!taken.has(String(port))) return String(port);
  }
}
