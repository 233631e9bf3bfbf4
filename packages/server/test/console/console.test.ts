import { startJourney } from "../browser/journey.ts";
import { testAppearance } from "./appearance.ts";
import { createCompany } from "./company.ts";
import { buildConsole } from "./console-tab.ts";
import { testSearch } from "./search.ts";
import { testTasks } from "./tasks.ts";

// Three suites in this order share a server, its demo data and a browser: the first only reads, the last fills the lists.
buildConsole();
const journey = await startJourney();
const fixture = { journey, company: await createCompany(journey) };
testAppearance(fixture);
testTasks(fixture);
testSearch(fixture);
