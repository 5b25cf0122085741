import { t } from "../../i18n/i18n.ts";
import { permissionGroups } from "../../model/permissions.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { createDraft } from "../../settings/draft.ts";
import styles from "../../settings/page.module.css";
import { SaveBar } from "../../settings/save-bar.tsx";
import { PermissionEditor } from "./permission-editor.tsx";

/** What everybody in a server may do. */
export function ServerDefaultEditor(props: { readonly server: Server }) {
  const client = useClient();
  const stored = () => ({ allow: props.server.defaultPermissions, deny: 0n });
  const draft = createDraft(() => ({ permissions: stored() }));

  async function save(): Promise<void> {
    const { allow } = draft.get("permissions");
    const body = { permissions: Number(allow) };
    await client.api.put(`/servers/${props.server.id}/permissions/default`, body);
  }

  return (
    <>
      <section class={styles.section}>
        <h2 class={styles.heading}>{t().roles.everyone}</h2>
        <p class={styles.hint}>{t().roles.everyoneDescription}</p>
      </section>
      <PermissionEditor
        groups={permissionGroups}
        value={draft.get("permissions")}
        current={stored()}
        held={props.server.permission}
        disabled={!props.server.havePermission("ManagePermissions")}
        onChange={(permissions) => draft.set("permissions", { ...permissions, deny: 0n })}
      />
      <SaveBar draft={draft} onSave={save} />
    </>
  );
}
