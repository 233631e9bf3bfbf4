import { type OperationId, operations } from "@latchkey/api";

/** The operations whose title or id has every word, in the order of the contract, without those that need no API key. */
export function findOperations(text: string): readonly OperationId[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return Object.keys(operations)
    .filter(isGrantable)
    .filter((id) => {
      const described = `${operations[id].title} ${id}`.toLowerCase();
      return words.every((word) => described.includes(word));
    });
}

function isGrantable(id: string): id is OperationId {
  const row = Object.entries(operations).find(([known]) => known === id)?.[1];
  return row !== undefined && row.access !== "open" && row.role !== "any";
}
