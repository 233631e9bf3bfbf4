import assert from "node:assert/strict";
import type { Context } from "../../src/context/context.ts";
import type { InspectorContext } from "../../src/features/inspector/context.ts";
import { writeInspections as write } from "../../src/features/inspector/job.ts";

/** Stores what the inspector of a server has recorded so far. */
export async function writeInspections(context: Context): Promise<void> {
  assert.ok(hasInspector(context), "The server has no inspector.");
  await write(context);
}

function hasInspector(context: Context): context is InspectorContext {
  return "inspector" in context;
}
