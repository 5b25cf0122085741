import { OutboundError, type OutboundResponse } from "../../../src/platform/outbound/port.ts";

/** The text of the body, the status of an error, or the reason of the failure. */
export async function fetchOutcome(response: Promise<OutboundResponse>): Promise<string> {
  try {
    return await new Response((await response).body).text();
  } catch (error) {
    if (error instanceof OutboundError) return String(error.status ?? error.reason);
    throw error;
  }
}
