import { describeWebApp } from "./support/describe-web-app.ts";

describeWebApp({
  page: "docs/guides/nextjs.md",
  example: "examples/nextjs",
  packed: true,
  env: { NEXT_TELEMETRY_DISABLED: "1" },
});
