import { readFileSync } from "node:fs";

import {
  type AuthorizationDetailsType,
  type AuthorizationDetailsTypeInput,
  authorizationDetailsTypeInput,
  explain,
  read,
} from "@latchkey/api";

import type { Command } from "../../arguments/command.ts";
import { allArguments, argumentAt } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { forEachName } from "../../output/for-each.ts";
import { formatOptions, showList, showOne, type View } from "../../output/format.ts";

const FILE = "Missing argument: the FILE with the type, as JSON.";
const TYPE = "Missing argument: the name of the TYPE.";
const fileNote =
  "The file contains the type as JSON: type, schema (a JSON Schema), sentences by language, and optionally reducible and rememberable.";

/** `latchkey details-types create`. */
export const createDetailsType: Command = {
  usage: "FILE [flags]",
  options: { ...formatOptions("table"), ...adminOptions },
  max_arguments: 1,
  note: fileNote,
  examples: ["latchkey details-types create payment.json"],
  run: async (args, io) => {
    const body = readType(argumentAt(args, 0, FILE));
    const created = await connectAdmin(args, io).createAuthorizationDetailsType({ body });
    showOne(created, typePage, args, io);
    return exitCodes.done;
  },
};

/** `latchkey details-types update`. */
export const updateDetailsType: Command = {
  usage: "FILE [flags]",
  options: { ...formatOptions("table"), ...adminOptions },
  max_arguments: 1,
  note: `${fileNote} The type of that name is replaced.`,
  examples: [
    "latchkey details-types get payment_initiation > payment.json && latchkey details-types update payment.json",
  ],
  run: async (args, io) => {
    const body = readType(argumentAt(args, 0, FILE));
    const { type } = body;
    const updated = await connectAdmin(args, io).updateAuthorizationDetailsType({ type, body });
    showOne(updated, typePage, args, io);
    return exitCodes.done;
  },
};

/** `latchkey details-types get`. */
export const getDetailsType: Command = {
  usage: "TYPE [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  max_arguments: 1,
  examples: ["latchkey details-types get payment_initiation"],
  run: async (args, io) => {
    const type = argumentAt(args, 0, TYPE);
    const found = await connectAdmin(args, io).getAuthorizationDetailsType({ type });
    showOne(found, typePage, args, io);
    return exitCodes.done;
  },
};

/** `latchkey details-types list`. */
export const listDetailsTypes: Command = {
  usage: "[flags]",
  options: {
    ...pageOptions,
    ...formatOptions("table", "Print only the names."),
    ...adminOptions,
  },
  max_arguments: 0,
  examples: ["latchkey details-types list"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const types = await collect(args, (page) =>
      latchkey.call("listAuthorizationDetailsTypes", page),
    );
    const empty = "There are no types. Register one with latchkey details-types create.";
    showList(types, { view: typeRow, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey details-types delete`. Tokens that were issued keep their details. */
export const deleteDetailsTypes: Command = {
  usage: "TYPE... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  examples: ["latchkey details-types delete payment_initiation"],
  run: (args, io) => {
    const types = allArguments(args, TYPE);
    const latchkey = connectAdmin(args, io);
    return forEachName(types, "Deleting", io, async (type) => {
      await latchkey.deleteAuthorizationDetailsType({ type });
      return `Deleted ${type}.\n`;
    });
  },
};

const typePage: View<AuthorizationDetailsType> = {
  TYPE: ({ type }) => type,
  SENTENCE: ({ sentences }) => sentences.en,
  LANGUAGES: ({ sentences }) => Object.keys(sentences).join(", "),
  REDUCIBLE: ({ reducible }) => reducible.join(", "),
  REMEMBERABLE: ({ rememberable }) => (rememberable ? "yes" : "no"),
};

const typeRow: View<AuthorizationDetailsType> = {
  TYPE: ({ type }) => type,
  SENTENCE: ({ sentences }) => sentences.en,
};

function readType(file: string): AuthorizationDetailsTypeInput {
  const input = read(authorizationDetailsTypeInput, parseFile(file));
  if (input.ok) return input.value;
  throw new Failure(exitCodes.misused, `${file} is not a type: ${explain(input.error)}`);
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? "is not valid JSON" : "could not be read";
    throw new Failure(exitCodes.misused, `${file} ${why}.`, { cause });
  }
}
