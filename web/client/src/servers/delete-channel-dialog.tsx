import { useNavigate, useParams } from "@solidjs/router";
import { ConfirmDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";

export function DeleteChannelDialog(props: { readonly channel: Channel; readonly onClose: () => void }) {
  const client = useClient();
  const params = useParams<{ channel?: string }>();
  const navigate = useNavigate();
  const { id, name = "", serverId } = props.channel;
  return (
    <ConfirmDialog
      title={t().servers.deleteChannelTitle(name)}
      description={t().servers.deleteChannelHint}
      action={t().servers.deleteChannel}
      onConfirm={async () => {
        const isOpen = params.channel === id;
        await client.api.delete(`/channels/${id}`);
        if (isOpen) navigate(`/server/${serverId}`);
      }}
      onClose={props.onClose}
    />
  );
}
