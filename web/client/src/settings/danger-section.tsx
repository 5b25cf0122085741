import { Button } from "@ui/button.tsx";
import styles from "./page.module.css";

/** Something that cannot be undone, with what goes with it. */
export function DangerSection(props: {
  readonly title: string;
  readonly hint: string;
  /** For what is not lost by it. */
  readonly isPlain?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <section class={`${styles.section} ${styles.danger}`}>
      <h2 class={styles.heading}>{props.title}</h2>
      <p class={styles.hint}>{props.hint}</p>
      <Button variant={props.isPlain ? "plain" : "danger"} onClick={props.onClick}>
        {props.title}
      </Button>
    </section>
  );
}
