import { useNavigate, useParams } from "@solidjs/router";
import { ConfirmDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import { useClient } from "../session/context.tsx";

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
