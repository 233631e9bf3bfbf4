import { describeWebApp } from "./support/describe-web-app.ts";

describeWebApp({
  page: "docs/guides/sveltekit.md",
  example: "examples/sveltekit",
  packed: true,
});
