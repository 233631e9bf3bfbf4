import { mkdtempSync, rmdirSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./programs.ts";

export const NO_BROWSER =
  "There is no Chromium on this machine: install it, or name one in the environment variable CHROME_PATH.";

/** What tests need and not every machine has: why they are not run without it, and whether it is there. */
const parts = {
  browser: {
    absent: () => NO_BROWSER,
    isPresent: () => findChromium() !== undefined,
  },
  loopback_addresses: {
    absent: () => "This machine has no loopback address beside 127.0.0.1, such as 127.0.0.2.",
    isPresent: () =>
      Object.values(networkInterfaces()).some((addresses) =>
        addresses?.some(({ address, netmask }) => address === "127.0.0.1" && netmask === LOOPBACK),
      ),
  },
  port_sharing: {
    absent: () => "Processes share a port on Linux alone.",
    isPresent: () => process.platform === "linux",
  },
  list_of_open_files: {
    absent: () => "The open files of a process are listed on Linux alone.",
    isPresent: () => process.platform === "linux",
  },
  folder_for_temporary_files: {
    absent: () =>
      `The folder for temporary files, ${tmpdir()}, cannot be written: name another in the environment variable TMPDIR.`,
    isPresent: canWriteTemporaryFiles,
  },
} as const;

/** Linux has all of 127.0.0.0/8 on its loopback interface. */
const LOOPBACK = "255.0.0.0";

/** Whether this machine lacks something, as the option `skip` of a test: the sentence that says so. */
export function lacks(part: keyof typeof parts): string | false {
  const { absent, isPresent } = parts[part];
  return isPresent() ? false : absent();
}

function canWriteTemporaryFiles(): boolean {
  try {
    rmdirSync(mkdtempSync(join(tmpdir(), "latchkey-")));
    return true;
  } catch {
    return false;
  }
}
