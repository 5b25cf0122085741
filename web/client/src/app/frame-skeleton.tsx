import { Skeleton } from "@ui/state.tsx";
import { t } from "../i18n/i18n.ts";
import styles from "./frame-skeleton.module.css";

/** Placeholders for the lists and the page until there is a connection, in the same places. */
export function FrameSkeleton() {
  return (
    <div class={styles.frame}>
      <div class={styles.rail} />
      <div class={styles.list} />
      <div class={styles.page}>
        <Skeleton shape="messages" lines={24} label={t().common.connecting} />
      </div>
    </div>
  );
}
