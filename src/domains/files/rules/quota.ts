import type { Config } from "../../../config/schema.ts";

/** What counts towards the quotas of a user, in bytes. */
export interface StorageUsage {
  /** Files that objects use. */
  readonly claimed: number;
  /** Uploads that no object uses yet. */
  readonly unused: number;
  /** Uploads of this day (UTC), whatever became of them. */
  readonly today: number;
}

type Quotas = Pick<Config["files"], "max_user_bytes" | "max_daily_bytes">;

/** The quota that an upload of this size exceeds. Unused uploads count too, so that claiming one needs no check. */
export function exceededQuota(
  { claimed, unused, today }: StorageUsage,
  size: number,
  { max_user_bytes, max_daily_bytes }: Quotas,
): { max: number; note: string } | undefined {
  const exceeds = (used: number, max: number) => max > 0 && used + size > max;
  if (exceeds(claimed + unused, max_user_bytes))
    return {
      max: max_user_bytes,
      note: "Your files take as much room as they may. Delete some of them first.",
    };
  if (exceeds(today, max_daily_bytes))
    return { max: max_daily_bytes, note: "You have uploaded as much as you may today. Try again tomorrow." };
  return undefined;
}
