import { features } from "../../features.ts";
import { type Account, type AccountErasure, type AccountInput, UNKNOWN_PATH } from "@latchkey/api";
import { ApiError, type Client } from "@latchkey/client";
import { type AccountBook, type KnownAccount, withAccounts } from "@latchkey/identity/accounts";
import { MissingSchemaError } from "@latchkey/server";

import { type Arguments, type Options, UsageError } from "../../arguments/command.ts";
import { countOf, isSet } from "../../arguments/flags.ts";
import { collect, type Listing } from "../../arguments/pagination.ts";
import { readSettings, settingFlags, settingsOptions } from "../../arguments/settings-flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { type ExitCode, exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import type { ProcessIo } from "../../process-io.ts";
import { formatTime } from "../tokens/format-time.ts";

/** The accounts that a command works on: those of a running server, or those of a database. */
export interface AccountAccess {
  /** Undefined when the username, or the verified address, is that of another account. */
  create(account: NewAccount): Promise<Account | undefined>;
  get(username: string): Promise<Account | undefined>;
  /** Undefined when there is no such account. */
  update(username: string, change: AccountChange): Promise<Account | undefined>;
  /** What ended with the account; undefined when there was none. */
  remove(username: string): Promise<AccountErasure["ended"] | undefined>;
  list(search: string | undefined): Promise<Listing<Account>>;
}

/** What an account can be given, beside its username. */
type AccountChange = Omit<AccountInput, "username" | "subject" | "created_at">;

type NewAccount = AccountChange & { readonly username: string };

/** Flags of the commands: those of the admin API, and with --database those of settings. */
export const accessOptions: Options = {
  ...adminOptions,
  database: {
    type: "boolean",
    summary:
      "Open the database of the settings (-c, the environment) in place of calling the admin listener. It must exist.",
  },
  ...settingsOptions,
};

/** Works on the accounts of the server at --endpoint, or with --database on those of the database. */
export async function onAccounts(
  args: Arguments,
  io: ProcessIo,
  work: (accounts: AccountAccess) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!isSet(args, "database")) {
    refuseSettings(args);
    return work(accountsOfServer(args, connectAdmin(args, io)));
  }
  const loaded = readSettings(args, io);
  if (loaded === undefined) return exitCodes.misconfigured;
  try {
    return await withAccounts(loaded.config, (book) => work(accountsOfDatabase(args, book)), {
      features,
      command: "accounts",
    });
  } catch (cause) {
    if (!(cause instanceof MissingSchemaError)) throw cause;
    const advice = "Check dsn; a server creates it when it starts, or latchkey migrate sql.";
    throw new Failure(exitCodes.failed, `${cause.message} ${advice}`, { cause });
  }
}

/** Settings would have no effect on a server that runs, and an account must not end up elsewhere. */
function refuseSettings(args: Arguments): void {
  const [setting] = Object.keys(settingFlags(args));
  const flag = args.flags.has("config") ? "config" : setting;
  if (flag === undefined) return;
  throw new UsageError(
    `--${flag} is for --database. Without it, this command calls the admin listener at --endpoint.`,
  );
}

function accountsOfServer(args: Arguments, latchkey: Client): AccountAccess {
  return {
    create: (body) => unless(409, latchkey.createAccount({ body })),
    get: (username) => unless(404, latchkey.getAccount({ username })),
    update: (username, body) => unless(404, latchkey.updateAccount({ username, body })),
    remove: async (username) => (await unless(404, latchkey.deleteAccount({ username })))?.ended,
    list: (search) =>
      collect(args, (page) =>
        latchkey.call("listAccounts", { ...page, ...(search && { search }) }),
      ),
  };
}

/** The result of a call; undefined where it is refused with this status. A path that the server does not have stays an error. */
export async function unless<T>(status: number, call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status === status;
    if (isRefusal && error.error !== undefined && error.error_description !== UNKNOWN_PATH)
      return undefined;
    throw error;
  }
}

function accountsOfDatabase(args: Arguments, book: AccountBook): AccountAccess {
  return {
    create: async (account) => described(await book.add(account)),
    get: async (username) => described(await book.find(username)),
    update: async (username, change) => described(await book.change(username, change)),
    remove: async (username) => ((await book.remove(username)) ? {} : undefined),
    async list(search) {
      const items: Account[] = [];
      const isForAll = isSet(args, "all");
      const limit = isForAll ? 500 : countOf(args, "limit", 1);
      let offset = isForAll ? 0 : (countOf(args, "page", 1) - 1) * limit;
      for (;;) {
        const listing = await book.list({ limit, offset }, search);
        items.push(...listing.items.map(describe));
        offset += limit;
        const isLast = offset >= listing.total || listing.items.length === 0;
        if (isLast) return { items };
        if (!isForAll)
          return { items, hint: "There are more results: use --page for another page or --all." };
      }
    },
  };
}

function described(
  account: Awaited<ReturnType<AccountBook["add"]>> | undefined,
): Account | undefined {
  if (account === "email_taken")
    throw new Failure(exitCodes.taken, "Another account has this verified email address.");
  if (account === "taken" || account === undefined) return undefined;
  if ("error" in account) throw new Failure(exitCodes.refused, account.error_description);
  return describe(account);
}

function describe(account: KnownAccount): Account {
  const { username, subject, state, profile, groups, attributes, created_at } = account;
  const known = { username, subject, state, claims: profile, groups, attributes };
  return { ...known, created_at: formatTime(created_at) };
}
