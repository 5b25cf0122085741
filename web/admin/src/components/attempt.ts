import { createAttempts } from "@ui/attempt.ts";
import { notify } from "@ui/toasts.tsx";
import { t } from "../i18n/i18n.ts";

export const { attempt, copyText } = createAttempts(t);

/** Says that a change was made, and that the audit has it. */
export const notifyRecorded = (what: string): void => notify(t().common.recorded(what));
