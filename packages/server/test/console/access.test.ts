import { launchChromium } from "../support/chromium.ts";
import { testApiKeys } from "./api-keys.ts";
import { buildConsole } from "./console-tab.ts";
import { testCrossSite } from "./cross-site.ts";
import { testOperators } from "./operators.ts";
import { testInterruptions } from "./interruptions.ts";

// Suites with servers of their own, in one browser.
buildConsole();
const browser = await launchChromium();
await testApiKeys(browser);
await testCrossSite(browser);
await testInterruptions(browser);
await testOperators(browser);
