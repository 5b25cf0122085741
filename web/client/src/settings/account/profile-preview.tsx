import { Avatar } from "@ui/avatar.tsx";
import { Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { defaultAvatarUrl } from "../../model/files.ts";
import { useClient } from "../../session/context.tsx";
import { presenceOf } from "../../users/presence.ts";
import type { Draft } from "../draft.ts";
import { createImageUrl } from "../image-field.tsx";
import type { ProfileDraft, ProfileTexts, StoredProfile } from "./profile-changes.ts";
import styles from "./profile-preview.module.css";

/** The card that others would see if the changes were saved. */
export function ProfilePreview(props: {
  readonly draft: Draft<ProfileDraft>;
  readonly stored: StoredProfile;
}) {
  const client = useClient();
  const avatar = createImageUrl(() => ({ url: props.stored.avatarUrl, change: props.draft.get("avatar") }));
  const banner = createImageUrl(() => ({ url: props.stored.bannerUrl, change: props.draft.get("banner") }));
  const text = (key: keyof ProfileTexts) => props.draft.get(key).trim();
  const name = () => text("displayName") || client.user?.username || "";
  return (
    <section class={styles.card} aria-label={t().ownProfile.preview}>
      <div class={styles.banner}>
        <Show when={banner()}>
          <img class={styles.image} src={banner()} alt="" />
        </Show>
      </div>
      <div class={styles.body}>
        <div class={styles.avatar}>
          <Avatar
            name={name()}
            url={avatar() ?? defaultAvatarUrl(client.addresses, client.state.selfId)}
            size={80}
            presence={client.user && presenceOf(client.user)}
          />
        </div>
        <p class={styles.name} dir="auto">
          {name()}
        </p>
        <p class={styles.detail} dir="auto">
          {client.user?.username}#{client.user?.discriminator}
          <Show when={text("pronouns")}> · {text("pronouns")}</Show>
        </p>
        <Show when={text("statusText")}>
          <p class={styles.status} dir="auto">
            {text("statusText")}
          </p>
        </Show>
        <Show when={text("bio")}>
          <div class={styles.bio}>
            <Markdown text={text("bio")} />
          </div>
        </Show>
      </div>
    </section>
  );
}
