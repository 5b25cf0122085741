import { useNavigate, useParams } from "@solidjs/router";
import type { Channel } from "../model/channel.ts";
import { ConfirmDialog } from "../parts/form-dialog.tsx";
import { useClient } from "../session/context.tsx";
import { t } from "../texts/texts.ts";

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
