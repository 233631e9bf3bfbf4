import { oauthError, tokenAnswer } from "../../packages/server/src/http/answer.ts";
import { createCors, isPublicCorsPath } from "../../packages/server/src/http/cors.ts";
import { readForm } from "../../packages/server/src/http/form.ts";
import { createHandler } from "../../packages/server/src/http/handler.ts";
import { listen } from "../../packages/server/src/http/listen.ts";
import type { Route } from "../../packages/server/src/http/router.ts";
import { createLog } from "../../packages/server/src/telemetry/log.ts";
import { createMetrics } from "../../packages/server/src/telemetry/metrics.ts";

// The same echo through Latchkey's listener and handler, with everything in between.
const echo: Route = {
  name: "oauth2Token",
  method: "POST",
  path: "/oauth2/token",
  access: "open",
  answer: (request) => {
    const form = readForm(request);
    if (!form.ok) return oauthError(form.error);
    const { value } = form;
    return tokenAnswer({ grant_type: value.get("grant_type"), scope: value.get("scope") });
  },
};

const log = createLog({ level: process.argv[3] === "logged" ? "info" : "warn", format: "json" });
const cors = createCors({
  covers: isPublicCorsPath,
  settings: {
    enabled: true,
    allowed_origins: ["https://*.example.com"],
    allowed_methods: ["POST"],
    allowed_headers: ["Authorization"],
    exposed_headers: ["Link"],
    allow_credentials: true,
    max_age: 0,
  },
});

await listen({
  handler: createHandler({ plane: "public", routes: [echo], log, metrics: createMetrics(), cors }),
  host: "127.0.0.1",
  port: Number(process.argv[2]),
  setting: "serve.public",
  limits: {
    body_bytes: 262_144,
    header_bytes: 16_384,
    request_timeout_ms: 30_000,
    idle_timeout_ms: 65_000,
  },
  log,
});
