/**
 * Texts of this tab, in its sessionStorage: the browser removes them when the tab is closed. A browser that blocks cookies throws
 * where a page uses that; the texts then last until the page is reloaded.
 */
export const tabStorage = {
  get: (key: string): string | undefined =>
    use((storage) => storage.getItem(key)) ?? inMemory.get(key),
  set(key: string, text: string): void {
    inMemory.set(key, text);
    use((storage) => storage.setItem(key, text));
  },
  remove(key: string): void {
    inMemory.delete(key);
    use((storage) => storage.removeItem(key));
  },
};

const inMemory = new Map<string, string>();

function use<Value>(access: (storage: Storage) => Value): Value | undefined {
  try {
    return access(sessionStorage);
  } catch {
    return undefined;
  }
}
