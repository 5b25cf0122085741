import { Button } from "@ui/button.tsx";
import { For } from "solid-js";
import { copyText } from "../../components/attempt.ts";
import { t } from "../../i18n/i18n.ts";
import { downloadText } from "../download-text.ts";
import own from "./second-factor-page.module.css";

export function CodeList(props: { readonly codes: readonly string[] }) {
  return (
    <ul class={own.codes} aria-label={t().secondFactor.recovery}>
      <For each={props.codes}>{(code) => <li>{code}</li>}</For>
    </ul>
  );
}

/** The ways to take the codes along. */
export function KeepCodes(props: { readonly codes: readonly string[] }) {
  const text = () => props.codes.join("\n");
  return (
    <>
      <Button onClick={() => void copyText(text())}>{t().secondFactor.copy}</Button>
      <Button onClick={() => downloadText("recovery-codes.txt", `${text()}\n`, "text/plain")}>
        {t().secondFactor.download}
      </Button>
    </>
  );
}
