// A desktop app with Electron that signs users in with Latchkey, in the system browser.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { app, BrowserWindow, ipcMain, safeStorage, shell } from "electron";
import { readUser, refresh, revoke, signIn } from "./sign-in.js";

const stored = join(app.getPath("userData"), "refresh-token");
let tokens;

ipcMain.handle("user", async () => {
  tokens ??= await restore();
  return tokens && readUser(tokens);
});
ipcMain.handle("sign-in", async () => {
  tokens = await signIn((url) => shell.openExternal(url));
  await keep(tokens);
  return readUser(tokens);
});
ipcMain.handle("sign-out", async () => {
  const { refresh_token } = tokens ?? {};
  tokens = undefined;
  await rm(stored, { force: true });
  if (refresh_token) await revoke(refresh_token);
});

await app.whenReady();
const preload = join(import.meta.dirname, "preload.cjs");
const window = new BrowserWindow({ width: 480, height: 320, webPreferences: { preload } });
await window.loadFile("index.html");

// The keychain of the system holds the key with which the refresh token is encrypted.
async function keep({ refresh_token }) {
  if (refresh_token && safeStorage.isEncryptionAvailable()) {
    await writeFile(stored, safeStorage.encryptString(refresh_token), { mode: 0o600 });
  }
}

// Gets new tokens with those of the last run. Undefined if the user has to sign in.
async function restore() {
  try {
    const restored = await refresh(safeStorage.decryptString(await readFile(stored)));
    await keep(restored); // Refresh tokens rotate: the old one is no longer valid.
    return restored;
  } catch (error) {
    if (error.code !== "ENOENT") console.error(error);
    return undefined;
  }
}
