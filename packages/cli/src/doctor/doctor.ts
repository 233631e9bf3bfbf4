import { type Arguments, type Command, type Options, UsageError } from "../arguments/command.ts";
import { adminOptions, publicOptions } from "../connection/connection.ts";
import { type ExitCode, exitCodes } from "../output/exit-codes.ts";
import { isSet, textOf, valueOf } from "../arguments/flags.ts";
import { formatOf, formatOptions, write } from "../output/format.ts";
import { createFetch } from "../connection/http-fetch.ts";
import { accent, columns } from "../output/table.ts";
import { startProgress } from "../output/progress.ts";
import type { ProcessIo } from "../process-io.ts";
import { runChecks, type Deployment } from "./run-checks.ts";
import { type Difference, severities } from "./compare/observation.ts";
import { type Finding, isLoopbackUrl } from "./finding.ts";

const options: Options = {
  endpoint: {
    type: "text",
    env: adminOptions["endpoint"]?.env ?? [],
    summary: "Admin listener, to run login and consent with a temporary client.",
  },
  "access-token": adminOptions["access-token"] ?? { type: "text" },
  "client-id": { type: "text", summary: "Existing client to use instead of a temporary one." },
  redirect: { type: "text", summary: "Redirect URI of that client, if it has several." },
  "skip-tls-verify": {
    type: "boolean",
    summary: "Accepts any certificate of the admin listener: for tests only.",
  },
  compare: {
    type: "text",
    summary: "Holds the server against an older one at this URL, in place of the checks.",
  },
  "old-endpoint": {
    type: "text",
    summary: "Admin listener of the older server, to compare the clients too.",
  },
  "old-access-token": {
    type: "text",
    env: ["LATCHKEY_OLD_API_KEY"],
    summary: "Bearer token for that listener, if it asks for one.",
  },
  strict: { type: "boolean", summary: "Counts warnings as failures." },
  ...formatOptions("table"),
};

/** `latchkey doctor`: checks a deployment from outside. */
export const doctor: Command = {
  usage: "[URL] [flags]",
  options,
  max_arguments: 1,
  note: `URL is the public listener as browsers reach it; by default $LATCHKEY_URL, $HYDRA_URL or ${publicOptions["endpoint"]?.default}. The exit code is 0 if no check fails and 9 otherwise. Run it from outside your network, and once more from inside.\nWith --compare it prints what clients of the older server would notice, by severity: what breaks them, what is noticeable, what is harmless. Discovery documents, keys and answers to requests that change nothing are compared, and with --endpoint and --old-endpoint the clients; the older server may be of either generation of Ory Hydra. The exit code is 9 if something breaks clients, with --strict also if something is noticeable.`,
  examples: [
    "latchkey doctor https://auth.example.com",
    "latchkey doctor https://auth.example.com --endpoint http://admin.internal:4445 --strict",
    "latchkey doctor --format json",
    "latchkey doctor http://127.0.0.1:4444 --compare https://auth.example.com --old-endpoint http://hydra.internal:4445",
  ],
  run: async (args, io) => {
    const deployment = deploymentOf(args, io);
    const compared = textOf(args, "compare");
    if (compared !== undefined) return compareWith(compared, deployment, args, io);
    const progress = startProgress("Checking", undefined, io);
    const findings = await runChecks(deployment).finally(() => progress.end());
    const format = formatOf(args);
    if (format === "table") io.out(render(findings, io));
    else write({ url: deployment.url, findings }, format, io);
    return outcomeOf(findings, isSet(args, "strict"));
  },
};

async function compareWith(
  compared: string,
  deployment: Deployment,
  args: Arguments,
  io: ProcessIo,
): Promise<ExitCode> {
  const { url, admin_url, api_key, administer } = deployment;
  const oldUrl = serverUrl(compared);
  const oldAdmin = textOf(args, "old-endpoint");
  const hasClients = oldAdmin !== undefined && admin_url !== undefined;
  const progress = startProgress("Comparing", undefined, io);
  const { observe } = await import("./compare/observe.ts");
  const { compareServers } = await import("./compare/compare.ts");
  const [before, after] = await Promise.all([
    observe({
      url: oldUrl,
      admin_url: hasClients ? serverUrl(oldAdmin) : undefined,
      api_key: valueOf(args, "old-access-token", options, io),
      fetch: administer,
    }),
    observe({
      url,
      admin_url: hasClients ? admin_url.replace(/\/+$/, "") : undefined,
      api_key,
      fetch: administer,
    }),
  ]).finally(() => progress.end());
  const differences = compareServers(before, after);
  const format = formatOf(args);
  if (format === "table") io.out(renderDifferences(differences, hasClients, io));
  else write({ old: oldUrl, new: url, clients_compared: hasClients, differences }, format, io);
  const decisive = isSet(args, "strict") ? ["breaks", "noticeable"] : ["breaks"];
  return differences.some(({ severity }) => decisive.includes(severity))
    ? exitCodes.unhealthy
    : exitCodes.done;
}

function renderDifferences(
  differences: readonly Difference[],
  hasClients: boolean,
  io: ProcessIo,
): string {
  const rows = differences.map(({ severity, subject, name, says }) => [
    severity,
    subject,
    name,
    says,
  ]);
  const lines = rows.length === 0 ? [] : columns(rows).split(/(?<=\n)/);
  const shown = lines.map((line) =>
    line.startsWith("  breaks ") ? accent(line.trimEnd(), io) + "\n" : line,
  );
  const counts = severities.map(
    (name) => `${differences.filter(({ severity }) => severity === name).length} ${name}`,
  );
  const clients = hasClients
    ? ""
    : "The clients were not compared: name both admin listeners with --endpoint and --old-endpoint.\n";
  return `${shown.join("")}${rows.length === 0 ? "" : "\n"}${counts.join(", ")}.\n${clients}`;
}

/** The exit code for some findings. */
export function outcomeOf(findings: readonly Finding[], strict: boolean): ExitCode {
  const isUnhealthy = findings.some(
    ({ outcome }) => outcome === "bad" || (strict && outcome === "warning"),
  );
  return isUnhealthy ? exitCodes.unhealthy : exitCodes.done;
}

function deploymentOf(args: Arguments, io: ProcessIo): Deployment {
  const typed =
    args.words[0] ??
    valueOf(args, "url", { url: publicOptions["endpoint"] ?? { type: "text" } }, io) ??
    "";
  const url = serverUrl(typed);
  // For a loopback server the default admin address is assumed; otherwise it must be given.
  const defaultAdminUrl = isLoopbackUrl(url) ? adminOptions["endpoint"]?.default : undefined;
  const client_id = textOf(args, "client-id");
  const redirect_uri = textOf(args, "redirect");
  return {
    url,
    admin_url:
      client_id === undefined
        ? (valueOf(args, "endpoint", options, io) ?? defaultAdminUrl)
        : undefined,
    api_key: valueOf(args, "access-token", options, io),
    flow_client:
      client_id === undefined
        ? undefined
        : { client_id, ...(redirect_uri !== undefined && { redirect_uri }) },
    visit: createFetch({ skip_tls_verify: true }), // The certificate has its own check, and no secret is sent.
    administer: createFetch({ skip_tls_verify: isSet(args, "skip-tls-verify") }),
  };
}

function serverUrl(typed: string): string {
  const url = typed.replace(/\/+$/, "");
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return url;
  throw new UsageError(`${typed} is not a server URL: it must begin with https:// or http://.`);
}

function render(findings: readonly Finding[], io: ProcessIo): string {
  const rows = findings.flatMap(({ outcome, check, says, fix }) => [
    [outcome, check, says],
    ...(fix === undefined ? [] : [["", "", `→ ${fix}`]]),
  ]);
  const lines = columns(rows).split(/(?<=\n)/);
  const shown = lines.map((line) =>
    /^ {2}(bad|warning) /.test(line) ? accent(line.trimEnd(), io) + "\n" : line,
  );
  return `${shown.join("")}\n${count(findings)}\n`;
}

function count(findings: readonly Finding[]): string {
  const outcomes = ["good", "warning", "bad", "skipped"] as const;
  const parts = outcomes.map((name) => {
    const number = findings.filter(({ outcome }) => outcome === name).length;
    return `${number} ${name}`;
  });
  return `${parts.join(", ")}.`;
}
