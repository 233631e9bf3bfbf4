import type { ApiInput } from "@latchkey/api";
import { useState } from "react";
import { LinkButton } from "../../components/button.tsx";
import { bodyOf } from "../../components/forms/draft.ts";
import { Form } from "../../components/forms/form.tsx";
import { Page } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { ApiFields } from "./api-fields.tsx";
import { missingText } from "../../components/forms/missing.ts";

/** Registers an API. */
export function NewApi() {
  const { latchkey } = useSession();
  const [draft, setDraft] = useState<ApiInput>({});
  const create = async (): Promise<void> => {
    const { id } = await latchkey.createApi({ body: bodyOf(draft) });
    navigate(to("apis", id));
  };
  return (
    <Page title="New API" back={{ href: to("apis"), label: "APIs" }}>
      <Form
        onSubmit={create}
        submitLabel="Create API"
        missing={missingText(draft.identifier, "Enter the identifier first.")}
        isRecord
        actions={<LinkButton href={to("apis")}>Cancel</LinkButton>}
      >
        <ApiFields draft={draft} onChange={setDraft} isNew />
      </Form>
    </Page>
  );
}
