/** Saves a text as a file of the browser. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
