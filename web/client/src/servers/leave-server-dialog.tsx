import { useNavigate, useParams } from "@solidjs/router";
import type { Server } from "../model/server.ts";
import { ConfirmDialog } from "../parts/form-dialog.tsx";
import { useClient } from "../session/context.tsx";
import { t } from "../texts/texts.ts";

export function LeaveServerDialog(props: { readonly server: Server; readonly onClose: () => void }) {
  const client = useClient();
  const params = useParams<{ server?: string }>();
  const navigate = useNavigate();
  const { id, name } = props.server;
  return (
    <ConfirmDialog
      title={t().servers.leaveTitle(name)}
      description={t().servers.leaveDescription}
      action={t().servers.leave}
      onConfirm={async () => {
        await client.api.delete(`/servers/${id}`);
        if (params.server === id) navigate("/");
      }}
      onClose={props.onClose}
    />
  );
}
