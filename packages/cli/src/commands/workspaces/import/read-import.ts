import {
  explain,
  read,
  type WorkspaceInput,
  workspaceInput,
  type WorkspaceMemberInput,
  workspaceMemberInput,
} from "@latchkey/api";

import {
  type FileProblem,
  type Located,
  type Position,
  positionOf,
} from "../../../files/located.ts";

/** A workspace to be imported. */
export interface ImportedWorkspace {
  readonly at: Position;
  readonly id: string;
  readonly input: WorkspaceInput;
  readonly members: readonly ImportedMember[];
}

/** A member to be imported. */
export interface ImportedMember {
  readonly at: Position;
  readonly subject: string;
  readonly input: WorkspaceMemberInput;
}

/** What a file describes, and every error in it. */
interface ReadImport {
  readonly workspaces: readonly ImportedWorkspace[];
  readonly problems: readonly FileProblem[];
}

/** Reads a list of workspaces, or an object with one in `workspaces`. */
export function readImport(root: Located): ReadImport {
  const list = root.parts.get("workspaces") ?? root;
  if (!Array.isArray(list.value)) {
    const message = "Expected a list of workspaces, or an object with one in the field workspaces.";
    return { workspaces: [], problems: [{ at: list.at, message }] };
  }
  const problems: FileProblem[] = [];
  const report = (at: Position, message: string): void => void problems.push({ at, message });
  const workspaces = Array.from(list.parts.values(), (located) => readWorkspace(located, report));
  const found = workspaces.flatMap((workspace) => workspace ?? []);
  reportDoubles(found, ({ id }) => id, "workspace with this id", report);
  return { workspaces: found, problems: problems.toSorted(byPosition) };
}

type Report = (at: Position, message: string) => void;

function readWorkspace(located: Located, report: Report): ImportedWorkspace | undefined {
  const { members: list, ...fields } = Object.fromEntries(located.parts);
  const isObject = typeof located.value === "object" && !Array.isArray(located.value);
  const value = isObject ? valuesOf(fields) : located.value;
  const workspace = read(workspaceInput, value);
  if (!workspace.ok) {
    report(positionOf(located, workspace.error.field), explain(workspace.error));
    return undefined;
  }
  const { id, resources } = workspace.value;
  if (id === undefined) report(located.at, MISSING_ID);
  for (const [index, resource] of (resources ?? []).entries())
    if (resource.id === undefined) report(positionOf(located, `resources[${index}]`), MISSING_ID);
  const members = list === undefined ? [] : readMembers(list, report);
  return id === undefined ? undefined : { at: located.at, id, input: workspace.value, members };
}

const MISSING_ID =
  "The field id is required, so that a second import finds what the first created.";

function readMembers(list: Located, report: Report): readonly ImportedMember[] {
  if (!Array.isArray(list.value)) report(list.at, "The field members must be a list.");
  const members = Array.from(list.parts.values()).flatMap((located): ImportedMember[] => {
    const member = read(workspaceMemberInput, located.value);
    if (!member.ok) {
      report(positionOf(located, member.error.field), explain(member.error));
      return [];
    }
    const { subject } = member.value;
    if (subject === undefined) report(located.at, "The field subject is required.");
    return subject === undefined ? [] : [{ at: located.at, subject, input: member.value }];
  });
  reportDoubles(members, ({ subject }) => subject, "member with this subject", report);
  reportDoubles(members, ({ input }) => input.user_id, "member with this user_id", report);
  return members;
}

function reportDoubles<Item extends { readonly at: Position }>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
  what: string,
  report: Report,
): void {
  const seen = new Map<string, Position>();
  for (const item of items) {
    const key = keyOf(item);
    const before = key === undefined ? undefined : seen.get(key);
    if (before !== undefined) report(item.at, `There is a ${what} in line ${before.line} already.`);
    else if (key !== undefined) seen.set(key, item.at);
  }
}

function valuesOf(parts: Readonly<Record<string, Located>>): object {
  return Object.fromEntries(Object.entries(parts).map(([name, { value }]) => [name, value]));
}

function byPosition({ at: one }: FileProblem, { at: other }: FileProblem): number {
  return one.line - other.line || one.column - other.column;
}
