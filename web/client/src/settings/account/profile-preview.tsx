import { Avatar } from "@ui/avatar.tsx";
import { Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { useClient } from "../../session/context.tsx";
import { presenceOf } from "../../users/presence.ts";
import { createImageUrl, type ImageChange } from "../image-field.tsx";
import type { ProfileTexts } from "./profile-changes.ts";
import styles from "./profile-preview.module.css";

interface ProfileImage {
  readonly url: string | undefined;
  readonly change: ImageChange;
}

/** The card that others would see if the changes were saved. */
export function ProfilePreview(props: {
  readonly texts: ProfileTexts;
  readonly avatar: ProfileImage;
  readonly banner: ProfileImage;
}) {
  const client = useClient();
  const avatar = createImageUrl(() => props.avatar);
  const banner = createImageUrl(() => props.banner);
  const name = () => props.texts.displayName.trim() || client.user?.username || "";
  return (
    <section class={styles.card} aria-label={t().ownProfile.preview}>
      <div class={styles.banner}>
        <Show when={banner()}>
          <img class={styles.image} src={banner()} alt="" />
        </Show>
      </div>
      <div class={styles.body}>
        <div class={styles.avatar}>
          <Avatar name={name()} url={avatar()} size={80} presence={client.user && presenceOf(client.user)} />
        </div>
        <p class={styles.name} dir="auto">
          {name()}
        </p>
        <p class={styles.detail} dir="auto">
          {client.user?.username}#{client.user?.discriminator}
          <Show when={props.texts.pronouns.trim()}> · {props.texts.pronouns}</Show>
        </p>
        <Show when={props.texts.statusText.trim()}>
          <p class={styles.status} dir="auto">
            {props.texts.statusText}
          </p>
        </Show>
        <Show when={props.texts.bio.trim()}>
          <div class={styles.bio}>
            <Markdown text={props.texts.bio} />
          </div>
        </Show>
      </div>
    </section>
  );
}
