import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { findProgram, installPackage } from "../../../server/test/support/programs.ts";

/** A token of SoftHSM in a folder of its own. */
export interface SoftHsm {
  readonly library: string;
  readonly token_label: string;
  readonly pin_file: string;
  /** Generates a key in the token: pkcs11-tool's name of its kind, such as `rsa:2048`. */
  generate(kind: string, label: string, id: string): void;
  /** Deletes the key of this label. */
  deleteKey(label: string): void;
  /** Takes the token away from processes that open it from now on, and from those that read it. */
  remove(): void;
  insert(): void;
  /** Writes the PIN into its file. */
  writePin(pin: string): void;
}

const PIN = "2468";
const LABEL = "latchkey";

/** Creates a token for the test file. Its folder is named in the environment, which processes that are started inherit. */
export function startSoftHsm(): SoftHsm {
  const util = programOfPackage("softhsm2-util", "softhsm2");
  const tool = programOfPackage("pkcs11-tool", "opensc");
  const library = findLibrary();
  const folder = mkdtempSync(join(tmpdir(), "latchkey-softhsm-"));
  after(() => rmSync(folder, { recursive: true }));
  const [tokens, away] = [join(folder, "tokens"), join(folder, "away")];
  mkdirSync(tokens);
  const conf = join(folder, "softhsm2.conf");
  writeFileSync(conf, `directories.tokendir = ${tokens}\nobjectstore.backend = file\n`);
  process.env["SOFTHSM2_CONF"] = conf;
  const run = (program: string, ...words: string[]): void =>
    void execFileSync(program, words, { stdio: "pipe" });
  run(util, "--init-token", "--free", "--label", LABEL, "--so-pin", "12345678", "--pin", PIN);
  const login = ["--module", library, "--token-label", LABEL, "--login", "--pin", PIN];
  const pin_file = join(folder, "pin");
  const writePin = (pin: string): void => writeFileSync(pin_file, `${pin}\n`, { mode: 0o600 });
  writePin(PIN);
  return {
    library,
    token_label: LABEL,
    pin_file,
    writePin,
    generate: (kind, label, id) =>
      run(tool, ...login, "--keypairgen", "--key-type", kind, "--label", label, "--id", id),
    deleteKey: (label) => {
      for (const type of ["privkey", "pubkey"])
        run(tool, ...login, "--delete-object", "--type", type, "--label", label);
    },
    remove() {
      renameSync(tokens, away);
      mkdirSync(tokens);
    },
    insert() {
      rmSync(tokens, { recursive: true });
      renameSync(away, tokens);
    },
  };
}

function programOfPackage(name: string, debian_package: string): string {
  const found =
    findProgram([name]) ?? (installPackage(debian_package) ? findProgram([name]) : undefined);
  if (found === undefined)
    throw new Error(`There is no ${name} on this machine. Install ${debian_package}.`);
  return found;
}

const LIBRARIES = [
  "/usr/lib/softhsm/libsofthsm2.so",
  "/usr/lib64/softhsm/libsofthsm2.so",
  "/usr/local/lib/softhsm/libsofthsm2.so",
  "/opt/homebrew/lib/softhsm/libsofthsm2.so",
];

function findLibrary(): string {
  const found = LIBRARIES.find((path) => existsSync(path));
  if (found === undefined) throw new Error("SoftHSM is installed without its PKCS#11 module.");
  return found;
}
