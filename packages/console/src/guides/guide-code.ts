/** A file that a guide shows. */
export interface GuideFile {
  /** In the folder of the app. */
  readonly path: string;
  readonly language: string;
  readonly code: string;
}

/** What a guide's code is filled in with. A value that is left out stays that of the guide. */
export interface GuideValues {
  readonly ISSUER: string;
  readonly CLIENT_ID?: string;
  readonly REDIRECT_URI?: string;
  readonly SCOPE?: string;
  readonly AUDIENCE?: string;
  /** The identifier of an API. */
  readonly RESOURCE?: string;
}

/** The blocks that are files: their info string is `go from=examples/go/main.go`. */
const FILE =
  /^(?<fence>`{3,})(?<language>\w+) from=examples\/[^/\n]+\/(?<path>\S+)\n(?<code>[^]*?)\n\k<fence>$/gm;

/** The files of a guide, in the order of the page. */
export function readGuideFiles(markdown: string): readonly GuideFile[] {
  return [...markdown.matchAll(FILE)].map(({ groups = {} }) => {
    const { path = "", language = "", code = "" } = groups;
    return { path, language, code };
  });
}

/** The code of a file with these values as its constants. */
export function fillIn({ language, code }: GuideFile, values: GuideValues): string {
  const constant = constants[language];
  if (constant === undefined) return code;
  return Object.entries(values).reduce(
    (text, [name, value]: [string, string]) =>
      text.replace(constant.pattern(name), (_, before: string) => before + constant.write(value)),
    code,
  );
}

/** How a language sets a constant: the text before its value, the value, and how another one is written. */
interface Constant {
  readonly pattern: (name: string) => RegExp;
  readonly write: (value: string) => string;
}

/** The escapes of JSON strings are those of all these languages. */
const quoted = (value: string): string => JSON.stringify(value);

const javascript: Constant = {
  pattern: (name) =>
    new RegExp(`(\\b${name} =\\s*(?:process\\.env\\.${name} \\?\\? )?)(?:"[^"]*"|\`[^\`]*\`)`),
  write: quoted,
};

const constants: Readonly<Record<string, Constant>> = {
  js: javascript,
  jsx: javascript,
  python: {
    pattern: (name) => new RegExp(`(os\\.environ\\.get\\("${name}", )f?"[^"]*"`),
    write: quoted,
  },
  go: {
    pattern: (name) => new RegExp(`(env\\("${name}", )[^)\\n]*(?=\\))`),
    write: quoted,
  },
  // Spring replaces ${…} in values, unless it is escaped.
  yaml: {
    pattern: (name) => new RegExp(`^(${name.toLowerCase().replaceAll("_", "-")}: ).*$`, "m"),
    write: (value) => quoted(value.replaceAll("${", "\\${")),
  },
  sh: {
    pattern: (name) => new RegExp(`^(${name}=).*$`, "m"),
    write: (value) => `'${value.replaceAll("'", String.raw`'\''`)}'`,
  },
};
