import { Dialog } from "@ui/dialog.tsx";
import { Show } from "solid-js";
import { decodeTime } from "ulid";
import { PausableImage } from "../components/pausable-image.tsx";
import { t } from "../i18n/i18n.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { isAnimated } from "../media/stored-file.ts";
import { fileUrl } from "../model/files.ts";
import type { Server } from "../model/server.ts";
import { addresses } from "../session/server.ts";
import { dayOf } from "../users/dates.ts";
import styles from "./server-about.module.css";

/** The banner and the description of a server, as far as it has them. */
export function ServerAbout(props: {
  readonly server: Pick<Server, "banner" | "description">;
  /** Shows the beginning of a long description only. */
  readonly isBrief?: boolean;
}) {
  return (
    <Show when={props.server.banner || props.server.description}>
      <div class={styles.about} data-brief={props.isBrief ? "" : undefined}>
        <Show when={props.server.banner}>
          {(banner) => (
            <PausableImage
              class={styles.banner}
              url={fileUrl(addresses, banner())}
              isAnimated={isAnimated(banner())}
            />
          )}
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
