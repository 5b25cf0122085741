import { createEffect, createSignal, on, onMount, Show } from "solid-js";
import { isDark } from "../components/appearance.ts";
import type { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { configuration } from "../session/server.ts";

const scriptUrl = "https://js.hcaptcha.com/1/api.js?render=explicit";

interface HCaptcha {
  render(
    element: HTMLElement,
    options: {
      sitekey: string;
      theme: string;
      callback: (token: string) => void;
      "expired-callback": () => void;
    },
  ): string;
  reset(widget: string): void;
}

declare global {
  interface Window {
    readonly hcaptcha: HCaptcha;
  }
}

let loading: Promise<HCaptcha> | undefined;

/** Loads the captcha's script. Only hosts who configure a captcha let this page talk to another server. */
function loadCaptcha(): Promise<HCaptcha> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = () => resolve(window.hcaptcha);
    script.onerror = () => {
      loading = undefined;
      reject(new Error("the captcha could not be loaded"));
    };
    document.head.append(script);
  });
  return loading;
}

const isCaptchaNeeded = () => configuration()?.features.captcha.enabled ?? false;

/** Whether a form has to wait for the captcha. */
export const lacksCaptcha = (token: string | undefined) => isCaptchaNeeded() && token === undefined;

interface CaptchaProps {
  /** The form that is sent with the token. */
  readonly form: ReturnType<typeof createForm>;
  readonly onToken: (token: string | undefined) => void;
}

/** The captcha of the host, where there is one. */
export function Captcha(props: CaptchaProps) {
  return (
    <Show when={isCaptchaNeeded()}>
      <Widget {...props} />
    </Show>
  );
}

function Widget(props: CaptchaProps) {
  const [hasFailed, setFailed] = createSignal(false);
  const [reset, setReset] = createSignal<() => void>();
  let place: HTMLDivElement | undefined;
  // A token is good for one attempt.
  createEffect(
    on(props.form.isBusy, (isBusy, wasBusy) => {
      if (isBusy || !wasBusy) return;
      reset()?.();
      props.onToken(undefined);
    }),
  );
  onMount(async () => {
    try {
      const captcha = await loadCaptcha();
      if (!place) return;
      const widget = captcha.render(place, {
        sitekey: configuration()?.features.captcha.key ?? "",
        theme: isDark() ? "dark" : "light",
        callback: (token) => props.onToken(token),
        "expired-callback": () => props.onToken(undefined),
      });
      setReset(() => () => captcha.reset(widget));
    } catch {
      setFailed(true);
    }
  });
  return (
    <>
      <div ref={place} />
      <Show when={hasFailed()}>
        <p role="alert">{t().auth.captchaFailed}</p>
      </Show>
    </>
  );
}
