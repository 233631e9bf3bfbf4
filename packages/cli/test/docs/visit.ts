// Opens an address as alice would: signs in, allows what is asked for, and prints the page she ends on.
import { openVisitor, type Site } from "../../../server/test/interop-people/visitor.ts";

const [url = ""] = process.argv.slice(2);
const { LATCHKEY_URL: issuer = "", SITES = "" } = process.env;

const open: Site = (request) => fetch(request);
const sites = Object.fromEntries(
  SITES.split(" ").map((port) => [`http://127.0.0.1:${port}`, open]),
);
const person = { username: "alice", password: "wonderland" };

const { request, page } = await openVisitor({ issuer, sites, person }).visit(url);
// Whoever listens where she ends waits for her; only a site of the page is known beforehand.
console.log(textOf(page ?? (await (await fetch(request)).text())));

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
