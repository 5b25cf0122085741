import { timeOfId } from "../../../platform/ids.ts";

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const weekMs = 7 * 24 * 3_600_000;

/** Whether all of these are ids, and none was made more than a week ago. */
export function areRecentIds(ids: readonly string[], now: number): boolean {
  return ids.every((id) => ulid.test(id) && timeOfId(id) >= now - weekMs);
}
