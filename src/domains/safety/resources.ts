import { resource } from "../../declare/resource.ts";
import { Semaphore } from "../../platform/concurrency/semaphore.ts";

/** One search at a time, so that reports of unknown messages delay only other reports. */
export const messageSearches = resource({ name: "message searches", open: () => new Semaphore(1) });
