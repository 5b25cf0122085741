import { useNavigate } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { Dialog } from "@ui/dialog.tsx";
import { FormError } from "@ui/form-error.tsx";
import { TextField } from "@ui/text-field.tsx";
import type { JSX } from "solid-js";
import { createForm } from "../components/create-form.ts";
import dialogs from "../components/dialogs.module.css";
import { t } from "../i18n/i18n.ts";
import { readApiError } from "../session/api-error.ts";
import { useClient } from "../session/context.tsx";
import styles from "./dialogs.module.css";
import { readInviteCode } from "./invite-code.ts";

/** Creates a server, or joins one by an invite. */
export function AddServerDialog(props: { readonly onClose: () => void }) {
  return (
    <Dialog title={t().frame.addServer} closeLabel={t().common.close} onClose={props.onClose}>
      <CreateServer onClose={props.onClose} />
      <hr class={styles.line} />
      <JoinServer onClose={props.onClose} />
    </Dialog>
  );
}

function CreateServer(props: { readonly onClose: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const name = createField("");
  const description = createField("");
  return (
    <Section
      title={t().servers.createTitle}
      action={t().servers.create}
      isReady={name.value.trim() !== ""}
      isPrimary
      onSubmit={async () => {
        const { server, channels } = await client.api.post("/servers/create", {
          name: name.value.trim(),
          ...(description.value.trim() && { description: description.value.trim() }),
        });
        client.change((state) => {
          for (const channel of channels) state.channels[channel._id] ??= channel;
          state.servers[server._id] ??= server;
        });
        props.onClose();
        navigate(`/server/${server._id}`);
      }}
    >
      <TextField label={t().servers.name} {...name} required maxlength={32} />
      <TextField label={t().servers.descriptionOptional} {...description} maxlength={1024} />
    </Section>
  );
}

function JoinServer(props: { readonly onClose: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const text = createField("");
  const code = () => readInviteCode(text.value);

  async function join(invite: string): Promise<string> {
    try {
      const reply = await client.api.post(`/invites/${invite}`);
      return reply.type === "Server" ? `/server/${reply.server._id}` : `/channel/${reply.channel._id}`;
    } catch (thrown) {
      if (readApiError(thrown).type !== "AlreadyInServer") throw thrown;
      // The link leads there nevertheless.
      const known = await client.api.get(`/invites/${invite}`);
      return known.type === "Server" ? `/server/${known.server_id}` : `/channel/${known.channel_id}`;
    }
  }

  return (
    <Section
      title={t().servers.joinTitle}
      action={t().servers.join}
      isReady={code() !== undefined}
      onSubmit={async () => {
        const path = await join(code() ?? "");
        props.onClose();
        navigate(path);
      }}
    >
      <TextField
        label={t().servers.inviteLinkOrCode}
        {...text}
        required
        placeholder={`${location.origin}/invite/…`}
      />
    </Section>
  );
}

/** One of the two ways, with its own button and its own error. */
function Section(props: {
  readonly title: string;
  readonly action: string;
  readonly isReady: boolean;
  readonly isPrimary?: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly children: JSX.Element;
}) {
  const form = createForm(() => props.onSubmit());
  return (
    <form class={styles.form} onSubmit={form.onSubmit}>
      <h3 class={styles.title}>{props.title}</h3>
      {props.children}
      <FormError error={form.error()} class={dialogs.error} />
      <Button
        type="submit"
        variant={props.isPrimary ? "primary" : "plain"}
        busy={form.isBusy()}
        disabled={!props.isReady}
      >
        {props.action}
      </Button>
    </form>
  );
}
