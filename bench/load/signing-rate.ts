import { generateKeyPairSync, sign } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

/** Prints RS256 signatures per second on all cores, with no other work. Argument: seconds. */
const seconds = Number(process.argv[2] ?? 1);
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const claims = Buffer.alloc(300, "claims");
const signInPool = promisify<string, Buffer, typeof privateKey, Buffer>(sign);

const end = performance.now() + seconds * 1000;
let made = 0;
await Promise.all(
  Array.from({ length: 2 * availableParallelism() }, async () => {
    while (performance.now() < end) {
      await signInPool("RSA-SHA256", claims, privateKey);
      made += 1;
    }
  }),
);
console.log(made / seconds);
