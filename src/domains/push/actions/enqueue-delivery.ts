import type { Tx } from "../../../store/tx.ts";
import { deliverNews } from "../jobs/deliver-news.ts";
import type { News } from "../model.ts";

/** How many devices one job serves. */
const batchSize = 50;

/** Has news sent to the devices of these sessions, as far as they are to hear of it. */
export async function enqueueDelivery(tx: Tx, sessions: readonly string[], news: News): Promise<void> {
  for (let start = 0; start < sessions.length; start += batchSize)
    await tx.enqueue(deliverNews, { sessions: sessions.slice(start, start + batchSize), news });
}
