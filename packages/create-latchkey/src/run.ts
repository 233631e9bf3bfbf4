import { resolve } from "node:path";
import {
  helpText,
  namesOfKinds,
  readCommandLine,
  UsageError,
  type WantedProject,
} from "./command-line.ts";
import { createProject, RefusedError } from "./create-project.ts";
import { isKind, kinds } from "./kinds.ts";
import { findTarballs } from "./local-packages.ts";

/** The process, as far as the command uses it. */
export interface Io {
  readonly cwd: string;
  readonly version: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Asks the user; undefined without a terminal. Resolves to undefined when the user ends the input. */
  readonly ask: ((question: string) => Promise<string | undefined>) | undefined;
}

/** Runs the command and returns its exit code: 0 done, 1 failed or cancelled, 2 not understood. */
export async function run(args: readonly string[], io: Io): Promise<0 | 1 | 2> {
  try {
    const line = readCommandLine(args);
    if (line.action === "create") return await create(line, io);
    io.out(line.action === "help" ? helpText() : `${io.version}\n`);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`${error.message}\nRun create-latchkey --help for usage.\n`);
      return 2;
    }
    if (!(error instanceof RefusedError || isSystemError(error))) throw error;
    io.err(`${error.message}\n`);
    return 1;
  }
}

async function create(wanted: WantedProject, io: Io): Promise<0 | 1> {
  const folder = wanted.folder ?? (await askFolder(io));
  const kind = folder === undefined ? undefined : (wanted.kind ?? (await askKind(io)));
  if (folder === undefined || kind === undefined) {
    io.err("\nCancelled. Nothing was written.\n");
    return 1;
  }
  const tarballs =
    wanted.packages === undefined ? undefined : tarballsIn(resolve(io.cwd, wanted.packages), io);
  createProject(resolve(io.cwd, folder), kind, {
    version: io.version,
    ...(tarballs && { tarballs }),
  });
  io.out(`Created ${folder}: ${kinds[kind]?.summary}. Next:

  cd ${/^[\w./-]+$/.test(folder) ? folder : `"${folder}"`}
  npm install
  npm run dev
  npm test
`);
  return 0;
}

function tarballsIn(folder: string, { version }: Io): Readonly<Record<string, string>> {
  const tarballs = findTarballs(folder, version);
  if (tarballs["latchkey"] !== undefined) return tarballs;
  throw new RefusedError(`${folder} has no latchkey-${version}.tgz. Run npm run pack in a clone.`);
}

const DEFAULT_FOLDER = "my-project";

async function askFolder({ ask }: Io): Promise<string | undefined> {
  if (ask === undefined) throw new UsageError("Name a folder for the project.");
  const answer = await ask(`Folder (${DEFAULT_FOLDER}): `);
  return answer?.trim() === "" ? DEFAULT_FOLDER : answer?.trim();
}

async function askKind({ ask, out }: Io): Promise<string | undefined> {
  if (ask === undefined)
    throw new UsageError(`Name the kind of project with --kind: ${namesOfKinds()}.`);
  const names = Object.keys(kinds);
  for (const [index, name] of names.entries())
    out(`  ${index + 1}  ${name.padEnd(10)} ${kinds[name]?.summary}\n`);
  for (;;) {
    const answer = (await ask(`Kind (1–${names.length} or its name): `))?.trim();
    if (answer === undefined || isKind(answer)) return answer;
    const chosen = names[Number(answer) - 1];
    if (chosen !== undefined) return chosen;
  }
}

/** A failure of the file system, such as EACCES. Its message names the path. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
