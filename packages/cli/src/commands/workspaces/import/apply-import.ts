import type { Workspace, WorkspaceMember } from "@latchkey/api";
import { type Client, paginate, unwrap } from "@latchkey/client";

import { exitCodes } from "../../../output/exit-codes.ts";
import { Failure } from "../../../output/failure.ts";
import type { ImportedMember, ImportedWorkspace } from "./read-import.ts";

/** What was done with a workspace or member, or would be. */
export type Change = "created" | "changed" | "unchanged";

/** Creates or changes what an import describes; in a dry run it only compares. What the file does not mention is not changed. */
export interface Importer {
  workspace(imported: ImportedWorkspace): Promise<Change>;
  member(imported: ImportedMember, workspace: ImportedWorkspace): Promise<Change>;
}

export function createImporter(latchkey: Client, dry_run: boolean): Importer {
  const members = new Map<string, Promise<MemberIndex>>();
  const membersOf = (id: string): Promise<MemberIndex> => {
    const known = members.get(id) ?? indexMembers(id, latchkey);
    members.set(id, known);
    return known;
  };

  return {
    async workspace({ id, input }) {
      const present = await findWorkspace(id, latchkey);
      if (present === undefined) {
        if (!dry_run) await latchkey.createWorkspace({ body: input });
        return "created";
      }
      const { name, icon, resources } = present;
      const before = { name, icon, resources };
      const after = { ...before, ...definedIn(input, before) };
      if (isSame(before, after)) return "unchanged";
      if (!dry_run) await latchkey.updateWorkspace({ id, body: after });
      return "changed";
    },

    async member({ subject, input }, { id }) {
      const { by_subject, by_user_id } = await membersOf(id);
      const present = by_subject.get(subject) ?? by_user_id.get(input.user_id ?? "");
      if (present === undefined) {
        if (!dry_run) await latchkey.createWorkspaceMember({ id, body: input });
        return "created";
      }
      if (input.user_id !== undefined && input.user_id !== present.user_id)
        throw new Failure(
          exitCodes.refused,
          `The member ${subject} has the user_id ${present.user_id}, which cannot be changed.`,
        );
      const after = { ...present, ...definedIn(input, present) };
      if (isSame(present, after)) return "unchanged";
      const { user_id } = present;
      if (!dry_run) await latchkey.updateWorkspaceMember({ id, user_id, body: after });
      return "changed";
    },
  };
}

interface MemberIndex {
  readonly by_subject: ReadonlyMap<string, WorkspaceMember>;
  readonly by_user_id: ReadonlyMap<string, WorkspaceMember>;
}

/** Empty for a workspace that does not exist yet: a dry run has not created it. */
async function indexMembers(id: string, latchkey: Client): Promise<MemberIndex> {
  const workspace = await findWorkspace(id, latchkey);
  const pages = paginate((page) => latchkey.call("listWorkspaceMembers", { ...page, id }), {
    limit: 500,
  });
  const members = workspace === undefined ? [] : await Array.fromAsync(pages);
  return {
    by_subject: new Map(members.map((member) => [member.subject, member])),
    by_user_id: new Map(members.map((member) => [member.user_id, member])),
  };
}

async function findWorkspace(id: string, latchkey: Client): Promise<Workspace | undefined> {
  const reply = await latchkey.call("getWorkspace", { id });
  return reply.status === 404 ? undefined : unwrap(reply);
}

/** The fields of the file that an update can change. */
function definedIn<Present extends object>(input: object, present: Present): Partial<Present> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Both types describe the same fields.
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => name in present),
  ) as Partial<Present>;
}

/** Fields are compared in the order of the first, and lists in their own. */
function isSame<T extends object>(before: T, after: T): boolean {
  return canonical(before) === canonical(after);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : part,
  );
}
