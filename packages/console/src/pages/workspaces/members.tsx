import type { WorkspaceMember } from "@latchkey/api";
import { useState } from "react";
import { usePagedList } from "../../list.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Badge, Monogram } from "../../parts/facts.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ListFoot } from "../../parts/list-foot.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { Link, to } from "../../router.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { useSession } from "../../session/session.ts";

/** Who is in a workspace. */
export function Members({ workspace_id }: { readonly workspace_id: string }) {
  const { latchkey } = useSession();
  const list = usePagedList<WorkspaceMember>((wanted, options) =>
    latchkey.call("listWorkspaceMembers", { id: workspace_id, ...wanted }, options),
  );
  const [isNew, setNew] = useState(false);
  const [leaving, setLeaving] = useState<WorkspaceMember | undefined>(undefined);
  return (
    <Section
      title="Members"
      actions={
        <Allowed to="write">
          <Button onPress={() => setNew(true)}>Add a member</Button>
        </Allowed>
      }
    >
      <Problem error={list.error} />
      {list.items?.length === 0 && (
        <p className="card quiet">
          Nobody yet. A member is added by the subject they sign in with.
        </p>
      )}
      {list.items !== undefined && list.items.length > 0 && (
        <MemberTable members={list.items} onRemove={setLeaving} />
      )}
      <ListFoot list={list} noun="member" />
      {isNew && (
        <NewMember workspace_id={workspace_id} onDone={list.reload} onClose={() => setNew(false)} />
      )}
      {leaving !== undefined && (
        <Confirm
          title={`Remove ${nameOfMember(leaving)}?`}
          verb="Remove member"
          onConfirm={async () => {
            await latchkey.deleteWorkspaceMember({ id: workspace_id, user_id: leaving.user_id });
            list.reload();
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>What {nameOfMember(leaving)} installed for themselves stops working.</p>
        </Confirm>
      )}
    </Section>
  );
}

interface MemberTableProps {
  readonly members: readonly WorkspaceMember[];
  readonly onRemove: (member: WorkspaceMember) => void;
}

function MemberTable({ members, onRemove }: MemberTableProps) {
  return (
    <div className="card table-card">
      <table className="table">
        <caption className="unseen">Members</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className="wide-only">
              Subject
            </th>
            <th scope="col">Role</th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.user_id}>
              <th scope="row">
                <span className="named">
                  <Monogram name={nameOfMember(member)} />
                  {nameOfMember(member)}
                </span>
              </th>
              <td className="wide-only">
                <Link href={`${to("sessions")}?subject=${encodeURIComponent(member.subject)}`}>
                  <code>{member.subject}</code>
                </Link>
              </td>
              <td>
                <Badge tone={member.role === "admin" ? "brass" : "quiet"}>{member.role}</Badge>
              </td>
              <td className="number">
                <Allowed to="write">
                  <Button
                    kind="danger"
                    aria-label={`Remove ${nameOfMember(member)}`}
                    onPress={() => onRemove(member)}
                  >
                    Remove
                  </Button>
                </Allowed>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NewMemberProps {
  readonly workspace_id: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function NewMember({ workspace_id, onDone, onClose }: NewMemberProps) {
  const { latchkey } = useSession();
  const [subject, setSubject] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<WorkspaceMember["role"]>("member");
  const submit = async (): Promise<void> => {
    const named = name.trim() === "" ? {} : { name: name.trim() };
    await latchkey.createWorkspaceMember({
      id: workspace_id,
      body: { subject: subject.trim(), role, ...named },
    });
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title="Add a member"
      verb="Add member"
      isDisabled={subject.trim() === ""}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Subject"
        value={subject}
        onChange={setSubject}
        hint="What tokens call them when they sign in."
        mono
        autoFocus
      />
      <Field label="Name" value={name} onChange={setName} placeholder="Alice Liddell" />
      <Choice label="Role" look="segments" options={roles} value={role} onChange={setRole} />
    </FormDialog>
  );
}

const roles = [
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
] as const;

function nameOfMember({ name, subject }: WorkspaceMember): string {
  return name ?? subject;
}
