import type { Workspace } from "@latchkey/api";
import { useState } from "react";
import { useAction } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { useSession } from "../../session/session.ts";

interface ResourcesProps {
  readonly workspace: Workspace;
  readonly onChanged: () => void;
}

/** What members of a workspace can share with an integration. */
export function Resources({ workspace, onChanged }: ResourcesProps) {
  const { latchkey } = useSession();
  const [title, setTitle] = useState("");
  const { id, name, icon, resources } = workspace;
  const change = useAction(async (next: Workspace["resources"]) => {
    await latchkey.updateWorkspace({ id, body: { name, icon, resources: next } });
    setTitle("");
    onChanged();
  });
  return (
    <Section
      title="Things to share"
      lead="Pages, databases, boards: people choose among them when they connect an integration."
    >
      <div className="card rows">
        {resources.map((resource) => (
          <div key={resource.id}>
            <p>
              <strong>{resource.title}</strong> <code className="quiet">{resource.id}</code>
            </p>
            <Allowed to="write">
              <Button
                aria-label={`Remove ${resource.title}`}
                onPress={() => void change.run(resources.filter((one) => one.id !== resource.id))}
              >
                Remove
              </Button>
            </Allowed>
          </div>
        ))}
        {resources.length === 0 && <p className="quiet">Nothing yet.</p>}
        <Allowed to="write">
          <form
            className="inline-form"
            onSubmit={(event) => {
              event.preventDefault();
              void change.run([...resources, { id: crypto.randomUUID(), title: title.trim() }]);
            }}
          >
            <Field
              label="Title"
              value={title}
              onChange={setTitle}
              placeholder="Tea party guest list"
            />
            <Button type="submit" isDisabled={title.trim() === ""} isPending={change.isBusy}>
              Add
            </Button>
          </form>
        </Allowed>
        <Problem error={change.error} />
      </div>
    </Section>
  );
}
