import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import type { Membership } from "./membership.ts";
import { editMember } from "./membership.ts";

export function NicknameDialog(props: Membership & { readonly onClose: () => void }) {
  const client = useClient();
  const member = () => props.server.getMember(props.user.id);
  const nickname = createField(member()?.nickname ?? "");
  const save = async () => {
    const wanted = nickname.value.trim();
    await editMember(client, props, wanted ? { nickname: wanted } : { remove: ["Nickname"] });
  };
  return (
    <FormDialog
      title={props.user.self ? t().people.changeNickname : t().people.nicknameOf(props.user.displayName)}
      action={t().common.save}
      onClose={props.onClose}
      onSubmit={save}
    >
      <TextField
        label={t().people.nickname}
        hint={t().people.nicknameHint}
        {...nickname}
        autofocus
        maxlength={32}
        placeholder={props.user.displayName}
      />
    </FormDialog>
  );
}
