import { createAttempts } from "@ui/attempt.ts";
import { t } from "../i18n/i18n.ts";

export const { attempt, copyText, createBusy } = createAttempts(t);
