import { useNavigate, useParams } from "@solidjs/router";
import type { Server } from "stoat.js";
import { ConfirmDialog } from "../app/form-dialog.tsx";
import { t } from "../texts/texts.ts";

export function LeaveServerDialog(props: { readonly server: Server; readonly onClose: () => void }) {
  const params = useParams<{ server?: string }>();
  const navigate = useNavigate();
  const { id, name } = props.server;
  return (
    <ConfirmDialog
      title={t().servers.leaveTitle(name)}
      description={t().servers.leaveDescription}
      action={t().servers.leave}
      onConfirm={async () => {
        await props.server.delete();
        if (params.server === id) navigate("/");
      }}
      onClose={props.onClose}
    />
  );
}
