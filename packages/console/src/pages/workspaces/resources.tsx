import type { Workspace } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Section } from "../../components/page.tsx";
import { Table } from "../../components/tables/table.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { completeList } from "../../queries/lists.ts";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { missingText } from "../../components/forms/missing.ts";

type ResourceList = Workspace["resources"];

/** The resources that members of a workspace can share with an integration. */
export function Resources({ workspace }: { readonly workspace: Workspace }) {
  const { latchkey } = useSession();
  const [title, setTitle] = useState("");
  const { id, name, icon, resources } = workspace;
  const replace = (next: ResourceList): Promise<unknown> =>
    latchkey.updateWorkspace({ id, body: { name, icon, resources: next } });
  const [removing, setRemoving] = useState<ResourceList[number] | undefined>(undefined);
  const add = async (): Promise<void> => {
    await replace([...resources, { id: crypto.randomUUID(), title: title.trim() }]);
    setTitle("");
  };
  return (
    <Section
      title="Resources"
      lead="Pages, databases, boards: users choose among them when they connect an integration."
    >
      <Table
        label="Resources"
        list={completeList(resources)}
        keyOf={(resource) => resource.id}
        empty={{
          title: "No resources yet",
          children: <p>Add one, so that members can share it with an integration.</p>,
        }}
        columns={[
          { title: "Title", cell: (resource) => resource.title },
          {
            title: "ID",
            wideOnly: true,
            cell: (resource) => <code className="quiet">{resource.id}</code>,
          },
          {
            title: "Actions",
            titleHidden: true,
            alignEnd: true,
            cell: (resource) => (
              <RequireOperation id="updateWorkspace">
                <Button
                  kind="danger"
                  aria-label={`Remove ${resource.title}`}
                  onPress={() => setRemoving(resource)}
                >
                  Remove
                </Button>
              </RequireOperation>
            ),
          },
        ]}
      />
      {removing !== undefined && (
        <ConfirmDialog
          title={`Remove ${removing.title}?`}
          submitLabel="Remove resource"
          onConfirm={() => replace(resources.filter((resource) => resource.id !== removing.id))}
          onClose={() => setRemoving(undefined)}
        >
          <p>Members can no longer share it. Installations that it was shared with keep its ID.</p>
        </ConfirmDialog>
      )}
      <RequireOperation id="updateWorkspace">
        <Form
          layout="inline"
          isRecord
          onSubmit={add}
          submitLabel="Add"
          submitKind="plain"
          missing={missingText(title, "Enter a title first.")}
          errorField="title"
        >
          <TextField
            label="Title of a new resource"
            name="title"
            value={title}
            onChange={setTitle}
            placeholder="Tea party guest list"
          />
        </Form>
      </RequireOperation>
    </Section>
  );
}
