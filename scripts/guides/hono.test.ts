import { describeWebApp } from "./support/describe-web-app.ts";

describeWebApp({ page: "docs/guides/hono.md", example: "examples/hono", packed: true });
