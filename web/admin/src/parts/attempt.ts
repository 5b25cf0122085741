import { notify } from "@ui/toasts.tsx";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";

/** Says that a change was made, and that the audit has it. */
export const notifyRecorded = (what: string): void => notify(t().common.recorded(what));

/** Does something. If it fails, says why in a toast. */
export async function attempt(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    notify(describeError(thrown), { isError: true });
  }
}

/** Puts a text onto the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(t().common.copied);
  } catch {
    notify(t().common.copyFailed, { isError: true });
  }
}
