import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createResource, onCleanup } from "solid-js";
import { attempt } from "../../components/attempt.ts";
import { t } from "../../i18n/i18n.ts";
import { fileUrl } from "../../model/files.ts";
import { idleIn } from "../../preferences/preferences.ts";
import { useClient, useConnection } from "../../session/context.tsx";
import { imageChanges } from "../change-image.ts";
import { createDraft } from "../draft.ts";
import { ImageField } from "../image-field.tsx";
import { Loaded } from "../list.tsx";
import styles from "../page.module.css";
import { SaveBar } from "../save-bar.tsx";
import { type ProfileDraft, type StoredProfile, textChanges } from "./profile-changes.ts";
import { ProfilePreview } from "./profile-preview.tsx";

/** What others see of the user. */
export default function ProfilePage() {
  const { client, generation, settings } = useConnection();
  const [idle, setIdle] = idleIn(settings);
  const [stored, { refetch }] = createResource(generation, fetchProfile);
  // Another device of the user may change it.
  onCleanup(client.on("UserUpdate", ({ id }) => id === client.state.selfId && void refetch()));

  async function fetchProfile(): Promise<StoredProfile> {
    const { content = "", background } = await client.api.get(`/users/${client.userId}/profile`);
    const user = client.state.users[client.userId];
    return {
      displayName: user?.display_name ?? "",
      pronouns: user?.pronouns ?? "",
      statusText: user?.status?.text ?? "",
      bio: content,
      avatarUrl: user?.avatar && fileUrl(client.addresses, user.avatar),
      bannerUrl: background && fileUrl(client.addresses, background),
    };
  }

  return (
    <div class={`${styles.page} ${styles.wide}`}>
      <Loaded resource={stored} onRetry={() => void refetch()}>
        {(profile) => <ProfileForm stored={profile()} onSaved={async () => void (await refetch())} />}
      </Loaded>
      <section class={styles.section}>
        <h2 class={styles.heading}>{t().ownProfile.presence}</h2>
        <Switch
          label={t().ownProfile.idle}
          hint={t().ownProfile.idleHint}
          value={idle().isWanted}
          onChange={(isWanted) => void attempt(() => setIdle({ isWanted }))}
        />
      </section>
    </div>
  );
}

function ProfileForm(props: { readonly stored: StoredProfile; readonly onSaved: () => Promise<void> }) {
  const client = useClient();
  const draft = createDraft<ProfileDraft>(() => ({
    displayName: props.stored.displayName,
    pronouns: props.stored.pronouns,
    statusText: props.stored.statusText,
    bio: props.stored.bio,
    avatar: undefined,
    banner: undefined,
  }));

  async function save(): Promise<void> {
    const { avatar, banner, ...texts } = draft.changes();
    const images = await imageChanges(client, [
      { change: avatar, tag: "avatars", field: "avatar", remove: "Avatar" },
      { change: banner, tag: "backgrounds", field: "background", remove: "ProfileBackground" },
    ]);
    const { fields, remove } = textChanges(texts);
    const { avatar: avatarId, background } = images.fields;
    const profile = { ...fields.profile, ...(background && { background }) };
    const changes = {
      ...fields,
      ...(avatarId && { avatar: avatarId }),
      ...(Object.keys(profile).length > 0 && { profile }),
      remove: [...images.remove, ...remove],
    };
    const answer = await client.api.patch(`/users/${client.state.selfId}`, changes);
    client.learn({ users: [answer] }, true);
    if (texts.pronouns?.trim() && !answer.pronouns) notify(t().ownProfile.noPronouns, { isError: true });
    await props.onSaved();
  }

  const isNameValid = () => {
    const { length } = [...draft.get("displayName").trim()];
    return length === 0 || length >= 2;
  };

  return (
    <>
      <div class={styles.columns}>
        <section class={styles.section}>
          <TextField
            label={t().ownProfile.displayName}
            hint={t().ownProfile.displayNameHint}
            {...draft.field("displayName")}
            maxlength={32}
            placeholder={client.user?.username}
          />
          <TextField label={t().ownProfile.pronouns} {...draft.field("pronouns")} maxlength={24} />
          <TextField
            label={t().ownProfile.statusText}
            hint={t().ownProfile.statusHint}
            {...draft.field("statusText")}
            maxlength={128}
          />
          <TextField
            label={t().ownProfile.bio}
            hint={t().ownProfile.bioHint}
            value={draft.get("bio")}
            onChange={(value) => draft.set("bio", [...value].slice(0, 2000).join(""))}
            multiline
          />
          <ImageField
            label={t().ownProfile.avatar}
            url={props.stored.avatarUrl}
            shape="square"
            {...draft.field("avatar")}
          />
          <ImageField
            label={t().ownProfile.banner}
            url={props.stored.bannerUrl}
            shape="wide"
            {...draft.field("banner")}
          />
        </section>
        <ProfilePreview draft={draft} stored={props.stored} />
      </div>
      <SaveBar draft={draft} isValid={isNameValid()} onSave={save} />
    </>
  );
}
