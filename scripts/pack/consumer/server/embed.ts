import { identity } from "@latchkey/identity";
import { withAccounts } from "@latchkey/identity/accounts";
import { openApiJson } from "@latchkey/openapi";
import {
  type Config,
  loadConfig,
  type RunningServer,
  standardFeatures,
  startServer,
} from "@latchkey/server";
import { html, render } from "@latchkey/sign-in";
import { startTestServer, type TestServer } from "@latchkey/testing";

const features = [...standardFeatures, identity];

export async function embed(): Promise<RunningServer> {
  const loaded = loadConfig({ features, flags: { dsn: "memory" } });
  if (!loaded.ok) throw new Error("The settings have mistakes.");
  return startServer(loaded.value.config, { features });
}

export async function countAccounts(config: Config): Promise<number> {
  const one = { limit: 1, offset: 0 };
  return withAccounts(config, async (accounts) => (await accounts.list(one)).total, { features });
}

export function startForTests(): Promise<TestServer> {
  return startTestServer({ listen: false });
}

export const pages: readonly string[] = [openApiJson, render(html`<p>Hello</p>`)];
