import { Switch } from "@ui/switch.tsx";
import { createSignal, For, Show } from "solid-js";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import type { Membership } from "./membership.ts";
import { editMember, rolesToAssign } from "./membership.ts";

/** Gives and takes roles, all of them in one change. */
export function RolesDialog(props: Membership & { readonly onClose: () => void }) {
  const client = useClient();
  const member = () => props.server.getMember(props.user.id);
  const choices = () => rolesToAssign(props.server);
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set(member()?.roles));
  const choose = (id: string, isHeld: boolean) => {
    const next = new Set(chosen());
    if (isHeld) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const save = async () => {
    // Roles that were changed elsewhere in the meantime and cannot be chosen here stay as they are.
    const offered = new Set(choices().map(({ id }) => id));
    const others = (member()?.roles ?? []).filter((id) => !offered.has(id));
    const roles = [...others, ...[...chosen()].filter((id) => offered.has(id))];
    await editMember(client, props, { roles });
  };
  return (
    <FormDialog
      title={t().people.rolesOf(member()?.displayName ?? props.user.displayName)}
      description={t().people.rolesHint}
      action={t().common.save}
      isReady={choices().length > 0}
      onClose={props.onClose}
      onSubmit={save}
    >
      <Show when={choices().length} fallback={<p>{t().people.noRoles}</p>}>
        <div>
          <For each={choices()}>
            {(role) => (
              <Switch
                label={role.name}
                value={chosen().has(role.id)}
                onChange={(isHeld) => choose(role.id, isHeld)}
              />
            )}
          </For>
        </div>
      </Show>
    </FormDialog>
  );
}
