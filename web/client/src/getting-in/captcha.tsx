import { createSignal, onMount, Show } from "solid-js";
import { isDark } from "../app/appearance.ts";
import { configuration } from "../session/server.ts";
import { t } from "../texts/texts.ts";

const scriptUrl = "https://js.hcaptcha.com/1/api.js?render=explicit";

interface HCaptcha {
  render(
    element: HTMLElement,
    options: { sitekey: string; theme: string; callback: (token: string) => void },
  ): void;
}

let loading: Promise<HCaptcha> | undefined;

/** Loads the captcha's script. Only hosts who configure a captcha let this page talk to another server. */
function loadCaptcha(): Promise<HCaptcha> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = () => resolve((window as unknown as { hcaptcha: HCaptcha }).hcaptcha);
    script.onerror = () => {
      loading = undefined;
      reject(new Error("the captcha could not be loaded"));
    };
    document.head.append(script);
  });
  return loading;
}

export const isCaptchaNeeded = () => configuration()?.features.captcha.enabled ?? false;

/** The captcha of the host, where there is one. */
export function Captcha(props: { readonly onToken: (token: string) => void }) {
  return (
    <Show when={isCaptchaNeeded()}>
      <Widget onToken={props.onToken} />
    </Show>
  );
}

function Widget(props: { readonly onToken: (token: string) => void }) {
  const [hasFailed, setFailed] = createSignal(false);
  let place: HTMLDivElement | undefined;
  onMount(async () => {
    try {
      const captcha = await loadCaptcha();
      if (!place) return;
      captcha.render(place, {
        sitekey: configuration()?.features.captcha.key ?? "",
        theme: isDark() ? "dark" : "light",
        callback: (token) => props.onToken(token),
      });
    } catch {
      setFailed(true);
    }
  });
  return (
    <>
      <div ref={place} />
      <Show when={hasFailed()}>
        <p role="alert">{t().gettingIn.captchaFailed}</p>
      </Show>
    </>
  );
}
