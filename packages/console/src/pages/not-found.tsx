import { LinkButton } from "../parts/button.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { to } from "../router.tsx";

/** An address the console does not have. */
export function NotFound() {
  return (
    <Page title="Nothing is here">
      <Empty title="The console has no page under this address.">
        <LinkButton href={to()}>Go to the overview</LinkButton>
      </Empty>
    </Page>
  );
}
