import type { Message } from "../../protocol/types.ts";
import { until } from "./find.ts";

/** The row of a message, once it is there. */
export async function rowOf({ _id }: Message): Promise<HTMLElement> {
  const row = () => document.querySelector<HTMLElement>(`[data-message="${_id}"]`);
  await until(() => row() !== null);
  return row() ?? document.body;
}
