import { useNavigate } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { Dialog } from "@ui/dialog.tsx";
import { FormError } from "@ui/form-error.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, createUniqueId, Show } from "solid-js";
import { copyText } from "../components/attempt.ts";
import { createForm } from "../components/create-form.ts";
import dialogs from "../components/dialogs.module.css";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import { ChoiceGroup } from "../settings/choice-group.tsx";
import { type ImageChange, ImageField } from "../settings/image-field.tsx";
import { PauseNotice } from "../settings/pause-notice.tsx";
import styles from "./dialogs.module.css";
import { inviteLink } from "./invite-dialog.tsx";
import { createServerSetup } from "./server-setup.ts";
import { serverTemplates, type TemplateName } from "./server-templates.ts";

const templates = Object.keys(serverTemplates) as readonly TemplateName[];

/** Creates a server from its name, an icon and a template, and ends in an invite link. */
export default function CreateServerDialog(props: { readonly onClose: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const id = createUniqueId();
  const name = createField("");
  const icon = createField<ImageChange>(undefined);
  const template = createField<TemplateName>("plain");
  const [setup, setSetup] = createSignal<ReturnType<typeof createServerSetup>>();
  const [done, setDone] = createSignal(0);
  const [link, setLink] = createSignal<string>();
  const [isCopied, setCopied] = createSignal(false);

  const form = createForm(async () => {
    const draft = {
      name: name.value.trim(),
      icon: icon.value instanceof File ? icon.value : undefined,
      template: template.value,
    };
    // What a first attempt has created is not created again.
    const current = setup()?.serverId() ? setup() : setSetup(createServerSetup(client, draft));
    await current?.run(setDone);
    const code = current?.inviteCode();
    if (!code) return close();
    setCopied(await isWritten(inviteLink(code)));
    setLink(inviteLink(code));
  });
  const isStarted = () => form.isBusy() || setup()?.serverId() !== undefined;
  const leaveOut = () => {
    setup()?.leaveOut();
    void form.submit();
  };

  /** Whatever was created is shown, also if it is not complete. */
  function close(): void {
    const serverId = setup()?.serverId();
    props.onClose();
    if (serverId) navigate(`/server/${serverId}`);
  }

  return (
    <Dialog
      title={link() ? t().servers.ready(name.value.trim()) : t().servers.createTitle}
      description={link() ? t().servers.readyHint : undefined}
      closeLabel={t().common.close}
      onClose={close}
      actions={
        <Show
          when={link()}
          fallback={
            <>
              <Show when={form.error() && setup()?.serverId()}>
                <Button onClick={leaveOut}>{t().servers.goOnWithout}</Button>
              </Show>
              <Button
                type="submit"
                form={id}
                variant="primary"
                busy={form.isBusy()}
                disabled={name.value.trim() === ""}
              >
                {form.error() && setup()?.serverId() ? t().common.retry : t().servers.create}
              </Button>
            </>
          }
        >
          {(made) => (
            <>
              <Button onClick={() => void copyText(made())}>{t().servers.copyLink}</Button>
              {/* The field that had the focus is gone. */}
              <Button
                ref={(button) => queueMicrotask(() => button.focus())}
                variant="primary"
                onClick={close}
              >
                {t().servers.open}
              </Button>
            </>
          )}
        </Show>
      }
    >
      <Show
        when={link()}
        fallback={
          <form id={id} class={styles.form} onSubmit={form.onSubmit}>
            <fieldset class={styles.fields} disabled={isStarted()}>
              <TextField label={t().servers.name} {...name} required maxlength={32} autofocus />
              <ImageField label={t().servers.iconOptional} url={undefined} shape="square" {...icon} />
              <ChoiceGroup
                label={t().templates.label}
                values={templates}
                names={t().templates.kinds}
                {...template}
              />
              <p class={styles.hint}>{t().templates.hints[template.value]}</p>
            </fieldset>
            <Show when={form.isBusy()}>
              <progress aria-label={t().servers.creating} value={done()} max={setup()?.count ?? 1} />
            </Show>
            <PauseNotice />
            <FormError error={form.error()} class={dialogs.error} />
          </form>
        }
      >
        {(made) => (
          <>
            <TextField label={t().servers.inviteLink} value={made()} readOnly />
            <p class={styles.hint} role="status">
              {isCopied() ? t().servers.linkCopied : t().servers.linkNotCopied}
            </p>
          </>
        )}
      </Show>
    </Dialog>
  );
}

/** Puts a text onto the clipboard, unless the browser refuses. */
async function isWritten(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
