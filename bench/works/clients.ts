import { join } from "node:path";
import { type Latchkey, registerPhotos } from "../contenders/latchkey.ts";
import { clientName, fillClients } from "../fill/clients.ts";
import { withStore } from "../fill/open.ts";
import type { Stage } from "../stage.ts";
import { askOnce, loadedByWrk, type Work } from "./work.ts";

const FEW = 1_000;

/** The first page of very many clients. */
export const clientList = clientWork(
  "client_list",
  "list 100 of 100,000 clients",
  "/clients?limit=100",
);

/** One client of very many. */
export const clientGet = clientWork(
  "client_get",
  "get one of 100,000 clients",
  `/clients/${clientName(FEW / 2)}`,
);

/** A bare server sends the same bytes; a Latchkey with few clients shows whether their number matters. */
function clientWork(name: string, title: string, path: string): Work {
  return {
    name,
    title,
    unit: "requests",
    async enter(stage) {
      const latchkey = await stage.latchkey();
      await fill(latchkey, stage.pace.rows);
      const small = await startSmall(stage);
      await fill(small, FEW);
      const floor = await stage.floor();
      await floor.teach(
        path,
        await askOnce(`${latchkey.admin_url}${path}`, {}, clientName(FEW / 2).slice(0, 9)),
      );
      return [floor, latchkey, small].map((contender) =>
        loadedByWrk(contender, { url: `${contender.admin_url}${path}` }),
      );
    },
  };
}

function startSmall(stage: Stage): Promise<Latchkey> {
  return stage.latchkey({
    name: "latchkey-small",
    directory: join(stage.directory, "small"),
    profile: undefined,
  });
}

async function fill(contender: Latchkey, count: number): Promise<void> {
  await registerPhotos(contender);
  await withStore(contender.dsn, (open) => fillClients(open, count));
}
