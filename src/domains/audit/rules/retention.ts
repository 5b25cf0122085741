import { idsFrom } from "../../../platform/ids.ts";
import type { Services } from "../../../store/services.ts";

const day = 86_400_000;

/** Entries whose id is smaller are too old to be kept. */
export function oldestKept({ config, clock }: Pick<Services, "config" | "clock">): string {
  return idsFrom(clock.now() - config.audit.retention_days * day);
}
