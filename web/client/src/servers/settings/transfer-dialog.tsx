import { useNavigate } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import { useMembers } from "../../members/member-counts.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { createProof, ProofField, withTicket } from "../../settings/account/proof.tsx";

/** Makes another member the owner. The server wants the user to prove who they are once more. */
export function TransferDialog(props: { readonly server: Server; readonly onClose: () => void }) {
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
