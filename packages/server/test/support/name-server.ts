import { createSocket } from "node:dgram";
import { once } from "node:events";
import { after } from "node:test";

/** A name server on loopback, for the test that starts it. */
export interface NameServer {
  /** As `Resolver.setServers` takes it. */
  readonly address: string;
  /** The names it was asked for, in lower case. Most are asked for twice: for IPv4 and for IPv6. */
  readonly asked: string[];
}

/** By name: its IPv4 addresses, or `silent` for a name that gets no response. `*.` covers a zone. Other names do not exist. */
type Zone = Readonly<Record<string, readonly string[] | "silent">>;

const TYPE_A = 1;
const HEADER_BYTES = 12;

export async function startNameServer(zone: Zone): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const found = zone[name] ?? zone[`*.${name.split(".").slice(1).join(".")}`];
    if (found === "silent") return;
    const addresses = type === TYPE_A ? (found ?? []) : [];
    socket.send(respond(query.subarray(0, end), found !== undefined, addresses), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  after(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

/** RFC 1035 §4.1.2: labels with their lengths, and the type. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function respond(question: Buffer, exists: boolean, addresses: readonly string[]): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(exists ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8); // no authority, nothing additional
  const answers = addresses.map((address) =>
    // The name of the question, A, IN, 60 seconds, 4 bytes.
    Buffer.from([
      0xc0,
      HEADER_BYTES,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      60,
      0,
      4,
      ...address.split(".").map(Number),
    ]),
  );
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...answers]);
}
