import { type Arguments, type Options, UsageError } from "../arguments/command.ts";
import { isSet, listOf, textOrDefault } from "../arguments/flags.ts";

/** Flags that say which files describe the server, and what they may change. */
export const filesOptions: Options = {
  file: {
    type: "text",
    short: "f",
    summary: "A file or folder with resources as YAML or JSON. May be repeated.",
  },
  owner: {
    type: "text",
    default: "default",
    summary: "Whose files they are. Resources of another owner are left alone.",
  },
  adopt: {
    type: "text",
    summary: "Resources made by hand that the files describe from now on: client/photos, or all.",
  },
  prune: {
    type: "boolean",
    summary: "Delete what these files described before and no longer do.",
  },
};

/** Which files describe the server, and what they may change. */
export interface FilesToApply {
  readonly paths: readonly string[];
  readonly owner: string;
  readonly adopts: (key: string) => boolean;
  readonly prunes: boolean;
}

/** What the flags say. */
export function readFilesFlags(args: Arguments): FilesToApply {
  const paths = args.flags.get("file") ?? [];
  if (paths.length === 0) throw new UsageError("Missing flag: -f with a file or folder.");
  return { paths, ...readScope(args, "") };
}

/** What flags with this prefix say beside the files. */
export function readScope(args: Arguments, prefix: "" | "apply-"): Omit<FilesToApply, "paths"> {
  const adopted = new Set(listOf(args, `${prefix}adopt`));
  return {
    owner: textOrDefault(args, `${prefix}owner`),
    adopts: (key) => adopted.has("all") || adopted.has(key),
    prunes: isSet(args, `${prefix}prune`),
  };
}
