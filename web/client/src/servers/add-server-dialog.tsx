import { Dialog } from "@ui/dialog.tsx";
import { Plus, Ticket } from "@ui/icons.ts";
import { type Component, lazy } from "solid-js";
import { ActionCard } from "../components/action-card.tsx";
import { openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";

const JoinServer = lazy(() => import("./join-server-dialog.tsx"));
const CreateServer = lazy(() => import("./create-server-dialog.tsx"));

/** The two ways to a server, wherever they are offered. */
export function ServerActions(props: { readonly onChosen?: () => void }) {
  const open = (dialog: Component<{ readonly onClose: () => void }>) => {
    props.onChosen?.();
    openDialog(dialog, {});
  };
  return (
    <>
      <ActionCard
        icon={Ticket}
        title={t().servers.joinTitle}
        text={t().servers.joinText}
        onClick={() => open(JoinServer)}
      />
      <ActionCard
        icon={Plus}
        title={t().servers.createTitle}
        text={t().servers.createText}
        onClick={() => open(CreateServer)}
      />
    </>
  );
}

/** Asks which way to take. */
export function AddServerDialog(props: { readonly onClose: () => void }) {
  return (
    <Dialog title={t().frame.addServer} closeLabel={t().common.close} onClose={props.onClose}>
      <ServerActions onChosen={props.onClose} />
    </Dialog>
  );
}
