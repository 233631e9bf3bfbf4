/** Subcommands by prefix, and flags by command. */
export interface Completions {
  readonly words: ReadonlyMap<string, readonly { word: string; summary: string }[]>;
  readonly flags: ReadonlyMap<
    string,
    readonly { flag: string; summary: string; values: readonly string[] }[]
  >;
}

/** For bash 3.2 and later. */
export function bashScript(completions: Completions): string {
  return `# bash completion of latchkey
_latchkey() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path="" words="" flags="" values="" word
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case "$word" in -*) break ;; esac
    case "\${path:+$path }$word" in
${cases(prefixes(completions), () => 'path="${path:+$path }$word"')}
      *) break ;;
    esac
  done
  case "$path" in
${cases([...completions.words.keys()], (path) => `words="${next(completions, path)}"`)}
  esac
  case "$path" in
${cases([...completions.flags.keys()], (path) => `flags="${flagsOf(completions, path)} --help"`)}
  esac
  case "$path $previous" in
${chosen(completions)}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "\${values:-$words}" -- "$current")) ;;
  esac
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _latchkey latchkey
`;
}

/** For zsh, through its bash compatibility. */
export function zshScript(completions: Completions): string {
  return `autoload -U +X bashcompinit && bashcompinit
${bashScript(completions)}`;
}

/** For fish, with descriptions. */
export function fishScript(completions: Completions): string {
  const lines = [...completions.words].flatMap(([path, words]) =>
    words.map(
      ({ word, summary }) =>
        `complete -c latchkey -n '__latchkey_at "${path}"' -a ${word}${description(summary)}`,
    ),
  );
  const flags = [...completions.flags].flatMap(([path, options]) =>
    options.map(({ flag, summary, values }) => {
      const choice = values.length === 0 ? "" : ` -x -a '${values.join(" ")}'`;
      return `complete -c latchkey -n '__latchkey_in "${path}"' -l '${flag}'${choice}${description(summary)}`;
    }),
  );
  return `# fish completion of latchkey
function __latchkey_words
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and break
    echo $word
  end
end
function __latchkey_at
  set -l typed (__latchkey_words)
  test "$typed" = "$argv[1]"
end
function __latchkey_in
  set -l typed (__latchkey_words)
  string match -q -- "$argv[1] *" "$typed "
end
${[...completions.words.keys()].map((path) => `complete -c latchkey -f -n '__latchkey_at "${path}"'`).join("\n")}
${[...lines, ...flags].join("\n")}
`;
}

function cases(patterns: readonly string[], then: (pattern: string) => string): string {
  return patterns.map((pattern) => `      "${pattern}") ${then(pattern)} ;;`).join("\n");
}

/** Every prefix of every command name. */
function prefixes({ flags }: Completions): readonly string[] {
  const all = [...flags.keys()].flatMap((name) => {
    const words = name.split(" ");
    return words.map((_, index) => words.slice(0, index + 1).join(" "));
  });
  return [...new Set(all)];
}

function next({ words }: Completions, path: string): string {
  const following = (words.get(path) ?? []).map(({ word }) => word);
  return [...following, ...(path === "" ? ["help"] : [])].join(" ");
}

function flagsOf({ flags }: Completions, path: string): string {
  return (flags.get(path) ?? []).map(({ flag }) => `--${flag}`).join(" ");
}

function chosen({ flags }: Completions): string {
  return [...flags]
    .flatMap(([path, options]) =>
      options
        .filter(({ values }) => values.length > 0)
        .map(({ flag, values }) => `      "${path} --${flag}") values="${values.join(" ")}" ;;`),
    )
    .join("\n");
}

function description(summary: string): string {
  return summary === "" ? "" : ` -d '${summary.replaceAll("'", "\\'")}'`;
}
