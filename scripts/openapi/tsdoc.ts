/** A comment of TSDoc. */
export interface DocComment {
  /** The text before the first tag, on one line. */
  readonly description: string;
  /** The code of each `@example`. */
  readonly examples: readonly string[];
}

/** A field or method of an interface or a class, with its comment. */
export interface DocumentedMember extends DocComment {
  readonly name: string;
  /** Whether it is declared as a method, or as a property with the type of a function. */
  readonly isMethod: boolean;
}

const EXAMPLE = /@example\s+```ts\n(?<code>[^]*?)\n```/g;

/** Reads what stands between the marks that begin and end a comment. */
export function parseComment(comment: string): DocComment {
  const text = comment.replaceAll(/^[ \t]*\* ?/gm, "").trim();
  const examples = [...text.matchAll(EXAMPLE)].map(({ groups }) => groups?.["code"] ?? "");
  const [before = ""] = text.split(/^@/m);
  return { description: before.replaceAll(/\s*\n\s*/g, " ").trim(), examples };
}

const COMMENT = /(?<indent>^ *)\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\//gm;

/** A declaration whose comments are their descriptions: examples are shown beside it. */
export function withoutExamples(declaration: string): string {
  return declaration.replaceAll(COMMENT, (_, indent: string, comment: string) => {
    return `${indent}/** ${parseComment(comment).description} */`;
  });
}

const MEMBER =
  /^ {4}\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n {4}(?:readonly )?(?<name>\w+)\??(?<after>\(|<|: (?:<[^\n]*>)?\()?/gm;

/** The members of an interface or a class that have a comment, one level deep. */
export function membersOf(declaration: string): readonly DocumentedMember[] {
  return [...declaration.matchAll(MEMBER)].map(({ groups = {} }) => {
    const { comment = "", name = "", after } = groups;
    return { name, isMethod: after !== undefined, ...parseComment(comment) };
  });
}
