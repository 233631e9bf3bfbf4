import type { Workspace } from "@latchkey/api";
import { useState } from "react";
import { usePagedList } from "../../list.ts";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Monogram } from "../../parts/facts.tsx";
import { ListFoot } from "../../parts/list-foot.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { Search } from "../../parts/search.tsx";
import { Ago } from "../../parts/time.tsx";
import { Link, navigate, to } from "../../router.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { useSession } from "../../session/session.ts";

/** Every workspace. */
export function WorkspaceList() {
  const { latchkey } = useSession();
  const list = usePagedList<Workspace>((wanted, options) =>
    latchkey.call("listWorkspaces", wanted, options),
  );
  const { items, search, words, setWords, error } = list;
  const [isNew, setNew] = useState(false);
  const hasNone = items?.length === 0 && search === "" && words === "";
  const create = (
    <Allowed to="write">
      <Button kind="primary" onPress={() => setNew(true)}>
        New workspace
      </Button>
    </Allowed>
  );
  return (
    <Page
      title="Workspaces"
      lead="What integrations are installed into: members, and the things they can share."
      actions={create}
    >
      <Problem error={error} />
      {hasNone && (
        <Empty title="No workspace yet">
          <p>Create one, add its members, and they can connect integrations to it.</p>
          {create}
        </Empty>
      )}
      {items !== undefined && !hasNone && (
        <>
          <Search
            label="Search workspaces"
            placeholder="Search by name or id"
            value={words}
            onChange={setWords}
          />
          {items.length === 0 && search !== "" && (
            <p className="quiet" role="status">
              No workspace on this server has “{search}” in its name or id.
            </p>
          )}
          {items.length > 0 && <WorkspaceTable workspaces={items} />}
          <ListFoot list={list} noun="workspace" />
        </>
      )}
      {isNew && <NewWorkspace onClose={() => setNew(false)} />}
    </Page>
  );
}

function WorkspaceTable({ workspaces }: { readonly workspaces: readonly Workspace[] }) {
  return (
    <div className="card table-card">
      <table className="table">
        <caption className="unseen">Workspaces</caption>
        <thead>
          <tr>
            <th scope="col">Workspace</th>
            <th scope="col" className="wide-only">
              Id
            </th>
            <th scope="col" className="wide-only number">
              Things to share
            </th>
            <th scope="col" className="wide-only">
              Updated
            </th>
          </tr>
        </thead>
        <tbody>
          {workspaces.map(({ id, name, resources, updated_at }) => (
            <tr key={id}>
              <th scope="row">
                <Link className="named" href={to("workspaces", id)}>
                  <Monogram name={name ?? "?"} />
                  {name ?? "Unnamed"}
                </Link>
              </th>
              <td className="wide-only">
                <span className="copyable">
                  <code className="clip">{id}</code>
                  <CopyButton text={id} what={`id of ${name ?? "the workspace"}`} />
                </span>
              </td>
              <td className="wide-only number">{resources.length}</td>
              <td className="wide-only quiet">
                <Ago time={updated_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NewWorkspace({ onClose }: { readonly onClose: () => void }) {
  const { latchkey } = useSession();
  const [name, setName] = useState("");
  const submit = async (): Promise<void> => {
    const { id } = await latchkey.createWorkspace({ body: { name: name.trim() } });
    navigate(to("workspaces", id));
  };
  return (
    <FormDialog
      title="New workspace"
      verb="Create workspace"
      isDisabled={name.trim() === ""}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" value={name} onChange={setName} placeholder="Wonderland" autoFocus />
    </FormDialog>
  );
}
