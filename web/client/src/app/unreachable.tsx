import { EmptyState } from "@ui/state.tsx";
import { t } from "../i18n/i18n.ts";
import styles from "./unreachable.module.css";

/** The page of a client that was opened without its server. The component that shows it keeps trying. */
export function Unreachable(props: { readonly reason?: string; readonly onRetry: () => void }) {
  return (
    <main class={styles.page}>
      <EmptyState
        isPage
        title={t().common.unreachable}
        action={{ label: t().common.retry, onClick: props.onRetry }}
      >
        {props.reason ?? t().common.unreachableHint}
      </EmptyState>
    </main>
  );
}
