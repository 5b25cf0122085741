import { openDialog } from "../../components/dialogs.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { createProof, ProofField } from "./proof.tsx";

interface SensitiveAction {
  readonly title?: string;
  /** What it does, where that cannot be undone. */
  readonly description?: string;
  readonly action?: string;
  readonly isDanger?: boolean;
  readonly perform: (ticket: string) => Promise<void>;
}

/** Asks the user to show once more that it is them, and does something with the ticket that the server gives for it. */
export function askForTicket(action: SensitiveAction): void {
  openDialog(TicketDialog, action);
}

function TicketDialog(props: SensitiveAction & { readonly onClose: () => void }) {
  const proof = createProof(useClient());
  return (
    <FormDialog
      title={props.title ?? t().proof.title}
      description={props.description ?? t().proof.hint}
      action={props.action ?? t().proof.goOn}
      isDanger={props.isDanger}
      isReady={proof.methods().length > 0 && proof.secret() !== ""}
      onSubmit={async () => props.perform(await proof.ticket())}
      onClose={props.onClose}
    >
      <ProofField proof={proof} />
    </FormDialog>
  );
}
