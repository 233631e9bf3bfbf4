import { Section } from "../../components/page.tsx";
import { isServed } from "../../served.ts";
import { EntryList } from "./entry-list.tsx";

interface HistoryProps {
  readonly object_type: string;
  readonly object_id: string;
  /** What the object is called in a sentence: `this client`. */
  readonly of: string;
}

/** Who changed an object: a section of its page, where the server has an audit log. */
export function History({ object_type, object_id, of }: HistoryProps) {
  if (!isServed("listAuditEntries")) return null;
  return (
    <Section title="History" lead={`Who changed ${of}, and what, the latest first.`}>
      <EntryList
        filter={{ object_type, object_id }}
        label={`Changes of ${of}`}
        isOfOne
        level={3}
        empty={
          <p className="card quiet">
            No changes are recorded: it has not changed for as long as <code>audit.retention</code>.
          </p>
        }
      />
    </Section>
  );
}
