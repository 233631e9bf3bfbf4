// Opens URLs signed in as alice, accepts consent, and prints the final page of each.
import { openVisitor, type Site } from "../../../server/test/interop/visitor.ts";

const { LATCHKEY_URL: issuer = "", SITES = "" } = process.env;

const open: Site = (request) => fetch(request);
const sites = Object.fromEntries(
  SITES.split(" ").map((port) => [`http://127.0.0.1:${port}`, open]),
);
const account = { username: "alice", password: "wonderland" };

const visitor = openVisitor({ issuer, sites, account });
for (const url of process.argv.slice(2)) {
  const { request, page } = await visitor.visit(url);
  // The final URL may belong to a server that is not in SITES; it is fetched all the same.
  console.log(textOf(page ?? (await (await fetch(request)).text())));
}

function textOf(html: string): string {
  return html
    .replaceAll(/<(style|script|title)\b.*?<\/\1>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim();
}
