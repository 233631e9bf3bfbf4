import type { Schema } from "@latchkey/openapi";
import { operationIds, operations as table, type OperationId } from "@latchkey/api";
import { type Checker, type Project, type Symbol, TypeFlags } from "typescript/unstable/sync";
import { descriptionOf, exportsOf } from "./project.ts";
import { createSchemas, type Member, type Schemas } from "./schemas.ts";

/** What the types of the contract say, as data. */
export interface Contract {
  readonly operations: Readonly<Record<OperationId, Signature>>;
  readonly groups: readonly Group[];
  /** Every type that has a name. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** What one operation takes and gives. */
export interface Signature {
  /** The name of the file it is written in. */
  readonly group: string;
  /** The summary of the table, and perhaps more. */
  readonly description: string;
  readonly input: readonly Member[];
  /** All inputs together, where they travel as a form. */
  readonly form: Schema | undefined;
  /** Undefined where nothing is answered, or a browser is sent on. */
  readonly output: Schema | undefined;
}

/** Operations that are written together. */
interface Group {
  readonly name: string;
  readonly description: string;
}

/** Asks the compiler what the contract says. */
export function readContract(project: Project): Contract {
  const { checker } = project;
  const exported = exportsOf(project, "api");
  const schemas = createSchemas(checker, new Set(exported.keys()));
  for (const name of ALSO) schemas.of(checker.getDeclaredTypeOfSymbol(find(name)));

  const signatures = checker.getDeclaredTypeOfSymbol(find("Operations"));
  const symbols = new Map(checker.getPropertiesOfType(signatures).map((one) => [one.name, one]));
  const groups = new Map<string, Group>();
  const operations = operationIds.map((id) => {
    const symbol = symbols.get(id);
    if (symbol === undefined) throw new Error(`${id} has no signature.`);
    const group = groupOf(symbol, checker);
    groups.set(group.name, group);
    return [id, { ...signatureOf(id, symbol, checker, schemas), group: group.name }];
  });
  return {
    operations: Object.fromEntries(operations),
    groups: [...groups.values()],
    schemas: sortKeys(schemas.named),
  };

  function find(name: string): Symbol {
    const symbol = exported.get(name);
    if (symbol === undefined) throw new Error(`The contract exports no ${name}.`);
    return symbol;
  }
}

/** What no operation's success refers to, but its refusals do. */
const ALSO = ["GenericError", "HealthNotReadyStatus"];

function signatureOf(
  id: OperationId,
  symbol: Symbol,
  checker: Checker,
  schemas: Schemas,
): Omit<Signature, "group"> {
  const { body, success } = table[id];
  const signature = checker.getTypeOfSymbol(symbol);
  const part = (name: string) => {
    const member = signature && checker.getPropertyOfType(signature, name);
    const type = member && checker.getTypeOfSymbol(member);
    if (type === undefined) throw new Error(`${id} has no ${name}.`);
    return type;
  };
  const [input, output] = [part("input"), part("output")];
  const isSilent = success === 302 || Boolean(output.flags & TypeFlags.Undefined);
  return {
    description: descriptionOf(symbol, checker),
    input: schemas.membersOf(input),
    form: body === "form" ? schemas.of(input) : undefined,
    output: isSilent ? undefined : schemas.of(output),
  };
}

function groupOf(symbol: Symbol, checker: Checker): Group {
  const parent = symbol.getParent();
  const name = /([\w-]+)\.ts$/.exec(parent?.declarations[0]?.path ?? "")?.[1];
  if (parent === undefined || name === undefined) throw new Error(`${symbol.name} is homeless.`);
  return { name, description: descriptionOf(parent, checker) };
}

function sortKeys<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
