import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { fileURLToPath } from "node:url";

export interface StaticServerOptions {
  readonly issuer: string;
  readonly client_id: string;
}

const read = (url: string) => readFileSync(fileURLToPath(url), "utf8");
const own = (name: string) => read(new URL(`../public/${name}`, import.meta.url).href);

/** Serves the files of the app. Any web server can do this: it knows nothing of users. */
export function createStaticServer(settings: StaticServerOptions): RequestListener {
  const html = own("index.html");
  const script = "text/javascript; charset=utf-8";
  const files: Record<string, { type: string; text: string }> = {
    "/": { type: "text/html; charset=utf-8", text: html },
    "/app.js": { type: script, text: own("app.js") },
    "/sign-in.js": { type: script, text: own("sign-in.js") },
    "/oauth4webapi.js": { type: script, text: read(import.meta.resolve("oauth4webapi")) },
    "/settings.json": { type: "application/json", text: JSON.stringify(settings) },
  };
  const [, import_map = ""] = /<script type="importmap">([^<]*)<\/script>/.exec(html) ?? [];
  const hash = createHash("sha256").update(import_map).digest("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    `connect-src 'self' ${new URL(settings.issuer).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return (request, response) => {
    const file = files[(request.url ?? "/").split("?")[0] ?? "/"];
    if (file === undefined) {
      response.writeHead(404).end("Not found.");
      return;
    }
    response.writeHead(200, {
      "content-type": file.type,
      "content-security-policy": policy,
      "referrer-policy": "no-referrer", // The address of the page has the code for a moment.
      "x-content-type-options": "nosniff",
    });
    response.end(file.text);
  };
}
