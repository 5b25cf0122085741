import { t } from "../i18n/i18n.ts";
import styles from "./bot-mark.module.css";

/** Says next to a name that a program writes under it. */
export function BotMark() {
  return <span class={styles.mark}>{t().people.bot}</span>;
}
