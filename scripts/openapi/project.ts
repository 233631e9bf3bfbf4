import { join } from "node:path";
import { API, type Checker, type Project, type Symbol } from "typescript/unstable/sync";

/** The repository. */
export const root = join(import.meta.dirname, "../..");

/** Opens the repository in the compiler for as long as the work takes. */
export function withProject<T>(work: (project: Project) => T): T {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(root, "tsconfig.json")] });
    const [project] = snapshot.getProjects();
    if (project === undefined) throw new Error("The compiler found no project.");
    return work(project);
  } finally {
    api.close();
  }
}

/** What a package exports, by name: the things themselves, wherever they are written. */
export function exportsOf(
  { program, checker }: Project,
  folder: string,
): ReadonlyMap<string, Symbol> {
  const entry = join(root, "packages", folder, "src/index.ts");
  const file = program.getSourceFile(entry);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`The compiler does not know ${entry}.`);
  const exported = checker.getExportsOfModule(module);
  return new Map(exported.map((symbol) => [symbol.name, checker.getAliasedSymbol(symbol)]));
}

/** What is written above something, on one line. */
export function descriptionOf(symbol: Symbol, checker: Checker): string {
  return checker.getDocumentationCommentOfSymbol(symbol).replaceAll("\n", " ");
}
