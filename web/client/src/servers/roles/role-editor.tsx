import { useNavigate } from "@solidjs/router";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { Show } from "solid-js";
import type { PermissionOverride } from "../../../../../src/permissions/servers.ts";
import { openConfirm } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import { fileUrl } from "../../model/files.ts";
import { permissionGroups } from "../../model/permissions.ts";
import type { Role, Server } from "../../model/server.ts";
import { ownRank } from "../../moderation/membership.ts";
import { useClient } from "../../session/context.tsx";
import { imageChanges } from "../../settings/change-image.ts";
import { DangerSection } from "../../settings/danger-section.tsx";
import { createDraft } from "../../settings/draft.ts";
import { type ImageChange, ImageField } from "../../settings/image-field.tsx";
import styles from "../../settings/page.module.css";
import { SaveBar } from "../../settings/save-bar.tsx";
import { ColourField } from "./colour-field.tsx";
import { overrideBody } from "./layers.ts";
import { PermissionEditor } from "./permission-editor.tsx";

interface RoleDraft {
  name: string;
  colour: string;
  hoist: boolean;
  icon: ImageChange;
  permissions: PermissionOverride;
}

/** Name, colour, image and permissions of a role. */
export function RoleEditor(props: { readonly server: Server; readonly role: Role; readonly path: string }) {
  const client = useClient();
  const navigate = useNavigate();
  const draft = createDraft<RoleDraft>(() => ({
    name: props.role.name,
    colour: props.role.colour ?? "",
    hoist: props.role.hoist ?? false,
    icon: undefined,
    permissions: props.role.permissions,
  }));
  const isBelow = () => props.role.rank > ownRank(props.server);
  const mayEdit = () => isBelow() && props.server.havePermission("ManageRole");
  const mayGrant = () => isBelow() && props.server.havePermission("ManagePermissions");
  const iconUrl = () => props.role.icon && fileUrl(client.addresses, props.role.icon);

  async function save(): Promise<void> {
    const { id } = props.role;
    const server = `/servers/${props.server.id}` as const;
    const { name, colour, hoist, icon, permissions } = draft.changes();
    const images = await imageChanges(client, [
      { change: icon, tag: "icons", field: "icon", remove: "Icon" },
    ]);
    const remove = [...images.remove, ...(colour === "" ? ["Colour" as const] : [])];
    const changes = {
      ...images.fields,
      ...(name !== undefined && { name: name.trim() }),
      ...(colour && { colour }),
      ...(hoist !== undefined && { hoist }),
      ...(remove.length > 0 && { remove }),
    };
    if (Object.keys(changes).length > 0) await client.api.patch(`${server}/roles/${id}`, changes);
    if (permissions) {
      const body = { permissions: overrideBody(permissions) };
      await client.api.put(`${server}/permissions/${id}`, body);
    }
  }

  const remove = () =>
    openConfirm({
      title: t().roles.deleteTitle(props.role.name),
      description: t().roles.deleteHint,
      action: t().roles.delete,
      async onConfirm() {
        draft.reset();
        await client.api.delete(`/servers/${props.server.id}/roles/${props.role.id}`);
        navigate(props.path);
      },
    });

  return (
    <>
      <section class={styles.section}>
        <h2 class={styles.heading} dir="auto">
          {props.role.name}
        </h2>
        <Show when={!isBelow()}>
          <p class={styles.hint}>{t().roles.aboveYou}</p>
        </Show>
        <Show when={props.role.owner}>
          <p class={styles.hint}>{t().bots.ofBot}</p>
        </Show>
        <Show when={mayEdit()}>
          <TextField label={t().roles.name} {...draft.field("name")} required maxlength={32} />
          <ColourField name={draft.get("name")} {...draft.field("colour")} />
          <Switch label={t().roles.hoist} hint={t().roles.hoistHint} {...draft.field("hoist")} />
          <ImageField label={t().roles.icon} url={iconUrl()} shape="square" {...draft.field("icon")} />
        </Show>
      </section>
      <PermissionEditor
        groups={permissionGroups}
        {...draft.field("permissions")}
        current={props.role.permissions}
        inherited={props.server.defaultPermissions}
        held={props.server.permission}
        disabled={!mayGrant()}
      />
      <Show when={mayEdit() && !props.role.owner}>
        <DangerSection title={t().roles.delete} hint={t().roles.deleteHint} onClick={remove} />
      </Show>
      <SaveBar draft={draft} isValid={draft.get("name").trim() !== ""} onSave={save} />
    </>
  );
}
