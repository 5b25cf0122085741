import { Dialog } from "@ui/dialog.tsx";
import { Skeleton } from "@ui/state.tsx";
import { lazy, Suspense } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
import styles from "./emoji-popover.module.css";

export const EmojiPicker = lazy(() => import("./emoji-picker.tsx"));

/** Offers all emoji from anywhere, such as the line of a menu. */
export function openEmojiPicker(title: string, onPick: (emoji: string) => void): void {
  openDialog(PickerDialog, { title, onPick });
}

function PickerDialog(props: {
  readonly title: string;
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={props.title} closeLabel={t().common.close} onClose={props.onClose}>
      <div class={styles.inDialog}>
        <Suspense fallback={<Skeleton lines={6} label={t().common.loading} />}>
          <EmojiPicker
            onPick={(emoji) => {
              props.onClose();
              props.onPick(emoji);
            }}
          />
        </Suspense>
      </div>
    </Dialog>
  );
}
