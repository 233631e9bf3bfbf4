// Fields for passwords: shows what was typed, and how strong a new password is. The server decides whether it accepts one.

/** Parts of the most common passwords, which guessers try first. */
const COMMON = [
  "password",
  "passwort",
  "qwerty",
  "qwertz",
  "azerty",
  "letmein",
  "welcome",
  "iloveyou",
];

/** What means something in a regular expression; not all browsers have `RegExp.escape`. */
const SYNTAX = /[\\^$.*+?()[\]{}|]/g;

/** How hard a password is to guess, by what it is made of. Runs such as aaaa, 1234 and dcba count as one step each. */
const estimateStrength = (password, name = "") => {
  const own = name.normalize("NFKC").toLowerCase();
  const known = own.length < 4 ? [] : [own];
  const rest = [...COMMON, ...known].reduce(
    (left, word) => left.replaceAll(new RegExp(word.replaceAll(SYNTAX, "\\$&"), "gi"), ""),
    password.normalize("NFKC"),
  );
  if (password.length < 8) return "too_short";
  const codes = Array.from(rest, (one) => one.codePointAt(0));
  let count = 0;
  let step = Number.NaN;
  codes.forEach((code, index) => {
    const from = index === 0 ? Number.NaN : code - codes[index - 1];
    if (!(Math.abs(from) <= 1 && from === step)) count += 1;
    step = from;
  });
  const classes = [
    /[a-z]/,
    /[A-Z]/,
    /[0-9]/,
    /[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e ]/,
    /[^\u0020-\u007e]/,
  ];
  const sizes = [26, 26, 10, 33, 100];
  const alphabet = sizes.reduce((sum, size, at) => sum + (classes[at].test(rest) ? size : 0), 0);
  // What is typed again and again is guessed with its first occurrence.
  const bits = Math.min(count, new Set(codes).size * 2) * Math.log2(Math.max(alphabet, 2));
  return ["weak", "fair", "good", "strong"][[40, 60, 80].filter((least) => bits >= least).length];
};

const LEVELS = ["too_short", "weak", "fair", "good", "strong"];

for (const area of document.querySelectorAll(".password")) {
  const input = area.querySelector("input");
  const button = area.querySelector("button");
  button.hidden = false;
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  };
  button.addEventListener("click", () => {
    show(input.type === "password");
    input.focus();
  });
  // Browsers and password managers save what is in a field of this type.
  input.form.addEventListener("submit", () => show(false));

  const strength = area.parentElement.querySelector(".strength");
  if (strength !== null) {
    const labels = JSON.parse(strength.dataset.labels);
    const name = input.form.elements.username?.value ?? "";
    input.addEventListener("input", () => {
      const level = estimateStrength(input.value, name);
      strength.hidden = input.value === "";
      strength.querySelector("meter").value = LEVELS.indexOf(level) + 1;
      const text = strength.querySelector("output");
      // Screen readers read it when it changes.
      if (text.textContent !== labels[level]) text.textContent = labels[level];
    });
  }
}
