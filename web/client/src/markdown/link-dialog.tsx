import { createField } from "@ui/create-field.ts";
import { Switch } from "@ui/switch.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { setTrustedHosts, trustedHosts, withLatest } from "../preferences/preferences.ts";
import styles from "./markdown.module.css";

/** How many hosts a device remembers. */
const mostHosts = 200;

/** Shows where a link leads whose text says something else, before it is followed. */
export default function LinkDialog(props: { readonly url: string; readonly onClose: () => void }) {
  const host = () => URL.parse(props.url)?.host ?? "";
  const isTrusted = createField(false);
  const leave = async () => {
    if (isTrusted.value) setTrustedHosts(withLatest(trustedHosts(), host(), mostHosts));
    window.open(props.url, "_blank", "noopener,noreferrer");
  };
  return (
    <FormDialog
      title={t().reading.leaveTitle}
      description={t().reading.leaveText}
      action={t().reading.leaveTo(host())}
      onSubmit={leave}
      onClose={props.onClose}
    >
      <p class={styles.address} dir="ltr">
        {props.url}
      </p>
      <Switch label={t().reading.trustHost(host())} hint={t().reading.trustHostHint} {...isTrusted} />
    </FormDialog>
  );
}
