// Asks the server in this container whether it is alive; exits with 0 if it is.
//   node deploy/docker/health.ts [port]
import { get, type IncomingMessage } from "node:http";
import { get as getSecurely } from "node:https";

const port = process.argv[2] ?? process.env["SERVE_PUBLIC_PORT"] ?? "4444";
const place = `127.0.0.1:${port}/health/alive`;
const options = { agent: false, timeout: 2_000 };

// With TLS of its own the server shows a certificate for another name: this is no time to check it.
const isUp =
  (await isAlive((answer) => get(`http://${place}`, options, answer))) ||
  (await isAlive((answer) =>
    getSecurely(`https://${place}`, { ...options, rejectUnauthorized: false }, answer),
  ));
process.exitCode = isUp ? 0 : 1;

function isAlive(ask: (answer: (reply: IncomingMessage) => void) => ReturnType<typeof get>) {
  return new Promise<boolean>((resolve) => {
    ask((reply) => resolve(reply.resume().statusCode === 200)).on("error", () => resolve(false));
  });
}
