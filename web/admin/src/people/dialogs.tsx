import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal } from "solid-js";
import type { AdminUser } from "../api/types.ts";
import { notifyRecorded } from "../components/attempt.ts";
import { ConfirmDialog, FormDialog, openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
import {
  disableAccount,
  editUser,
  endAllSessions,
  type WipeReason,
  wipeReasons,
  wipeUser,
} from "./actions.ts";

/** Somebody whom a dialog is about. */
export interface Subject extends Pick<AdminUser, "_id"> {
  readonly name: string;
}

export function askToDisable(user: Subject, onDone: () => void): void {
  openDialog((close) => (
    <ConfirmDialog
      title={t().people.disableTitle(user.name)}
      description={t().people.disableHint}
      action={t().people.disable}
      onConfirm={async () => {
        await disableAccount(user);
        notifyRecorded(t().people.disabledDone(user.name));
        onDone();
      }}
      onClose={close}
    />
  ));
}

export function askToEndSessions(user: Subject, onDone: () => void): void {
  openDialog((close) => (
    <ConfirmDialog
      title={t().people.endSessionsTitle(user.name)}
      description={t().people.endSessionsHint}
      action={t().people.endSessions}
      onConfirm={async () => {
        await endAllSessions(user);
        notifyRecorded(t().people.sessionsEnded(user.name));
        onDone();
      }}
      onClose={close}
    />
  ));
}

export function askToChangePrivilege(user: Subject, privileged: boolean, onDone: () => void): void {
  const words = t().people;
  openDialog((close) => (
    <ConfirmDialog
      title={privileged ? words.privilegeTitle(user.name) : words.unprivilegeTitle(user.name)}
      description={privileged ? words.privilegedHint : words.unprivilegeHint}
      action={privileged ? words.privilege : words.unprivilege}
      onConfirm={async () => {
        await editUser(user, { privileged });
        notifyRecorded(words.saved(user.name));
        onDone();
      }}
      onClose={close}
    />
  ));
}

export function askToWipe(user: Subject, servers: readonly { name: string }[], onDone: () => void): void {
  openDialog((close) => <WipeDialog user={user} servers={servers} onDone={onDone} onClose={close} />);
}

function WipeDialog(props: {
  readonly user: Subject;
  readonly servers: readonly { readonly name: string }[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = createSignal<WipeReason>("spam");
  const typed = createField("");
  const owned = () =>
    props.servers.length === 0
      ? ""
      : ` ${t().people.wipeServers({ count: props.servers.length, names: props.servers.map(({ name }) => name).join(", ") })}`;
  return (
    <FormDialog
      title={t().people.wipeTitle(props.user.name)}
      description={t().people.wipeWhat + owned()}
      action={t().people.wipe}
      isDanger
      isReady={typed.value === props.user.name}
      onSubmit={async () => {
        await wipeUser(props.user, reason());
        notifyRecorded(t().people.wiped(props.user.name));
        props.onDone();
      }}
      onClose={props.onClose}
    >
      <Select
        label={t().people.wipeReason}
        value={reason()}
        choices={wipeReasons.map((value) => ({ value, label: t().people.flagNames[value] }))}
        onChange={setReason}
      />
      <TextField label={t().common.typeToConfirm(props.user.name)} {...typed} placeholder={props.user.name} />
    </FormDialog>
  );
}
