import { OutboundError, type OutboundResponse } from "../../src/platform/outbound/port.ts";

/** How it ended: the text of the body, a status that is none of success, or the reason why there is nothing. */
export async function outcomeOf(answer: Promise<OutboundResponse>): Promise<string> {
  try {
    return await new Response((await answer).body).text();
  } catch (error) {
    if (error instanceof OutboundError) return String(error.status ?? error.reason);
    throw error;
  }
}
