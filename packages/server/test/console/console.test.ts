import { startBrowserFixture } from "../browser/browser-fixture.ts";
import { testAccounts } from "./accounts.ts";
import { testAppearance } from "./appearance.ts";
import { testClientForm } from "./client-form.ts";
import { createCompany } from "./company.ts";
import { buildConsole } from "./console-tab.ts";
import { testDisabled } from "./disabled.ts";
import { testSearch } from "./search.ts";
import { testTasks } from "./tasks.ts";

// Six suites in this order share a server, its demo data and a browser: the first only reads, the last fills the lists.
buildConsole();
const world = await startBrowserFixture();
const fixture = { world, company: await createCompany(world) };
testAppearance(fixture);
testTasks(fixture);
testClientForm(fixture);
testAccounts(fixture);
testDisabled(fixture);
testSearch(fixture);
