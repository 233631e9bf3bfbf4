import { type Command, UsageError } from "./command.ts";
import { commands } from "./commands.ts";
import { exitCodes } from "./exit-codes.ts";
import { bashScript, type Completions, fishScript, zshScript } from "./completion-scripts.ts";

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** `latchkey completion`: a script that a shell reads once, so that Tab never waits for us. */
export const completion: Command = {
  usage: "bash|zsh|fish",
  options: {},
  most_words: 1,
  examples: [
    'eval "$(latchkey completion bash)" # in ~/.bashrc',
    "source <(latchkey completion zsh) # in ~/.zshrc, after compinit",
    "latchkey completion fish > ~/.config/fish/completions/latchkey.fish",
  ],
  run: async (given, world) => {
    const [shell = ""] = given.words;
    if (shell !== "bash" && shell !== "zsh" && shell !== "fish")
      throw new UsageError("Say for which shell: bash, zsh or fish.");
    world.out(shells[shell](await gather()));
    return exitCodes.done;
  },
};

/** Everything that can follow everything, by what was typed before. */
async function gather(): Promise<Completions> {
  const words = new Map<string, { word: string; summary: string }[]>();
  const flags = new Map<string, { flag: string; summary: string; values: readonly string[] }[]>();
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const parts = name.split(" ");
    for (const [index, word] of parts.entries()) {
      const before = parts.slice(0, index).join(" ");
      const known = words.get(before) ?? [];
      const last = index === parts.length - 1;
      if (!known.some((other) => other.word === word))
        words.set(before, [...known, { word, summary: last ? summary : "" }]);
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
