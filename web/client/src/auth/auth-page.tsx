import { EntryPage } from "@ui/entry-page.tsx";
import type { JSX } from "solid-js";

/** The card in the middle of every page before the login. */
export function AuthPage(props: { readonly title: string; readonly children: JSX.Element }) {
  return <EntryPage icon="/icon.svg" {...props} />;
}
