import { createServer } from "node:http";

// The floor: Node's own server, a form read, its fields echoed, and nothing else.
const server = createServer((message, response) => {
  const chunks: Buffer[] = [];
  message.on("data", (chunk: Buffer) => chunks.push(chunk));
  message.on("end", () => {
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const body = JSON.stringify({ grant_type: form.get("grant_type"), scope: form.get("scope") });
    response.writeHead(200, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      Pragma: "no-cache",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});

server.listen(Number(process.argv[2]), "127.0.0.1");
