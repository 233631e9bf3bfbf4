import { LinkButton } from "../components/button.tsx";
import { Empty, Page } from "../components/page.tsx";
import { to } from "../router.tsx";

/** The page for unknown addresses. */
export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty title="The console has no page at this address.">
        <LinkButton href={to()}>Go to the overview</LinkButton>
      </Empty>
    </Page>
  );
}
