import { Page } from "../../components/page.tsx";
import { ApiKeys } from "./api-keys.tsx";
import { Operators } from "./operators.tsx";

/** Who may use the console, the command and the admin API. */
export function AccessPage() {
  return (
    <Page
      title="Access"
      lead="Users with a role sign in to this console and to the command. Programs use API keys."
    >
      <Operators />
      <ApiKeys />
    </Page>
  );
}
