import { Button } from "@ui/button.tsx";
import { FormError } from "@ui/form-error.tsx";
import { Fingerprint } from "@ui/icons.ts";
import { asRefusedPasskey, getPasskey, offerPasskeys, stopOffer } from "@ui/passkeys.ts";
import { onCleanup, onMount } from "solid-js";
import type { PasskeyAssertion } from "../../../protocol/types.ts";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { publicApi } from "../session/server.ts";
import styles from "./providers.module.css";

/** A little less than the server's. */
const renewalMs = 4 * 60_000;

const begin = () => publicApi.post("/auth/passkeys/sign_in");

/**
 * Logs in with a passkey: by the button, or by choosing one that the browser offers in the field for the address.
 */
export function PasskeyLogin(props: { readonly logIn: (passkey: PasskeyAssertion) => Promise<void> }) {
  let isThere = true;
  let chosen: PasskeyAssertion | undefined;
  const form = createForm(async () => {
    const passkey = chosen ?? (await getPasskey(begin));
    await props.logIn(passkey).catch(asRefusedPasskey);
  });
  async function offer(): Promise<void> {
    // A further request would end one that the button has made.
    if (form.isBusy()) return;
    chosen = await offerPasskeys(begin).catch(() => undefined);
    if (chosen && isThere) await submit();
  }
  async function submit(): Promise<void> {
    await form.submit();
    chosen = undefined;
    // Asking by the button has ended the offer.
    if (isThere && form.error() !== undefined) void offer();
  }
  onMount(() => {
    void offer();
    const renewal = setInterval(() => void offer(), renewalMs);
    onCleanup(() => {
      isThere = false;
      clearInterval(renewal);
      void stopOffer();
    });
  });
  return (
    <div class={styles.passkey}>
      <Button class={styles.wide} busy={form.isBusy()} onClick={() => void submit()}>
        <Fingerprint size={18} strokeWidth={1.75} aria-hidden="true" />
        {t().auth.withPasskey}
      </Button>
      <FormError error={form.error()} />
    </div>
  );
}
