import { type Cell, parseRecords, START, toList, toObject } from "../../../files/csv-records.ts";
import {
  FileError,
  type FileProblem,
  type Located,
  type Position,
} from "../../../files/located.ts";

/** The columns of a CSV file, and the field of a workspace or member that each sets. */
const columns: Readonly<Record<string, readonly ["workspace" | "member", string]>> = {
  workspace_id: ["workspace", "id"],
  workspace_name: ["workspace", "name"],
  workspace_icon: ["workspace", "icon"],
  subject: ["member", "subject"],
  user_id: ["member", "user_id"],
  role: ["member", "role"],
  name: ["member", "name"],
  email: ["member", "email"],
  email_verified: ["member", "email_verified"],
  avatar_url: ["member", "avatar_url"],
};

/** The names of the columns, for help. */
export const csvColumns = Object.keys(columns);

/** A list of workspaces, and errors in their rows. */
interface ParsedCsv {
  readonly located: Located;
  readonly problems: readonly FileProblem[];
}

/**
 * Parses CSV (RFC 4180) with a header: a row for each member, or for a workspace without one. Rows of the same workspace_id
 * belong together. Throws a `FileError`.
 */
export function parseCsv(text: string): ParsedCsv {
  const [header, ...rows] = parseRecords(text);
  if (header === undefined) throw new FileError(START, "The file is empty.");
  const names = header.map(({ text: name, at }) => {
    if (Object.hasOwn(columns, name)) return name;
    throw new FileError(at, `Unknown column ${name}. Columns: ${csvColumns.join(", ")}.`);
  });
  const doubled = names.findIndex((name, index) => names.indexOf(name) < index);
  if (doubled !== -1)
    throw new FileError(
      header[doubled]?.at ?? START,
      `The column ${names[doubled]} is there already.`,
    );
  if (!names.includes("workspace_id"))
    throw new FileError(START, "The column workspace_id is missing.");
  return group(rows, names);
}

interface Group {
  readonly at: Position;
  readonly fields: Map<string, Located>;
  readonly members: Located[];
}

function group(rows: readonly (readonly Cell[])[], names: readonly string[]): ParsedCsv {
  const groups = new Map<string, Group>();
  const problems: FileProblem[] = [];
  for (const row of rows) {
    const at = row[0]?.at ?? START;
    if (row.length !== names.length) {
      const message = `The row has ${row.length} values, but there are ${names.length} columns.`;
      problems.push({ at, message });
      continue;
    }
    const { workspace, member } = fieldsOf(row, names);
    const id = row[names.indexOf("workspace_id")]?.text.toLowerCase() ?? "";
    const known = groups.get(id);
    const target = known ?? { at, fields: new Map<string, Located>(), members: [] };
    groups.set(id, target);
    for (const [name, part] of workspace) {
      const before = target.fields.get(name) ?? part;
      target.fields.set(name, before);
      if (name !== "id" && before.value !== part.value)
        problems.push({
          at: part.at,
          message: `The workspace has another ${name} in line ${before.at.line}.`,
        });
    }
    if (member.size > 0) target.members.push(toObject(at, member));
  }
  const workspaces = Array.from(groups.values(), ({ at, fields, members }) =>
    toObject(at, new Map([...fields, ["members", toList(at, members)]])),
  );
  return { located: toList(START, workspaces), problems };
}

/** Empty cells set nothing. */
function fieldsOf(row: readonly Cell[], names: readonly string[]) {
  const fields = { workspace: new Map<string, Located>(), member: new Map<string, Located>() };
  for (const [index, { text, at }] of row.entries()) {
    const column = columns[names[index] ?? ""];
    if (text === "" || column === undefined) continue;
    const [of, name] = column;
    fields[of].set(name, { value: valueOf(name, text), at, parts: new Map() });
  }
  return fields;
}

function valueOf(name: string, text: string): unknown {
  const isFlag = name === "email_verified" && /^(?:true|false)$/i.test(text);
  return isFlag ? text.toLowerCase() === "true" : text;
}
