import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/**
 * Bare `node:http`. PUT sets the response of a path; GET sends those bytes; POST parses a form, as every OAuth endpoint
 * must, and serialises the response as JSON.
 */
const responses = new Map<string, { text: string; value: unknown }>();

const server = createServer((message, response) => {
  const path = message.url ?? "";
  if (message.method === "GET") return send(response, responses.get(path)?.text);
  readBody(message, (body) => {
    if (message.method === "PUT") {
      responses.set(path, { text: body, value: JSON.parse(body) });
      response.writeHead(204).end();
      return;
    }
    const form = new URLSearchParams(body);
    const known = responses.get(path);
    send(response, known && form.size > 0 ? JSON.stringify(known.value) : undefined);
  });
});

function readBody(message: IncomingMessage, then: (body: string) => void): void {
  const chunks: Buffer[] = [];
  message.on("data", (chunk: Buffer) => chunks.push(chunk));
  message.on("end", () => then(Buffer.concat(chunks).toString()));
}

function send(response: ServerResponse, body: string | undefined): void {
  if (body === undefined) {
    response.writeHead(404, { "Content-Length": 0 }).end();
    return;
  }
  response.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null)
    console.log(`http://127.0.0.1:${address.port}`);
});
process.once("SIGTERM", () => process.exit());
