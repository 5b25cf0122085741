import { IconButton } from "@ui/icon-button.tsx";
import { Menu } from "@ui/icons.ts";
import type { JSX } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { useDrawer } from "./drawer.ts";
import styles from "./page-header.module.css";

/** The line above a page: where one is, and what can be done there. */
export function PageHeader(props: {
  readonly title: string;
  readonly icon?: JSX.Element;
  readonly detail?: JSX.Element;
  readonly actions?: JSX.Element;
}) {
  const drawer = useDrawer();
  return (
    <header class={styles.header}>
      <IconButton class={styles.drawer} icon={Menu} label={t().frame.openLists} onClick={drawer.open} />
      {props.icon}
      <h1 class={styles.title} dir="auto">
        {props.title}
      </h1>
      <div class={styles.detail} dir="auto">
        {props.detail}
      </div>
      <div class={styles.actions}>{props.actions}</div>
    </header>
  );
}
