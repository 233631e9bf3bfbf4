// Serves the files of the app. Any static host does, if it sends these headers.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const PORT = Number(process.env.PORT ?? 5000);
const ISSUER = process.env.ISSUER ?? "http://127.0.0.1:4444";

const file = (url, type) => ({ type, body: readFileSync(url) });
const files = {
  "/": file(new URL("index.html", import.meta.url), "text/html; charset=utf-8"),
  "/app.js": file(new URL("app.js", import.meta.url), "text/javascript"),
  "/oauth4webapi.js": file(new URL(import.meta.resolve("oauth4webapi")), "text/javascript"),
};

createServer((request, response) => {
  const found = files[URL.parse(request.url, "http://localhost")?.pathname];
  if (!found) return response.writeHead(404).end();
  response.writeHead(200, {
    "content-type": found.type,
    // No scripts but those of this site, and no connections but to Latchkey: an injected script cannot send tokens elsewhere.
    "content-security-policy": `default-src 'self'; connect-src 'self' ${ISSUER}; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
  });
  response.end(found.body);
}).listen(PORT, "127.0.0.1", () => console.log(`Open http://127.0.0.1:${PORT}/`));
