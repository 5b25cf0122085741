import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Gives a complete archive its final name, which survives a power cut. */
export async function moveInto(from: string, to: string): Promise<void> {
  await rename(from, to);
  await using folder = await open(dirname(to), "r");
  await folder.sync();
}
