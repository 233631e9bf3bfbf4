import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a package may cost a project that installs it. */
export interface Budget {
  /** Size of the tarball. */
  readonly packed_kb: number;
  /** Third-party packages among its own dependencies. */
  readonly dependencies: readonly string[];
  /** Third-party packages that its installation brings, direct and indirect. */
  readonly installed: number;
}

/**
 * The budget of every package. Raise a number in the commit that needs it, and say there what it buys; a new dependency needs
 * a decision page.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  // Declarations repeat the schemas that they are made of, so a schema in a file of its own is packed more than once.
  "@latchkey/api": { packed_kb: 320, dependencies: ["valibot"], installed: 1 },
  // With a comment and an example for every method, which editors show.
  "@latchkey/client": { packed_kb: 22, dependencies: [], installed: 1 },
  "@latchkey/console": { packed_kb: 300, dependencies: [], installed: 0 },
  // openid-client and jose speak to other providers, nodemailer to mail servers; WebAuthn's formats bring most of the rest.
  "@latchkey/identity": {
    packed_kb: 200,
    dependencies: ["@simplewebauthn/server", "jose", "nodemailer", "openid-client", "uqr"],
    installed: 47,
  },
  // With the pages of docs/, which a server serves.
  "@latchkey/openapi": { packed_kb: 620, dependencies: ["marked"], installed: 2 },
  "@latchkey/opentelemetry": {
    packed_kb: 12,
    dependencies: [
      "@opentelemetry/api",
      "@opentelemetry/context-async-hooks",
      "@opentelemetry/core",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/exporter-trace-otlp-proto",
      "@opentelemetry/propagator-b3",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace-base",
    ],
    installed: 15,
  },
  // koffi calls the module; the lockfile lists its binaries for all platforms, of which an installation brings one.
  "@latchkey/pkcs11": { packed_kb: 20, dependencies: ["koffi"], installed: 21 },
  "@latchkey/protect": { packed_kb: 24, dependencies: ["jose"], installed: 1 },
  "@latchkey/server": {
    packed_kb: 1000,
    dependencies: ["@cfworker/json-schema", "bcryptjs", "jose", "pg", "yaml"],
    installed: 20,
  },
  // Account pages, factors, registration and recovery, and the texts of all pages and mails in seven languages.
  "@latchkey/sign-in": { packed_kb: 230, dependencies: [], installed: 1 },
  // mysql2 reads MySQL; it brings most of them. Only the command loads it, for a source of MySQL.
  "@latchkey/takeover": {
    packed_kb: 130,
    dependencies: ["@noble/ciphers", "mysql2", "pg"],
    installed: 31,
  },
  "@latchkey/testing": { packed_kb: 40, dependencies: [], installed: 47 },
  "@latchkey/workspace": { packed_kb: 80, dependencies: [], installed: 20 },
  "@latchkey/workspace-client": { packed_kb: 25, dependencies: [], installed: 0 },
  "create-latchkey": { packed_kb: 30, dependencies: [], installed: 0 },
  latchkey: { packed_kb: 200, dependencies: ["uqr", "yaml"], installed: 73 },
};

/** An entry of package-lock.json, as far as the count reads it. */
interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The third-party packages that a project gets which installs the package, by the lockfile: their places in node_modules. */
export function installedWith(name: string, repository: string): readonly string[] {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(repository, "package-lock.json"), "utf8"),
  );
  const found = new Set<string>();
  const visit = (place: string): void => {
    const entry = packages[place];
    const home = entry?.link === true ? (entry.resolved ?? place) : place;
    if (found.has(home)) return;
    found.add(home);
    const { dependencies, optionalDependencies } = packages[home] ?? {};
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
      visit(placeOf(dependency, home, packages));
    }
  };
  visit(`node_modules/${name}`);
  return [...found].filter((place) => !place.startsWith("packages/"));
}

/** Where Node finds a package from another: in the nearest node_modules above it. */
function placeOf(name: string, from: string, packages: Record<string, Locked>): string {
  for (
    let folder = from;
    folder !== "";
    folder = folder.slice(0, Math.max(folder.lastIndexOf("/"), 0))
  ) {
    const place = `${folder}/node_modules/${name}`;
    if (Object.hasOwn(packages, place)) return place;
  }
  const place = `node_modules/${name}`;
  if (!Object.hasOwn(packages, place)) throw new Error(`package-lock.json has no ${name}`);
  return place;
}
