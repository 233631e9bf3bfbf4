import { describeBrowserApp } from "./support/describe-browser-app.ts";

await describeBrowserApp({ page: "docs/guides/spa.md", example: "examples/spa", packed: true });
