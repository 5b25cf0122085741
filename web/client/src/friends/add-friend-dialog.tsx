import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";

const fullName = /^.{2,32}#\d{4}$/u;

/** Sends a friend request to somebody whose name and number one knows. */
export default function AddFriendDialog(props: { readonly onClose: () => void }) {
  const client = useClient();
  const name = createField("");
  const isComplete = () => fullName.test(name.value.trim());
  const send = async () => {
    const user = await client.api.post("/users/friend", { username: name.value.trim() });
    const displayName = user.display_name ?? user.username;
    const { people } = t();
    notify(user.relationship === "Friend" ? people.nowFriends(displayName) : people.requestSent(displayName));
  };
  return (
    <FormDialog
      title={t().people.addFriendTitle}
      action={t().people.sendRequest}
      isReady={isComplete()}
      onClose={props.onClose}
      onSubmit={send}
    >
      <TextField
        label={t().people.friendName}
        hint={t().people.addFriendHint}
        error={name.value.includes("#") && name.value.trim().length > 40 ? t().people.needsNumber : undefined}
        {...name}
        required
        autofocus
        maxlength={64}
      />
    </FormDialog>
  );
}
