/** A variable of the environment that has to be set. */
export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`Set ${name}, for example in .env.`);
  return value;
}

export const HOST = process.env["HOST"] ?? "127.0.0.1";
export const PORT = Number(process.env["PORT"] ?? 3000);
/** The URL of this project, as browsers and clients know it. */
export const BASE_URL = process.env["BASE_URL"] ?? `http://127.0.0.1:${PORT}`;
/** The issuer: the public URL of Latchkey. */
export const ISSUER = process.env["ISSUER"] ?? "http://127.0.0.1:4444";
