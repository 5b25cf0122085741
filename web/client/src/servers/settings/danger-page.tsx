import { useNavigate } from "@solidjs/router";
import { openConfirm, openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { DangerSection } from "../../settings/danger-section.tsx";
import styles from "../../settings/page.module.css";
import { TransferDialog } from "./transfer-dialog.tsx";

/** What only the owner can do, and nobody can undo. */
export default function DangerPage(props: { readonly server: Server }) {
  const client = useClient();
  const navigate = useNavigate();
  const remove = () =>
    openConfirm({
      title: t().danger.deleteTitle(props.server.name),
      description: t().danger.deleteHint,
      action: t().danger.delete,
      typed: { label: t().danger.typeName, text: props.server.name },
      async onConfirm() {
        await client.api.delete(`/servers/${props.server.id}`);
        navigate("/");
      },
    });
  return (
    <div class={styles.page}>
      <DangerSection
        title={t().danger.transfer}
        hint={t().danger.transferHint}
        isPlain
        onClick={() => openDialog(TransferDialog, { server: props.server })}
      />
      <DangerSection title={t().danger.delete} hint={t().danger.deleteHint} onClick={remove} />
    </div>
  );
}
