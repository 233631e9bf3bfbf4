import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ApiError, type Client } from "@latchkey/client";

import { kinds } from "../../apply/kinds.ts";
import { kindNamed, readKind } from "../../apply/read-server.ts";
import { type CurrentResource, kindNames } from "../../apply/resource.ts";
import { type Command, UsageError } from "../../arguments/command.ts";
import { isSet, listOf, textOf } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { formatOf, formatOptions, write } from "../../output/format.ts";
import { toYaml } from "../../output/yaml.ts";

/** `latchkey export`. */
export const exportResources: Command = {
  usage: "[flags]",
  options: {
    kind: { type: "text", values: kindNames, summary: "Only this kind. May be repeated." },
    out: { type: "text", summary: "A folder to write to, a file for each kind." },
    force: { type: "boolean", summary: "Overwrite files of that folder." },
    ...formatOptions("yaml"),
    ...adminOptions,
  },
  max_arguments: 0,
  note: "Secrets are not exported. Clients that registered themselves are left out, since they change themselves.",
  examples: ["latchkey export --out config", "latchkey export --kind client > clients.yaml"],
  run: async (args, io) => {
    const names = listOf(args, "kind")?.map(kindNamed) ?? kindNames;
    const folder = textOf(args, "out");
    const format = formatOf(args);
    if (format === "table") throw new UsageError("latchkey export writes yaml or json.");
    const latchkey = connectAdmin(args, io);
    const exported = [];
    for (const name of names)
      exported.push({ name, resources: await readDescribed(latchkey, name) });
    if (folder === undefined) {
      const all = exported.flatMap(({ resources }) => resources);
      if (format === "json") write(all, "json", io);
      else io.out(documentsOf(all));
      return exitCodes.done;
    }
    const files = exported
      .filter(({ resources }) => resources.length > 0)
      .map(({ name, resources }) => ({
        path: join(folder, `${kinds[name].plural}.${format}`),
        text:
          format === "yaml" ? documentsOf(resources) : `${JSON.stringify(resources, null, 2)}\n`,
      }));
    const present = files.find(({ path }) => existsSync(path));
    if (present !== undefined && !isSet(args, "force"))
      throw new Failure(
        exitCodes.taken,
        `${present.path} exists: pass --force to overwrite it. Nothing was written.`,
      );
    mkdirSync(folder, { recursive: true });
    for (const { path, text } of files) {
      writeFileSync(path, text);
      io.out(`${path}\n`);
    }
    return exitCodes.done;
  },
};

/** The resources of a kind as files have them. */
async function readDescribed(
  latchkey: Client,
  name: CurrentResource["kind"],
): Promise<readonly object[]> {
  const kind = kinds[name];
  const resources = await readKind(latchkey, kind).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return []; // A feature that the server does not have.
    throw error;
  });
  return resources
    .filter(({ body }) => kind.isDescribable?.(body) !== false)
    .map(({ content }) => ({ kind: name, ...content }));
}

function documentsOf(resources: readonly object[]): string {
  return resources.map((resource) => toYaml(resource)).join("---\n");
}
