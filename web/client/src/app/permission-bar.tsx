import { Button } from "@ui/button.tsx";
import { returnFocusAfterwards } from "@ui/focus-return.ts";
import { attempt } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import { permissionQuestionOf } from "../notifications/permission.ts";
import { useClient } from "../session/context.tsx";
import styles from "./permission-bar.module.css";

/** Asks whether the browser may show notifications, above the page and without covering it. */
export default function PermissionBar() {
  const question = permissionQuestionOf(useClient());
  returnFocusAfterwards();
  return (
    <section class={styles.bar} aria-label={t().notifications.question}>
      <p class={styles.words} role="status">
        {t().notifications.question}
      </p>
      <div class={styles.actions}>
        <Button onClick={question.decline}>{t().notifications.decline}</Button>
        <Button variant="primary" onClick={() => void attempt(question.allow)}>
          {t().notifications.allow}
        </Button>
      </div>
    </section>
  );
}
