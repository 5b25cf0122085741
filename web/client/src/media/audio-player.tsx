import { FileAudio } from "@ui/icons.ts";
import { createSignal, Show } from "solid-js";
import type { File } from "../../../protocol/types.ts";
import { t } from "../i18n/i18n.ts";
import { originalUrl } from "../model/files.ts";
import { addresses } from "../session/server.ts";
import card from "./file-card.module.css";
import { FileHeading } from "./file-heading.tsx";
import styles from "./player.module.css";
import { nameOf } from "./stored-file.ts";

export function AudioPlayer(props: { readonly file: File }) {
  const [isFailed, setFailed] = createSignal(false);
  return (
    <div class={card.card}>
      <FileHeading file={props.file} icon={<FileAudio size={24} strokeWidth={1.75} aria-hidden="true" />} />
      <div class={styles.audio}>
        <Show when={!isFailed()} fallback={<p class={styles.audioFailed}>{t().media.audioFailed}</p>}>
          {/* biome-ignore lint/a11y/useMediaCaption: people upload recordings without captions */}
          <audio
            class={styles.player}
            src={originalUrl(addresses, props.file)}
            aria-label={nameOf(props.file)}
            controls
            preload="metadata"
            onError={() => setFailed(true)}
          />
        </Show>
      </div>
    </div>
  );
}
