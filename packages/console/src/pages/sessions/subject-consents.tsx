import type { PreviousConsentSession } from "@latchkey/api";
import type { ReactNode } from "react";
import { usePagedList } from "../../queries/lists.ts";
import { useSession } from "../../session/session.ts";
import { ConsentTable } from "./consent-table.tsx";

interface SubjectConsentsProps {
  readonly subject: string;
  /** The name of the user, where it is known. */
  readonly name?: string;
  /** Says why there are none. */
  readonly emptyText?: ReactNode;
}

/** The consents of a subject, the latest first. */
export function SubjectConsents({ subject, name, emptyText }: SubjectConsentsProps) {
  const { latchkey } = useSession();
  const list = usePagedList<PreviousConsentSession>(["consents", subject], (request, options) =>
    latchkey.call("listSubjectConsentSessions", { subject, ...request }, options),
  );
  const none = <p>{name ?? subject} has no consent that is still valid.</p>;
  return <ConsentTable {...{ subject, list }} name={name} emptyText={emptyText ?? none} />;
}
