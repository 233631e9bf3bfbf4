// `npm run dev`: starts Latchkey with the settings in latchkey.yml and its data in ./data, then the project.
import { identity } from "@latchkey/identity";
import {
  checkConfig,
  createLog,
  describeProblem,
  loadConfig,
  migrate,
  standardFeatures,
  startServer,
  withGeneratedSecrets,
} from "@latchkey/server";

const features = [...standardFeatures, identity];
const loaded = loadConfig({ features, files: ["latchkey.yml"], env: process.env });
const problems = loaded.ok ? checkConfig(loaded.value.config, "all", features) : loaded.error;
if (!loaded.ok || problems.length > 0) throw new Error(problems.map(describeProblem).join("\n"));

const config = withGeneratedSecrets(loaded.value.config);
await migrate(config, { features });
const log = createLog({ level: "warn", format: "text" });
const latchkey = await startServer(config, { features, log });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void latchkey.close().finally(() => process.exit()));
}

// An account that exists is left as it is.
await latchkey.latchkey.call("createAccount", {
  body: {
    username: "alice",
    password: "wonderland",
    claims: { name: "Alice Liddell", email: "alice@example.com" },
  },
});

// The project finds the server that was started here, unless the environment names another.
process.env["ISSUER"] ??= config["urls.self.issuer"];
process.env["LATCHKEY_ADMIN"] ??= latchkey.admin_url;
const { setUp } = await import("./setup.ts");
await setUp(latchkey.latchkey);
console.log(`Latchkey   ${config["urls.self.issuer"]}  sign in as alice, password wonderland`);
console.log(`Console    ${latchkey.admin_url}/console`);
await import("./src/main.ts");
