import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { Show } from "solid-js";
import { applyLayers } from "../../../../../src/permissions/servers.ts";
import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import { channelPermissionGroups, noOverride } from "../../model/permissions.ts";
import type { Server } from "../../model/server.ts";
import { ownRank } from "../../moderation/membership.ts";
import { useClient } from "../../session/context.tsx";
import { createDraft } from "../../settings/draft.ts";
import styles from "../../settings/page.module.css";
import { SaveBar } from "../../settings/save-bar.tsx";
import { overrideBody } from "../roles/layers.ts";
import { PermissionEditor } from "../roles/permission-editor.tsx";

const everyone = "default";

/** What everybody, or a role, may do in one channel, in addition to what the server says. */
export default function ChannelPermissionsPage(props: { readonly channel: Channel }) {
  const layer = createField(everyone);
  const roles = () => {
    const server = props.channel.server;
    return server?.orderedRoles.filter(({ rank }) => rank > ownRank(server)) ?? [];
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
        {...layer}
      />
      <Show when={props.channel.server}>
        {(server) => (
          <Show when={layer.value} keyed>
            {(id) => <LayerEditor server={server()} channel={props.channel} layer={id} />}
          </Show>
        )}
      </Show>
    </div>
  );
}

function LayerEditor(props: { readonly server: Server; readonly channel: Channel; readonly layer: string }) {
  const client = useClient();
  const overrides = () => props.channel.overrides;
  const stored = () =>
    (props.layer === everyone ? overrides().default : overrides().roles?.[props.layer]) ?? noOverride;
  const role = () => props.server.roles.get(props.layer);
  /** What the layers before this one give. */
  const inherited = () =>
    applyLayers(
      props.server.membershipOf("", [props.layer]),
      props.layer === everyone ? {} : { default: overrides().default },
    );
  const draft = createDraft(() => ({ permissions: stored() }));

  async function save(): Promise<void> {
    const permissions = overrideBody(draft.get("permissions"));
    await client.api.put(`/channels/${props.channel.id}/permissions/${props.layer}`, { permissions });
  }

  return (
    <>
      <PermissionEditor
        groups={channelPermissionGroups()}
        {...draft.field("permissions")}
        // The server compares the override of a role with that of the role itself, not with the channel's.
        current={props.layer === everyone ? stored() : (role()?.permissions ?? noOverride)}
        inherited={inherited()}
        held={props.channel.permission}
      />
      <SaveBar draft={draft} onSave={save} />
    </>
  );
}
