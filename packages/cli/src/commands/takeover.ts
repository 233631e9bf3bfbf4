import type { Config } from "@latchkey/server";
import {
  type CopyReport,
  estimateSeconds,
  type Examination,
  findLeftOut,
  type LeftOutRows,
  openFrom,
  type Pass,
  type Source,
  SourceError,
  takeOver,
  type TakeoverReport,
  TakeoverUnderWayError,
} from "@latchkey/takeover/import";

import { type Arguments, type Command, UsageError } from "../arguments/command.ts";
import { countOf, durationOf, isSet, textOf } from "../arguments/flags.ts";
import { loadSettings, settingsNote, settingsOptions } from "../arguments/settings-flags.ts";
import { features } from "../features.ts";
import { type ExitCode, exitCodes } from "../output/exit-codes.ts";
import { printable } from "../output/text-width.ts";
import { Failure } from "../output/failure.ts";
import { formatOf, formatOptions, write } from "../output/format.ts";
import { startProgress, type Progress } from "../output/progress.ts";
import { table } from "../output/table.ts";
import type { ProcessIo } from "../process-io.ts";
import { checkSourceUrls, showRefusedUrls, type SourceUrlCheck } from "./takeover-urls.ts";

/** `latchkey takeover`: carries what another server remembers into the database of this one. */
export const takeover: Command = {
  usage: "--from DSN|FILE [flags]",
  options: {
    ...settingsOptions,
    from: {
      type: "text",
      summary: "The database of the other server, or a file of records (.json, .jsonl).",
    },
    to: { type: "text", summary: "The database of this server. Default: the setting dsn." },
    "dry-run": { type: "boolean", summary: "Show what would be carried, and write nothing." },
    follow: { type: "boolean", summary: "Go on with what changes at the source, until stopped." },
    "until-idle": {
      type: "boolean",
      summary: "With --follow: stop after a pass that found nothing.",
    },
    interval: { type: "text", default: "10s", summary: "With --follow: time between passes." },
    tenant: { type: "text", summary: "The tenant (nid), if the other database has several." },
    "batch-size": { type: "text", default: "2000", summary: "Records per transaction." },
    ...formatOptions("table"),
  },
  max_arguments: 0,
  note: `The source is only read. A run that was stopped goes on where it was, and a second run changes nothing.
The secrets of the other server are the settings secrets.system and secrets.cookie, as this server needs them to recognise its tokens.
With --to, --from defaults to the dsn of the settings: the file of the other server is all that is needed.
${settingsNote}`,
  examples: [
    "latchkey takeover --from postgres://hydra@db/hydra --to postgres://latchkey@db/latchkey -c hydra.yml --dry-run",
    "latchkey takeover --from sqlite:///var/lib/hydra/db.sqlite -c latchkey.yml --follow",
    "latchkey takeover --from records.jsonl --format json",
  ],
  run: async (args, io) => {
    const settings = readTakeoverSettings(args, io);
    if (settings === undefined) return exitCodes.misconfigured;
    const { config, from } = settings;
    const source = await explained(() => openSource(from, config, args));
    try {
      return isSet(args, "dry-run")
        ? await examine(source, config, args, io)
        : await carry(source, from, config, args, io);
    } finally {
      await source.close();
    }
  },
};

/** The settings of this server, and where the other one is. A dry run needs no database of this server. */
function readTakeoverSettings(
  args: Arguments,
  io: ProcessIo,
): { readonly config: Config; readonly from: string } | undefined {
  const to = textOf(args, "to");
  const loaded = loadSettings(args, io, to === undefined ? {} : { dsn: to });
  if (loaded === undefined) return undefined;
  const isDry = isSet(args, "dry-run");
  // The settings file of the other server names its database.
  const from = textOf(args, "from") ?? (to === undefined && !isDry ? undefined : dsnOf(args, io));
  if (from === undefined)
    throw new UsageError(
      "Missing flag: --from, the database of the other server. With --to and its settings file it may be left out.",
    );
  if (from === loaded.config.dsn && !isDry)
    throw new UsageError(
      "--from and --to are the same database. Name the one of this server with --to; without it, the dsn of the settings is used.",
    );
  return { config: loaded.config, from };
}

/** The database that the settings name themselves. */
function dsnOf(args: Arguments, io: ProcessIo): string | undefined {
  const loaded = loadSettings(args, io);
  return loaded?.sources["dsn"] === undefined ? undefined : loaded.config.dsn;
}

function openSource(from: string, config: Config, args: Arguments): Promise<Source> {
  const tenant = textOf(args, "tenant");
  return openFrom(from, {
    system_secrets: config["secrets.system"],
    cookie_secrets: config["secrets.cookie"],
    lifespans: {
      access_token: config["ttl.access_token"],
      authorize_code: config["ttl.auth_code"],
      flow: config["ttl.login_consent_request"],
    },
    ...(tenant !== undefined && { tenant }),
  });
}

/** Sentences of the source are for people. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof SourceError) && !(cause instanceof TakeoverUnderWayError)) throw cause;
    throw new Failure(exitCodes.failed, cause.message, { cause });
  }
}

async function examine(
  source: Source,
  config: Config,
  args: Arguments,
  io: ProcessIo,
): Promise<ExitCode> {
  const now = Math.floor(Date.now() / 1000);
  const examination = await explained(() => source.examine(now));
  const seconds = await explained(() => estimateSeconds(source, examination, now));
  const left_out = await checkRecords(source, examination, now, io);
  const outbound = await explained(() => checkSourceUrls(source, config, now));
  const format = formatOf(args);
  if (format !== "table") {
    write({ source: source.description, ...examination, left_out, outbound, seconds }, format, io);
    return exitCodes.done;
  }
  io.out(`${printable(source.description)}\n\n`);
  io.out(
    table(
      ["CARRIED", "ABOUT"],
      examination.kinds.map(({ kind, count }) => [kind, count.toLocaleString("en")]),
      io,
    ),
  );
  showLeftBehind(examination, io);
  showLeftOut(left_out, io);
  showRefusedUrls(outbound, io);
  for (const note of examination.notes) io.err(`${printable(note)}\n`);
  const bytes = examination.left_behind.reduce((sum, one) => sum + (one.bytes ?? 0), 0);
  if (bytes > 0) io.err(`About ${sizeOf(bytes)} of rows that are over stay behind.\n`);
  io.err(`Nothing was written. The import takes about ${duration(seconds)}.\n`);
  return exitCodes.done;
}

/** Reads every record once, since one that is left out may be anywhere. */
async function checkRecords(
  source: Source,
  { kinds }: Examination,
  now: number,
  io: ProcessIo,
): Promise<readonly LeftOutRows[]> {
  const expected = kinds.reduce((sum, { count }) => sum + count, 0);
  const progress = startProgress("Checking", expected, io);
  try {
    return await explained(() => findLeftOut(source, now, (read) => progress.at(read)));
  } finally {
    progress.end();
  }
}

function showLeftBehind({ left_behind }: Examination, io: ProcessIo): void {
  if (left_behind.length === 0) return;
  const rows = left_behind.map(({ table: name, reason, rows: count, bytes }) => [
    name,
    count.toLocaleString("en"),
    bytes === undefined ? "" : sizeOf(bytes),
    reason,
  ]);
  io.out(`\n${table(["LEFT BEHIND", "ROWS", "SIZE", "WHY"], rows, io)}`);
}

function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e8 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

function duration(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  return seconds < 5_400
    ? `${Math.round(seconds / 60)} minutes`
    : `${(seconds / 3_600).toFixed(1)} hours`;
}

async function carry(
  source: Source,
  from: string,
  config: Config,
  args: Arguments,
  io: ProcessIo,
): Promise<ExitCode> {
  const stop = new AbortController();
  void io.stopped().then(() => stop.abort());
  let progress: Progress | undefined;
  const batch_size = countOf(args, "batch-size", 1);
  const follow = isSet(args, "follow") && {
    follow: { until_idle: isSet(args, "until-idle"), interval_ms: durationOf(args, "interval") },
  };
  const tenant = textOf(args, "tenant") ?? "";
  const showsCopy = follow !== false && formatOf(args) === "table";
  const report = await explained(() =>
    takeOver({
      source,
      config,
      features,
      id: `${withoutPassword(from)} ${tenant}`,
      batch_size,
      ...follow,
      signal: stop.signal,
      onBlocked: (sentence) => io.err(`${printable(sentence)}\n`),
      onProgress({ read, expected }) {
        progress ??= startProgress("Taking over", expected, io);
        progress.at(read);
      },
      onCopied(copied) {
        progress?.end();
        progress = undefined;
        if (!showsCopy) return;
        showReport(copied, io);
        const end = isSet(args, "until-idle") ? "a pass finds none" : "you stop the command";
        io.err(`The copy is complete. Changes are carried until ${end}.\n`);
      },
      onPass(pass) {
        progress?.end();
        progress = undefined;
        io.err(`${describePass(pass)}\n`);
        showLeftOut(pass.left_out, io);
      },
      onOutage: (sentence) => io.err(`${sentence} Trying again.\n`),
    }),
  ).finally(() => progress?.end());
  const outbound = report.is_complete
    ? await explained(() => checkSourceUrls(source, config, Math.floor(Date.now() / 1000)))
    : { clients: [] };
  return show({ ...report, outbound }, showsCopy, args, io);
}

/** What a run is recognised by when it goes on; a password may change meanwhile. */
function withoutPassword(dsn: string): string {
  return dsn.replace(/(:\/\/[^:@/]*):[^@/]*@/, "$1@");
}

function describePass({ number, added, changed, removed, kept, seconds }: Pass): string {
  const what = [`${added} new`, `${changed} changed`, `${removed} ended`];
  if (kept > 0) what.push(`${kept} changed here and left`);
  return `Pass ${number}: ${what.join(", ")}. This is what the source had ${seconds} s ago.`;
}

function show(
  report: TakeoverReport & { readonly outbound: SourceUrlCheck },
  wasShown: boolean,
  args: Arguments,
  io: ProcessIo,
): ExitCode {
  const { is_complete, verification } = report;
  const format = formatOf(args);
  if (format !== "table") write(report, format, io);
  else {
    if (!wasShown || !is_complete) showReport(report, io);
    showRefusedUrls(report.outbound, io);
  }
  if (!is_complete) {
    io.err(
      "Stopped. What was carried is stored. Run the same command again: it goes on from there.\n",
    );
    return exitCodes.failed;
  }
  const { checked = 0, differences = [] } = verification ?? {};
  for (const { kind, key, field } of differences)
    io.err(printable(`The ${field} of the ${kind} ${key} is not as at the source.\n`));
  io.err(`Compared ${checked} records with the source: ${differences.length} differences.\n`);
  return differences.length === 0 ? exitCodes.done : exitCodes.failed;
}

function showReport({ source, carried, left_out, notes }: CopyReport, io: ProcessIo): void {
  io.out(`${printable(source)}\n\n`);
  const rows = Object.entries(carried).map(([kind, count]) => [kind, count.toLocaleString("en")]);
  if (rows.length > 0) io.out(table(["CARRIED", "RECORDS"], rows, io));
  showLeftOut(left_out, io);
  for (const note of notes) io.err(`${printable(note)}\n`);
}

function showLeftOut(left_out: readonly LeftOutRows[], io: ProcessIo): void {
  if (left_out.length === 0) return;
  const rows = left_out.map(({ table: name, rows: count, reason, keys }) => [
    name,
    count.toLocaleString("en"),
    reason,
    keys.join(", "),
  ]);
  io.out(`\n${table(["LEFT OUT", "ROWS", "WHY", "SUCH AS"], rows, io)}`);
}
