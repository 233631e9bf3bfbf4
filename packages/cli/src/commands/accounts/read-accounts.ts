import {
  accountClaimNames,
  type AccountInput,
  accountInput,
  explain,
  normalizeUsername,
  read,
} from "@latchkey/api";

import { verifyNewAccount } from "@latchkey/identity/accounts";

import { type Cell, parseRecords, START, toList, toObject } from "../../files/csv-records.ts";
import {
  FileError,
  type FileProblem,
  type Located,
  type Position,
  positionOf,
} from "../../files/located.ts";

/** An account to be imported. */
export interface ImportedAccount {
  readonly at: Position;
  readonly username: string;
  readonly input: AccountInput;
}

interface ReadAccounts {
  readonly accounts: readonly ImportedAccount[];
  readonly problems: readonly FileProblem[];
}

/** The columns of a CSV file, for help. */
export const accountColumns = [
  "username",
  "password",
  "password_hash",
  "state",
  "groups",
  "attribute.NAME",
];

/** Reads a list of accounts, or an object with one in `accounts`. */
export function readAccounts(root: Located): ReadAccounts {
  const list = root.parts.get("accounts") ?? root;
  if (!Array.isArray(list.value)) {
    const message = "Expected a list of accounts, or an object with one in the field accounts.";
    return { accounts: [], problems: [{ at: list.at, message }] };
  }
  const problems: FileProblem[] = [];
  const seen = new Map<string, Position>();
  const accounts = Array.from(list.parts.values()).flatMap((located): ImportedAccount[] => {
    const input = read(accountInput, located.value);
    if (!input.ok) {
      problems.push({
        at: positionOf(located, input.error.field),
        message: explain(input.error),
      });
      return [];
    }
    const { username, password, password_hash } = input.value;
    const { at } = located;
    if (username === undefined) {
      problems.push({ at, message: "The field username is required." });
      return [];
    }
    if ((password === undefined) === (password_hash === undefined))
      problems.push({ at, message: "Either password or password_hash is required." });
    const verified = verifyNewAccount({ ...input.value, username });
    if (!verified.ok) problems.push({ at, message: verified.error.error_description });
    const name = normalizeUsername(username);
    const before = seen.get(name);
    if (before !== undefined)
      problems.push({ at, message: `There is an account ${name} in line ${before.line} already.` });
    seen.set(name, at);
    return [{ at, username, input: input.value }];
  });
  return { accounts, problems };
}

/** The accounts of a CSV file (RFC 4180) with a header, a row for each. Groups are separated by semicolons. Throws a `FileError`. */
export function parseAccountsCsv(text: string): {
  readonly located: Located;
  readonly problems: readonly FileProblem[];
} {
  const [header, ...rows] = parseRecords(text);
  if (header === undefined) throw new FileError(START, "The file is empty.");
  const names = header.map(({ text: name, at }) => {
    if (isColumn(name)) return name;
    throw new FileError(
      at,
      `Unknown column ${name}. Columns: ${accountColumns.join(", ")}, and the claims.`,
    );
  });
  if (!names.includes("username")) throw new FileError(START, "The column username is missing.");
  const problems: FileProblem[] = [];
  const items = rows.flatMap((row): Located[] => {
    const at = row[0]?.at ?? START;
    if (row.length === names.length) return [accountOf(at, row, names)];
    const message = `The row has ${row.length} values, but there are ${names.length} columns.`;
    problems.push({ at, message });
    return [];
  });
  return { located: toList(START, items), problems };
}

const OWN: ReadonlySet<string> = new Set([
  "username",
  "password",
  "password_hash",
  "state",
  "groups",
]);
const ADDRESS = /^address\.(?:formatted|street_address|locality|region|postal_code|country)$/;

function isColumn(name: string): boolean {
  return (
    OWN.has(name) ||
    name.startsWith("attribute.") ||
    ADDRESS.test(name) ||
    (name !== "address" && accountClaimNames.includes(name))
  );
}

/** Empty cells set nothing. */
function accountOf(at: Position, row: readonly Cell[], names: readonly string[]): Located {
  const parts = new Map<string, Located>();
  const nested = {
    claims: new Map<string, Located>(),
    address: new Map<string, Located>(),
    attributes: new Map<string, Located>(),
  };
  for (const [index, cell] of row.entries()) {
    const name = names[index] ?? "";
    if (cell.text === "") continue;
    const [whole = "", field] = name.split(/\.(.*)/s);
    if (OWN.has(name)) parts.set(name, leaf(ownValue(name, cell.text), cell));
    else if (whole === "attribute")
      nested.attributes.set(field ?? "", leaf(jsonOr(cell.text), cell));
    else if (whole === "address") nested.address.set(field ?? "", leaf(cell.text, cell));
    else nested.claims.set(name, leaf(claimValue(name, cell.text), cell));
  }
  if (nested.address.size > 0) nested.claims.set("address", toObject(at, nested.address));
  if (nested.claims.size > 0) parts.set("claims", toObject(at, nested.claims));
  if (nested.attributes.size > 0) parts.set("attributes", toObject(at, nested.attributes));
  return toObject(at, parts);
}

function leaf(value: unknown, { at }: Cell): Located {
  return { value, at, parts: new Map() };
}

function ownValue(name: string, text: string): unknown {
  if (name !== "groups") return text;
  return text.split(";").map((group) => group.trim());
}

function claimValue(name: string, text: string): unknown {
  if (name.endsWith("_verified") && /^(?:true|false)$/i.test(text))
    return text.toLowerCase() === "true";
  return name === "updated_at" && /^\d+$/.test(text) ? Number(text) : text;
}

/** JSON, or the text as it is. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
