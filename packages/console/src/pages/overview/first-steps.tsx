import { Badge } from "../../components/details.tsx";
import { Link, to } from "../../router.tsx";
import { isServed } from "../../served.ts";
import { useSession } from "../../session/session.ts";
import type { RecordCounts } from "./use-record-counts.ts";

/** What to do on a server without clients, or without accounts where its own pages sign users in. Nothing on any other. */
export function FirstSteps({ counts }: { readonly counts: RecordCounts }) {
  const { login_url } = useSession();
  const { clients, accounts } = counts;
  const hasAccounts = login_url === undefined && isServed("createAccount");
  const needsAccount = hasAccounts && accounts === 0;
  if (clients !== 0 && !needsAccount) return null;
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ol>
        {hasAccounts && (
          <Step isDone={!needsAccount} href={to("new-account")} label="Create an account">
            to sign in with on the built-in pages.
          </Step>
        )}
        <Step isDone={clients !== 0} href={to("new-client")} label="Create a client">
          for the app that people sign in to.
        </Step>
        <Step href={to("clients")} label="Sign in with it">
          from the page of the client, which also has the code for your framework.
        </Step>
        <li>
          <a href="/docs">Read the documentation</a>: guides by framework, and how to run a server.
        </li>
      </ol>
    </section>
  );
}

function Step(props: {
  readonly isDone?: boolean;
  readonly href: string;
  readonly label: string;
  readonly children: string;
}) {
  return (
    <li>
      <Link href={props.href}>{props.label}</Link> {props.children}{" "}
      {props.isDone === true && <Badge tone="good">done</Badge>}
    </li>
  );
}
