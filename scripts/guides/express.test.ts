import { describeWebApp } from "./support/describe-web-app.ts";

describeWebApp({ page: "docs/guides/express.md", example: "examples/express", packed: true });
