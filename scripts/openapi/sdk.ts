import { type Checker, type Project, type Symbol, SymbolFlags } from "typescript/unstable/sync";
import { descriptionOf, exportsOf } from "./project.ts";

/** Something that an SDK exports. */
export interface Exported {
  readonly name: string;
  readonly kind: "function" | "class" | "interface" | "type";
  readonly description: string;
  /** The signature of a function, or what an alias stands for. */
  readonly type: string;
  /** The fields and methods of a class or an interface. */
  readonly members: readonly ExportedMember[];
}

/** A field or a method. */
interface ExportedMember {
  readonly name: string;
  readonly optional: boolean;
  readonly type: string;
  readonly description: string;
}

/** Asks the compiler what the package in a folder exports. */
export function readExports(project: Project, folder: string): readonly Exported[] {
  const { checker } = project;
  return [...exportsOf(project, folder).values()].map((symbol) => ({
    name: symbol.name,
    kind: kindOf(symbol),
    description: descriptionOf(symbol, checker),
    type: typeOf(symbol, checker),
    members: hasMembers(symbol) ? membersOf(symbol, checker) : [],
  }));
}

function kindOf({ flags }: Symbol): Exported["kind"] {
  if (flags & SymbolFlags.Function) return "function";
  if (flags & SymbolFlags.Class) return "class";
  return flags & SymbolFlags.Interface ? "interface" : "type";
}

function hasMembers({ flags }: Symbol): boolean {
  return Boolean(flags & (SymbolFlags.Class | SymbolFlags.Interface));
}

function typeOf(symbol: Symbol, checker: Checker): string {
  if (hasMembers(symbol)) return "";
  const isFunction = kindOf(symbol) === "function";
  const type = isFunction
    ? checker.getTypeOfSymbol(symbol)
    : checker.getDeclaredTypeOfSymbol(symbol);
  const union = !isFunction && type?.isUnionType() ? type.getTypes() : [];
  if (union.length > 0) return union.map((one) => checker.typeToString(one)).join(" | ");
  return type === undefined ? "" : checker.typeToString(type);
}

/** What is written in this repository: not what every Error and every object has. */
function membersOf(symbol: Symbol, checker: Checker): readonly ExportedMember[] {
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter(({ name, declarations: [place] }) => /^[a-z]\w*$/i.test(name) && isOurs(place?.path))
    .filter(({ name }) => name !== "name")
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((member) => ({
      name: member.name,
      optional: Boolean(member.flags & SymbolFlags.Optional),
      type: textOf(member, checker),
      description: descriptionOf(member, checker),
    }));
}

function textOf(member: Symbol, checker: Checker): string {
  const type = checker.getTypeOfSymbol(member);
  const text = type === undefined ? "" : checker.typeToString(type);
  return member.flags & SymbolFlags.Optional ? text.replace(/ \| undefined$/, "") : text;
}

function isOurs(path = ""): boolean {
  return path.includes("/packages/");
}

function placeOf({ declarations: [place] }: Symbol): number {
  return place?.index ?? 0;
}
