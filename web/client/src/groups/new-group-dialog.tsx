import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { createSignal } from "solid-js";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import { openConversation } from "../users/person-actions.ts";
import { peopleWith } from "../users/relations.ts";
import { ChoosePeople } from "./choose-people.tsx";

/** Creates a group of friends. */
export default function NewGroupDialog(props: { readonly onClose: () => void }) {
  const client = useClient();
  const name = createField("");
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  const create = async () => {
    const group = await client.api.post("/channels/create", {
      name: name.value.trim(),
      users: [...chosen()],
    });
    openConversation(client, group);
  };
  return (
    <FormDialog
      title={t().people.newGroupTitle}
      action={t().people.createGroup}
      isReady={name.value.trim() !== ""}
      onClose={props.onClose}
      onSubmit={create}
    >
      <TextField label={t().people.groupName} {...name} required autofocus maxlength={32} />
      <ChoosePeople
        label={t().people.chooseFriends}
        people={peopleWith(client, "Friend")}
        chosen={chosen()}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
