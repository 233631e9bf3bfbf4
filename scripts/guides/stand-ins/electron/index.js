/**
 * The parts of Electron that a main process uses, without a window. A server on PORT calls what the window would call
 * (`POST /invoke/sign-in`) and returns the URL that the system browser should open (`GET /opened`).
 */
import { createServer } from "node:http";

const handlers = new Map();
let opened = "";

export const app = { getPath: () => process.cwd(), whenReady: async () => {} };
export const ipcMain = { handle: (channel, handler) => handlers.set(channel, handler) };
export const shell = {
  openExternal: async (url) => {
    opened = url;
  },
};
export const safeStorage = {
  isEncryptionAvailable: () => true,
  encryptString: (text) => Buffer.from(text).reverse(),
  decryptString: (bytes) => Buffer.from(bytes).reverse().toString(),
};
export class BrowserWindow {
  async loadFile() {}
}

createServer(async (request, response) => {
  if (request.method === "GET") {
    response.end(opened);
    return;
  }
  try {
    const result = await handlers.get(request.url.replace("/invoke/", ""))();
    response.end(JSON.stringify({ result }));
  } catch (error) {
    response.end(JSON.stringify({ error: error.error ?? error.message }));
  }
}).listen(Number(process.env.PORT), "127.0.0.1");
