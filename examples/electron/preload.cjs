// The window gets three functions, and no tokens.
const { contextBridge, ipcRenderer } = require("electron");

contextBridge.exposeInMainWorld("photos", {
  user: () => ipcRenderer.invoke("user"),
  signIn: () => ipcRenderer.invoke("sign-in"),
  signOut: () => ipcRenderer.invoke("sign-out"),
});
