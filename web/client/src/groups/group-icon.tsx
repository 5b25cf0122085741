import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { createSignal, Show } from "solid-js";
import type { DataEditChannel } from "../../../protocol/types.ts";
import { attempt } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import { upload } from "../session/upload.ts";
import styles from "./group-settings.module.css";

/** The image of a group, changed as soon as another one is chosen. */
export function GroupIcon(props: { readonly channel: Channel }) {
  const client = useClient();
  const [isBusy, setBusy] = createSignal(false);
  const edit = (changes: DataEditChannel) => client.api.patch(`/channels/${props.channel.id}`, changes);
  let input: HTMLInputElement | undefined;
  const change = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    await attempt(async () => edit({ icon: await upload(client, "icons", file) }));
    setBusy(false);
  };
  return (
    <div class={styles.icon}>
      <Avatar name={props.channel.name ?? ""} url={props.channel.iconURL} size={48} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t().people.groupIcon}
        onChange={(event) => void change(event.currentTarget.files?.[0])}
      />
      <Button busy={isBusy()} onClick={() => input?.click()}>
        {t().people.changeIcon}
      </Button>
      <Show when={props.channel.icon}>
        <Button onClick={() => void attempt(() => edit({ remove: ["Icon"] }))}>
          {t().people.removeIcon}
        </Button>
      </Show>
    </div>
  );
}
