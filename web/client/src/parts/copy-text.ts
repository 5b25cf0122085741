import { notify } from "@ui/toasts.tsx";
import { t } from "../texts/texts.ts";

/** Puts a text onto the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(t().common.copied);
  } catch {
    notify(t().common.copyFailed, { isError: true });
  }
}
