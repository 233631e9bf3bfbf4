import { type Command, UsageError } from "../arguments/command.ts";
import { commands } from "./commands.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { bashScript, type Completions, fishScript, zshScript } from "./completion-scripts.ts";

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** `latchkey completion`: prints a static script, so that completion never starts the command. */
export const completion: Command = {
  usage: "bash|zsh|fish",
  options: {},
  max_arguments: 1,
  examples: [
    'eval "$(latchkey completion bash)" # in ~/.bashrc',
    "source <(latchkey completion zsh) # in ~/.zshrc, after compinit",
    "latchkey completion fish > ~/.config/fish/completions/latchkey.fish",
  ],
  run: async (args, io) => {
    const [shell = ""] = args.words;
    if (shell !== "bash" && shell !== "zsh" && shell !== "fish")
      throw new UsageError("Specify the shell: bash, zsh or fish.");
    io.out(shells[shell](await gather()));
    return exitCodes.done;
  },
};

/** Collects subcommands and flags by prefix. */
async function gather(): Promise<Completions> {
  const words = new Map<string, { word: string; summary: string }[]>();
  const flags = new Map<string, { flag: string; summary: string; values: readonly string[] }[]>();
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const parts = name.split(" ");
    for (const [index, word] of parts.entries()) {
      const before = parts.slice(0, index).join(" ");
      const known = words.get(before) ?? [];
      const isLast = index === parts.length - 1;
      if (!known.some((other) => other.word === word))
        words.set(before, [...known, { word, summary: isLast ? summary : "" }]);
    }
    const { options } = await load();
    flags.set(
      name,
      Object.entries(options).map(([flag, option]) => ({
        flag,
        summary: option.summary ?? "",
        values: option.values ?? [],
      })),
    );
  }
  return { words, flags };
}
