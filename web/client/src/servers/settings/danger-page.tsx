import { useNavigate } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { openConfirm, openDialog } from "../../components/dialogs.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import { useMembers } from "../../members/member-counts.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { createProof, ProofField, withTicket } from "../../settings/account/proof.tsx";
import { DangerSection } from "../../settings/danger-section.tsx";
import styles from "../../settings/page.module.css";

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

/** Makes another member the owner. The server requires a fresh proof of identity. */
function TransferDialog(props: { readonly server: Server; readonly onClose: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const { members } = useMembers(() => props.server);
  const proof = createProof(client);
  const owner = createField("");
  const candidates = () =>
    members()
      .filter(({ id, user }) => id.user !== client.user?.id && user && !user.bot)
      .map(({ id, displayName, user }) => ({
        value: id.user,
        label: `${displayName} (${user?.username}#${user?.discriminator})`,
      }));

  async function transfer(): Promise<void> {
    const ticket = await proof.ticket();
    await client.api.patch(`/servers/${props.server.id}`, { owner: owner.value }, withTicket(ticket));
    navigate(`/server/${props.server.id}`);
  }

  return (
    <FormDialog
      title={t().danger.transferTitle(props.server.name)}
      description={t().danger.transferHint}
      action={t().danger.transfer}
      isReady={owner.value !== "" && proof.methods().length > 0 && proof.secret() !== ""}
      onSubmit={transfer}
      onClose={props.onClose}
    >
      <Select
        label={t().danger.newOwner}
        choices={[{ value: "", label: t().danger.choose }, ...candidates()]}
        {...owner}
      />
      <ProofField proof={proof} />
    </FormDialog>
  );
}
