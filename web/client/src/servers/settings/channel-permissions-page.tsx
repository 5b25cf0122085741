import { Select } from "@ui/select.tsx";
import { createSignal, Show } from "solid-js";
import type { Channel, Server } from "stoat.js";
import { useClient } from "../../session/context.tsx";
import { createDraft } from "../../settings/draft.ts";
import styles from "../../settings/page.module.css";
import { SaveBar } from "../../settings/save-bar.tsx";
import { t } from "../../texts/texts.ts";
import { channelLayersOf, layersOf, overrideBody } from "../permissions/layers.ts";
import { PermissionEditor } from "../permissions/permission-editor.tsx";
import { channelPermissionGroups, noOverride } from "../permissions/permission-model.ts";
import { inherited } from "../permissions/see-as.ts";
import { ownRank } from "./own-rank.ts";

const everyone = "default";

/** What everybody, or a role, may do in one channel beside what the server says. */
export default function ChannelPermissionsPage(props: { readonly channel: Channel }) {
  const client = useClient();
  const [layer, setLayer] = createSignal(everyone);
  const roles = () => {
    const server = props.channel.server;
    return server?.orderedRoles.filter(({ rank = 0 }) => rank > ownRank(client, server)) ?? [];
  };
  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().channelSettings.permissionsHint}</p>
      <Select
        label={t().channelSettings.permissionsFor}
        choices={[
          { value: everyone, label: t().roles.everyone },
          ...roles().map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={layer()}
        onChange={setLayer}
      />
      <Show when={props.channel.server}>
        {(server) => (
          <Show when={layer()} keyed>
            {(id) => <LayerEditor server={server()} channel={props.channel} layer={id} />}
          </Show>
        )}
      </Show>
    </div>
  );
}

function LayerEditor(props: { readonly server: Server; readonly channel: Channel; readonly layer: string }) {
  const client = useClient();
  const roleId = () => (props.layer === everyone ? undefined : props.layer);
  const layers = () => channelLayersOf(props.channel);
  const stored = () =>
    (props.layer === everyone ? layers().everyone : layers().roles[props.layer]) ?? noOverride;
  const serverRole = () => layersOf(props.server).roles.find(({ id }) => id === props.layer);
  const draft = createDraft(() => ({ permissions: stored() }));

  async function save(): Promise<void> {
    const permissions = draft.get("permissions");
    await props.channel.setPermissions(props.layer, overrideBody(permissions));
    const value = { a: permissions.allow, d: permissions.deny };
    client.channels.updateUnderlyingObject(
      props.channel.id,
      props.layer === everyone
        ? { defaultPermissions: value }
        : { rolePermissions: { ...props.channel.rolePermissions, [props.layer]: value } },
    );
    draft.reset();
  }

  return (
    <>
      <PermissionEditor
        groups={channelPermissionGroups()}
        value={draft.get("permissions")}
        // The server compares the override of a role with that of the role itself, not with the channel's.
        current={props.layer === everyone ? stored() : (serverRole() ?? noOverride)}
        inherited={inherited(layersOf(props.server), { roleId: roleId(), channel: layers() })}
        held={props.channel.permission}
        onChange={(permissions) => draft.set("permissions", permissions)}
      />
      <SaveBar isChanged={draft.isChanged()} onSave={save} onReset={draft.reset} />
    </>
  );
}
