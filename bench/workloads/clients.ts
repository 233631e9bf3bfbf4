import { join } from "node:path";
import { type Latchkey, registerPhotos } from "../subjects/latchkey.ts";
import { clientName, fillClients } from "../fill/clients.ts";
import { withStore } from "../fill/open.ts";
import type { Environment } from "../environment.ts";
import { requestOnce, loadedByWrk, type Workload } from "./workload.ts";

const FEW = 1_000;

/** The first page of very many clients. */
export const clientList = clientWorkload(
  "client_list",
  "list 100 of 100,000 clients",
  "/clients?limit=100",
);

/** One client of very many. */
export const clientGet = clientWorkload(
  "client_get",
  "get one of 100,000 clients",
  `/clients/${clientName(FEW / 2)}`,
);

/** A Latchkey with few clients shows whether cost depends on their number. */
function clientWorkload(name: string, title: string, path: string): Workload {
  return {
    name,
    title,
    unit: "requests",
    async prepare(environment) {
      const latchkey = await environment.latchkey();
      await fill(latchkey, environment.pace.rows);
      const small = await startSmall(environment);
      await fill(small, FEW);
      const baseline = await environment.baseline();
      await baseline.setResponse(
        path,
        await requestOnce(`${latchkey.admin_url}${path}`, {}, clientName(FEW / 2).slice(0, 9)),
      );
      return [baseline, latchkey, small].map((subject) =>
        loadedByWrk(subject, { url: `${subject.admin_url}${path}` }),
      );
    },
  };
}

function startSmall(environment: Environment): Promise<Latchkey> {
  return environment.latchkey({
    name: "latchkey-small",
    directory: join(environment.directory, "small"),
    profile: undefined,
  });
}

async function fill(subject: Latchkey, count: number): Promise<void> {
  await registerPhotos(subject);
  await withStore(subject.dsn, (open) => fillClients(open, count));
}
