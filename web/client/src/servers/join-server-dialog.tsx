import { useNavigate } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { readApiError } from "../session/api-error.ts";
import { useClient } from "../session/context.tsx";
import { readInviteCode } from "./invite-code.ts";

/** Joins a server or a group by an invite. */
export default function JoinServerDialog(props: { readonly onClose: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const text = createField("");
  const code = () => readInviteCode(text.value);

  async function join(invite: string): Promise<string> {
    try {
      const reply = await client.api.post(`/invites/${invite}`);
      return reply.type === "Server" ? `/server/${reply.server._id}` : `/channel/${reply.channel._id}`;
    } catch (thrown) {
      if (!/^AlreadyIn/.test(readApiError(thrown).type)) throw thrown;
      // The link leads there nevertheless.
      const known = await client.api.get(`/invites/${invite}`);
      return known.type === "Server" ? `/server/${known.server_id}` : `/channel/${known.channel_id}`;
    }
  }

  return (
    <FormDialog
      title={t().servers.joinTitle}
      action={t().servers.join}
      isReady={code() !== undefined}
      onSubmit={async () => navigate(await join(code() ?? ""))}
      onClose={props.onClose}
    >
      <TextField
        label={t().servers.inviteLinkOrCode}
        hint={t().servers.joinHint}
        {...text}
        required
        autofocus
        placeholder={`${location.origin}/invite/…`}
      />
    </FormDialog>
  );
}
