import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { createSignal, Show } from "solid-js";
import type { Channel } from "stoat.js";
import { useClient } from "../session/context.tsx";
import { t } from "../texts/texts.ts";
import { attempt } from "./attempt.ts";
import styles from "./group-settings.module.css";

/** The picture of a group, changed as soon as another one is chosen. */
export function GroupIcon(props: { readonly channel: Channel }) {
  const client = useClient();
  const [isBusy, setBusy] = createSignal(false);
  let input: HTMLInputElement | undefined;
  const change = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    await attempt(async () => {
      const icon: string | undefined = await client.uploadFile("icons", file);
      if (!icon) throw { type: "FileTypeNotAllowed" };
      await props.channel.edit({ icon });
    });
    setBusy(false);
  };
  return (
    <div class={styles.icon}>
      <Avatar name={props.channel.name} url={props.channel.iconURL} size={48} />
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
        <Button onClick={() => void attempt(() => props.channel.edit({ remove: ["Icon"] }))}>
          {t().people.removeIcon}
        </Button>
      </Show>
    </div>
  );
}
