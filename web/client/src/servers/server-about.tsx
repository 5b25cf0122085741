import { Dialog } from "@ui/dialog.tsx";
import { Show } from "solid-js";
import { decodeTime } from "ulid";
import { t } from "../i18n/i18n.ts";
import { Markdown } from "../markdown/markdown.tsx";
import type { Server } from "../model/server.ts";
import { dayOf } from "../users/dates.ts";
import styles from "./server-about.module.css";

/** The banner and the description of a server, as far as it has them. */
export function ServerAbout(props: {
  readonly server: Pick<Server, "bannerURL" | "description">;
  /** Shows the beginning of a long description only. */
  readonly isBrief?: boolean;
}) {
  return (
    <Show when={props.server.bannerURL || props.server.description}>
      <div class={styles.about} data-brief={props.isBrief ? "" : undefined}>
        <Show when={props.server.bannerURL}>
          {(url) => <img class={styles.banner} src={url()} alt="" decoding="async" draggable={false} />}
        </Show>
        <Show when={props.server.description}>
          {(description) => (
            <div class={styles.description}>
              <Markdown text={description()} />
            </div>
          )}
        </Show>
      </div>
    </Show>
  );
}

/** The same in full, and since when the server exists. */
export function AboutDialog(props: { readonly server: Server; readonly onClose: () => void }) {
  return (
    <Dialog title={props.server.name} closeLabel={t().common.close} onClose={props.onClose}>
      <ServerAbout server={props.server} />
      <p class={styles.description}>{t().servers.createdOn(dayOf(new Date(decodeTime(props.server.id))))}</p>
    </Dialog>
  );
}
