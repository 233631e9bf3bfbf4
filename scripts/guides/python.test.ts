import { describeWebApp } from "./support/describe-web-app.ts";

describeWebApp({
  page: "docs/guides/python.md",
  example: "examples/python",
  tools: { python3: "Install Python 3.10 or later, from https://www.python.org." },
});
