import type { Addition, Given, Insertion, Lookup, Script, Update, Value } from "./script.ts";

/** Adds a row; part of a script. */
export function* add({ insertion, values }: Addition): Script<void> {
  yield { sql: insertOne(insertion), values };
}

/** Changes a row if it still is as it must be; part of a script. False when it is not. */
export function* change(update: Update, values: readonly Value[]): Script<boolean> {
  const rows = yield { sql: `${updateOne(update)} returning 1 as changed`, values };
  return rows.length > 0;
}

/** The text that inserts one row. */
export function insertOne({ table, columns, on_conflict }: Insertion): string {
  const names = Object.keys(columns);
  const places = names.map((_, index) => `$${index + 1}`).join(", ");
  return `insert into ${table} (${names.join(", ")}) values (${places}) ${onConflict(on_conflict)}`;
}

/** The end of a text that inserts. */
export function onConflict(clause: Insertion["on_conflict"]): string {
  return clause ? `on conflict (${clause.key.join(", ")}) do update set ${clause.set}` : "";
}

/** The text that makes one change. */
export function updateOne({ table, given, set, where }: Update): string {
  return `update ${table} set ${bind(set, given)} where ${bind(where, given)}`;
}

/** The text that looks one row up. */
export function findOne({ given, select }: Lookup): string {
  return bind(select, given);
}

/** Lets a text name what is given by the number of its parameter. */
function bind(text: string, given: Given): string {
  const names = Object.keys(given);
  return text.replaceAll(/\bgiven\.(\w+)/g, (_, name: string) => `$${names.indexOf(name) + 1}`);
}
