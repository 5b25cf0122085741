import { A } from "@solidjs/router";
import { IconButton } from "@ui/icon-button.tsx";
import { ArrowLeft, Copy } from "@ui/icons.ts";
import { formatAge, formatMoment } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";
import { copyText } from "./attempt.ts";
import styles from "./page.module.css";
import own from "./values.module.css";

/** A moment; its distance from now is in the tooltip. */
export function Moment(props: { readonly at: string }) {
  return (
    <time datetime={props.at} title={formatAge(props.at)}>
      {formatMoment(props.at)}
    </time>
  );
}

/** A moment as its distance from now. */
export function Age(props: { readonly at: string }) {
  return (
    <time datetime={props.at} title={formatMoment(props.at)}>
      {formatAge(props.at)}
    </time>
  );
}

/** An id with a button that copies it. */
export function CopyableId(props: { readonly id: string }) {
  return (
    <span class={own.id}>
      <code class={styles.mono}>{props.id}</code>
      <IconButton icon={Copy} label={t().common.copyId} onClick={() => void copyText(props.id)} />
    </span>
  );
}

/** Somebody who is known by their id alone, or by a name too. */
export function PersonLink(props: { readonly id: string; readonly name?: string | undefined }) {
  return (
    <A class={props.name ? styles.link : styles.mono} href={`/people/${props.id}`} dir="auto">
      {props.name ?? props.id}
    </A>
  );
}

/** The way back to a list, above the title of one of its entries. */
export function BackLink(props: { readonly href: string; readonly label: string }) {
  return (
    <A class={own.back} href={props.href}>
      <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
      {props.label}
    </A>
  );
}
