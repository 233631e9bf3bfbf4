import type { Termination, TerminationInput } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DangerousAction } from "../../components/danger-zone.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useSession } from "../../session/session.ts";

/** What everything of is ended. */
type Holder = Omit<TerminationInput, "dry_run">;

interface EndEverythingProps {
  readonly holder: Holder;
  readonly name: string;
  /** What it means for its users, as a sentence. */
  readonly effect: string;
}

/** A row of the danger zone that ends all that something holds. Its dialog says what that is. */
export function EndEverything({ holder, name, effect }: EndEverythingProps) {
  const { latchkey } = useSession();
  return (
    <DangerousAction
      title="End everything."
      effect={effect}
      label="End everything"
      question={`End everything of ${name}?`}
      name={name}
      onConfirm={() => latchkey.endEverything({ body: holder })}
    >
      <Consequences holder={holder} />
    </DangerousAction>
  );
}

interface EndEverythingDialogProps {
  readonly holder: Holder;
  readonly title: string;
  /** What it means for its users. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The dialog alone, for the row of a table. */
export function EndEverythingDialog(props: EndEverythingDialogProps) {
  const { holder, title, children, onClose } = props;
  const { latchkey } = useSession();
  return (
    <ConfirmDialog
      title={title}
      submitLabel="End everything"
      onConfirm={() => latchkey.endEverything({ body: holder })}
      onClose={onClose}
    >
      {children}
      <Consequences holder={holder} />
    </ConfirmDialog>
  );
}

function Consequences({ holder }: { readonly holder: Holder }) {
  return (
    <>
      <p>
        Servers refuse it at once. APIs that verify JWTs by themselves with @latchkey/protect do
        within ten seconds.
      </p>
      <Preview holder={holder} />
    </>
  );
}

interface PreviewProps {
  readonly holder: Holder;
  /** What happens to it: `What ends now`. */
  readonly lead?: string;
  /** The same where there is nothing. */
  readonly none?: string;
}

/** How much would be ended, by kind. */
export function Preview({
  holder,
  lead = "What ends now",
  none = "Nothing is stored of it now. Sign-ins and consents under way end.",
}: PreviewProps) {
  const { latchkey } = useSession();
  const { data, error } = useQuery({
    queryKey: ["terminations", holder],
    queryFn: ({ signal }) =>
      latchkey.endEverything({ body: { ...holder, dry_run: true } }, { signal }),
    gcTime: 0, // Counted again each time the dialog opens.
  });
  return (
    <>
      <ErrorNotice error={error} />
      {data !== undefined && <Counts counted={data} lead={lead} none={none} />}
    </>
  );
}

interface CountsProps {
  readonly counted: Pick<Termination, "ended" | "complete">;
  readonly lead: string;
  readonly none: string;
}

/** How many of each kind. */
export function Counts({ counted: { ended, complete }, lead, none }: CountsProps) {
  const counts = Object.entries(ended).filter(([, count]) => count > 0);
  if (counts.length === 0) return <p>{none}</p>;
  return (
    <>
      <p>{complete ? `${lead}:` : `${lead}, at least:`}</p>
      <ul className="bullets">
        {counts.map(([kind, count]) => (
          <li key={kind}>{describe(kind, count)}</li>
        ))}
      </ul>
    </>
  );
}

/** `2 login sessions`; kinds of features that are not known here are named as the API names them. */
function describe(kind: string, count: number): string {
  const [one = kind.replaceAll("_", " "), many = one] = names[kind] ?? [];
  return `${count} ${count === 1 ? one : many}`;
}

const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  grants: ["grant, with its tokens", "grants, with their tokens"],
  access_tokens: ["access token without a grant", "access tokens without a grant"],
  login_sessions: ["login session", "login sessions"],
  operator_sessions: ["session of an operator", "sessions of an operator"],
  workspace_installations: [
    "installation of an integration in a workspace",
    "installations of integrations in workspaces",
  ],
  device_authorizations: ["device that waits", "devices that wait"],
  backchannel_requests: ["backchannel request", "backchannel requests"],
};
