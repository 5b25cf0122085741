import { notify } from "@ui/toasts.tsx";
import { t } from "../texts/texts.ts";

export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    notify(t().media.linkCopied);
  } catch {
    notify(t().media.linkNotCopied, { isError: true });
  }
}
