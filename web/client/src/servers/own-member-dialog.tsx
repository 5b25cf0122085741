import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { Show } from "solid-js";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { fileUrl } from "../model/files.ts";
import type { Server } from "../model/server.ts";
import { editMember } from "../moderation/membership.ts";
import { useClient } from "../session/context.tsx";
import { imageChanges } from "../settings/change-image.ts";
import { type ImageChange, ImageField } from "../settings/image-field.tsx";

/** The name and the avatar that the user has in one server. */
export default function OwnMemberDialog(props: { readonly server: Server; readonly onClose: () => void }) {
  const client = useClient();
  const member = () => props.server.member;
  const nickname = createField(member()?.nickname ?? "");
  const avatar = createField<ImageChange>(undefined);
  const mayRename = () => props.server.havePermission("ChangeNickname");
  const mayChangeAvatar = () => props.server.havePermission("ChangeAvatar");
  const stored = () => {
    const file = member()?.avatar;
    return file && fileUrl(client.addresses, file);
  };
  const save = async () => {
    const { user } = client;
    if (!user) return;
    const images = await imageChanges(client, [
      { change: avatar.value, tag: "avatars", field: "avatar", remove: "Avatar" },
    ]);
    const name = nickname.value.trim();
    const isRenamed = name !== (member()?.nickname ?? "");
    await editMember(
      client,
      { user, server: props.server },
      {
        ...images.fields,
        ...(isRenamed && name && { nickname: name }),
        remove: [...images.remove, ...(isRenamed && !name ? (["Nickname"] as const) : [])],
      },
    );
  };
  return (
    <FormDialog
      title={t().servers.ownProfileIn(props.server.name)}
      action={t().common.save}
      onClose={props.onClose}
      onSubmit={save}
    >
      <Show when={mayRename()}>
        <TextField
          label={t().people.nickname}
          hint={t().people.nicknameHint}
          placeholder={client.user?.displayName}
          {...nickname}
          maxlength={32}
        />
      </Show>
      <Show when={mayChangeAvatar()}>
        <ImageField
          label={t().ownProfile.avatar}
          hint={t().servers.ownAvatarHint}
          url={stored()}
          shape="square"
          {...avatar}
        />
      </Show>
    </FormDialog>
  );
}
