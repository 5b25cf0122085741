import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { IconButton } from "@ui/icon-button.tsx";
import { Copy, Plus, Trash } from "@ui/icons.ts";
import type { Column } from "@ui/table.tsx";
import { TextField } from "@ui/text-field.tsx";
import { call } from "../api/call.ts";
import type { AdminInvite } from "../api/types.ts";
import { copyText, notifyRecorded } from "../components/attempt.ts";
import { ConfirmDialog, FormDialog, openDialog } from "../components/dialogs.tsx";
import { ListView } from "../components/list-view.tsx";
import { createLoad } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Page } from "../components/page.tsx";
import { PersonLink } from "../components/values.tsx";
import { formatDay, formatNumber } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";

/** The codes with which people register. */
export default function InvitesPage() {
  const load = createLoad<AdminInvite[]>(() => "/admin/invites");
  const words = () => t().invites;

  const askToRevoke = ({ code }: AdminInvite) =>
    openDialog((close) => (
      <ConfirmDialog
        title={words().revokeTitle(code)}
        description={words().revokeHint}
        action={words().revoke}
        onConfirm={async () => {
          await call("DELETE", `/admin/invites/${encodeURIComponent(code)}`);
          notifyRecorded(words().revoked(code));
          load.reload();
        }}
        onClose={close}
      />
    ));

  const columns = (): Column<AdminInvite>[] => [
    {
      id: "code",
      label: words().code,
      cell: ({ code }) => <code class={styles.mono}>{code}</code>,
      sortBy: ({ code }) => code,
    },
    {
      id: "uses",
      label: words().uses,
      cell: ({ uses, max_uses }) =>
        max_uses === undefined
          ? words().noLimit(formatNumber(uses))
          : words().usesOf({ uses: formatNumber(uses), most: formatNumber(max_uses) }),
      sortBy: ({ uses }) => uses,
    },
    {
      id: "by",
      label: words().lastUsedBy,
      cell: ({ last_claimed_by: by }) => (by ? <PersonLink id={by} /> : "–"),
    },
    {
      id: "created",
      label: t().common.created,
      cell: ({ created_at }) => formatDay(created_at),
      sortBy: ({ created_at }) => created_at,
      isNumber: true,
    },
    {
      id: "actions",
      label: t().reports.actions,
      isBare: true,
      isNumber: true,
      cell: (invite) => (
        <>
          <IconButton
            icon={Copy}
            label={words().copyCode(invite.code)}
            onClick={() => void copyText(invite.code)}
          />
          <IconButton
            icon={Trash}
            label={words().revokeCode(invite.code)}
            onClick={() => askToRevoke(invite)}
          />
        </>
      ),
    },
  ];

  return (
    <Page
      title={words().title}
      hint={words().hint}
      actions={
        <Button
          variant="primary"
          onClick={() => openDialog((close) => <NewInvite onCreated={() => load.reload()} onClose={close} />)}
        >
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          {words().create}
        </Button>
      }
    >
      <ListView
        label={words().title}
        load={load}
        columns={columns()}
        keyOf={({ code }) => code}
        empty={{ title: words().empty, hint: words().emptyHint }}
      />
    </Page>
  );
}

const mostUses = 1_000_000;

function NewInvite(props: { readonly onCreated: () => void; readonly onClose: () => void }) {
  const most = createField("");
  const number = () => Number(most.value);
  const isReady = () =>
    most.value.trim() === "" || (Number.isInteger(number()) && number() >= 1 && number() <= mostUses);
  return (
    <FormDialog
      title={t().invites.createTitle}
      action={t().invites.create}
      isReady={isReady()}
      onSubmit={async () => {
        const body = most.value.trim() === "" ? {} : { max_uses: number() };
        const { code } = await call<AdminInvite>("POST", "/admin/invites", { body });
        notifyRecorded(t().invites.created(code));
        props.onCreated();
      }}
      onClose={props.onClose}
    >
      <TextField label={t().invites.maxUses} hint={t().invites.maxUsesHint} {...most} inputmode="numeric" />
    </FormDialog>
  );
}
