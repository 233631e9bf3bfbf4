import type { OAuth2ClientInput } from "@latchkey/api";
import { describeValue } from "./describe-value.ts";
import { type FormField, formGroups, sectionId, setFields } from "./client-form.ts";

/** What of a client differs from the defaults, each with its value and a link to its input. */
export function SetFieldsSummary({ draft }: { readonly draft: OAuth2ClientInput }) {
  const fields = setFields(draft);
  return (
    <section className="set-fields" aria-labelledby="set-fields">
      <h2 id="set-fields">Differs from the defaults</h2>
      {fields.length === 0 ? (
        <p className="quiet small">Every field has its default.</p>
      ) : (
        <ul>
          {fields.map((formed) => (
            <li key={formed.name}>
              <a href={`#${sectionOf(formed)}`} onClick={(event) => focusField(event, formed.name)}>
                {formed.form.label}
              </a>{" "}
              <code>{describeValue(draft, formed)}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The id of the group that a field is in, where the link leads. */
function sectionOf(formed: FormField): string {
  const group = formGroups.find(({ fields }) => fields.includes(formed));
  return group === undefined ? "" : sectionId(group);
}

/** Unfolds the group of a field and focuses its first input. */
function focusField(event: React.MouseEvent, name: string): void {
  event.preventDefault();
  const input = document.querySelector<HTMLElement>(`form [name="${name}"]`);
  const fold = input?.closest("details");
  if (fold) fold.open = true;
  input?.focus();
  input?.scrollIntoView({ block: "center" });
}
