import { Show } from "solid-js";
import { leadsTo } from "../markdown/leads-to.ts";
import { OutsideLink } from "../markdown/link.tsx";
import styles from "./embed.module.css";

/** The title of an embed, as a link if it leads somewhere. */
export function EmbedTitle(props: {
  readonly title: string;
  readonly address: string | undefined;
  /** Whether an author chose both, not the site that the title leads to. */
  readonly isWritten?: boolean;
}) {
  return (
    <div class={styles.title} dir="auto">
      <Show when={props.address} fallback={props.title}>
        {(address) => {
          const host = () => leadsTo(address(), [{ type: "text", value: props.title }]);
          return (
            <OutsideLink
              url={address()}
              leadsTo={host()}
              isMasked={props.isWritten === true && host() !== undefined}
            >
              {props.title}
            </OutsideLink>
          );
        }}
      </Show>
    </div>
  );
}
