import { useState } from "react";
import { LinkButton } from "../../components/button.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Page } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { ApiFields } from "./api-fields.tsx";
import { toDraft, toInput } from "./api-form.ts";

/** Registers an API. */
export function NewApi() {
  const { latchkey } = useSession();
  const [draft, setDraft] = useState(() => toDraft());
  const create = async (): Promise<void> => {
    const { id } = await latchkey.createApi({ body: toInput(draft) });
    navigate(to("apis", id));
  };
  return (
    <Page title="New API" back={{ href: to("apis"), label: "APIs" }}>
      <Form
        onSubmit={create}
        submitLabel="Create API"
        isDisabled={draft.identifier.trim() === ""}
        isRecord
        actions={<LinkButton href={to("apis")}>Cancel</LinkButton>}
      >
        <ApiFields draft={draft} onChange={setDraft} isNew />
      </Form>
    </Page>
  );
}
