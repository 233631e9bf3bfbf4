import type { Branding, BrandingState } from "@latchkey/api";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "../../components/forms/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, PageQuery } from "../../components/page.tsx";
import { useSession } from "../../session/session.ts";
import { BrandingFields } from "./branding-fields.tsx";
import { BrandingPreview } from "./branding-preview.tsx";
import { withoutEmpty } from "./branding-draft.ts";

const QUERY_KEY = ["branding"];

/** How the built-in pages look, with a preview of each of them. */
export function BrandingPage() {
  const { latchkey } = useSession();
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => latchkey.getBranding({ signal }),
  });
  return (
    <Page
      title="Branding"
      lead="What users see when they sign in: name, logo, colours and texts of the built-in pages and of mails."
    >
      <PageQuery query={query}>{(state) => <EditBranding state={state} />}</PageQuery>
    </Page>
  );
}

function EditBranding({ state }: { readonly state: BrandingState }) {
  const { latchkey, may } = useSession();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Branding>(state.stored);
  const [if_unchanged, setOpened] = useState(state);
  const [isSaved, setSaved] = useState(false);
  const change = (changed: Branding): void => {
    setSaved(false);
    setDraft(changed);
  };
  const save = async (): Promise<void> => {
    const saved = await latchkey.setBranding({ body: withoutEmpty(draft) }, { if_unchanged });
    setOpened(saved);
    client.setQueryData(QUERY_KEY, saved);
    setSaved(true);
  };
  return (
    <div className="branding">
      {may("setBranding") && (
        <Form
          isRecord
          layout="page"
          submitLabel="Save branding"
          onSubmit={save}
          status={isSaved && <span role="status">Saved. All servers use it within a second.</span>}
        >
          <FaintColours state={state} />
          <BrandingFields draft={draft} effective={state.effective} onChange={change} />
        </Form>
      )}
      <BrandingPreview branding={withoutEmpty(draft)} />
    </div>
  );
}

/** Colours are never refused: what would be hard to read is replaced, and this says by what. */
function FaintColours({ state }: { readonly state: BrandingState }) {
  if (state.faint_colours.length === 0) return null;
  return (
    <Notice tone="brass">
      {state.faint_colours.map(({ scheme, colour, contrast, used_for_text }) => (
        <p key={scheme}>
          In the {scheme} scheme, <code>{colour}</code> has a contrast of {contrast} with the card;
          text needs 4.5. Buttons have it, links and focus rings have <code>{used_for_text}</code>.
        </p>
      ))}
    </Notice>
  );
}
