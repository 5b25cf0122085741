import type { Embed } from "../../../protocol/embed.ts";
import { ApiError } from "../../../protocol/error.ts";
import type { Services } from "../../../store/services.ts";
import { requestedLink } from "../rules/requested-link.ts";
import { embedLink } from "./embed-link.ts";

/** What to show of a link; undefined if that is nothing, for whatever reason. */
export async function unfurl(services: Services, url: string): Promise<Embed | undefined> {
  try {
    return await embedLink(services, requestedLink(url));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
