import { describeWebApp } from "./support/describe-web-app.ts";

describeWebApp({ page: "docs/guides/fastify.md", example: "examples/fastify", packed: true });
