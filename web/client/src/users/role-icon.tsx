import type { RoleIcon as Icon } from "../model/member.ts";
import styles from "./role-icon.module.css";

/** The icon of somebody's role, next to their name. */
export function RoleIcon(props: { readonly icon: Icon }) {
  return (
    <img
      class={styles.icon}
      src={props.icon.url}
      alt={props.icon.name}
      title={props.icon.name}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}
