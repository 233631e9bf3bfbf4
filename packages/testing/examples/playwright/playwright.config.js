import { defineConfig } from "@playwright/test";

const { CHROME_PATH: executablePath } = process.env; // Playwright's own browser when unset.

export default defineConfig({
  reporter: "line",
  use: { launchOptions: { args: ["--no-sandbox"], ...(executablePath && { executablePath }) } },
});
