import { A } from "@solidjs/router";
import type { JSX } from "solid-js";
import { createMemo, lazy, Show } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import { trustedHosts } from "../preferences/preferences.ts";
import { addresses, ownOrigins } from "../session/server.ts";
import styles from "./markdown.module.css";
import { pathWithinClient } from "./urls.ts";

const LinkDialog = lazy(() => import("./link-dialog.tsx"));

interface LinkProps {
  readonly url: string;
  /** Where it leads, if the text does not say it. */
  readonly leadsTo: string | undefined;
  readonly children: JSX.Element;
}

/** A link of a message: into this client, or out of it in a page of its own. */
export function Link(props: LinkProps) {
  const path = createMemo(() => pathWithinClient(props.url, ownOrigins()));
  return (
    <Show when={path()} fallback={<OutsideLink {...props} isMasked={props.leadsTo !== undefined} />}>
      {(inside) => (
        <A href={inside()}>
          {props.children}
          <LeadsTo host={props.leadsTo} />
        </A>
      )}
    </Show>
  );
}

/** A link to another site. One whose text could promise another place is only followed after a look at its address. */
export function OutsideLink(props: LinkProps & { readonly isMasked: boolean }) {
  const ask = (event: MouseEvent) => {
    // The other buttons open menus.
    if (!props.isMasked || event.button > 1 || isTrusted(props.url)) return;
    event.preventDefault();
    openDialog(LinkDialog, { url: props.url });
  };
  return (
    <a
      href={props.url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerpolicy="no-referrer"
      onClick={ask}
      onAuxClick={ask}
    >
      {props.children}
      <LeadsTo host={props.leadsTo} />
    </a>
  );
}

/** This server, mail, and what the user has trusted on this device. */
function isTrusted(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const own = [...ownOrigins(), URL.parse(addresses.files)?.origin];
  return url.protocol === "mailto:" || own.includes(url.origin) || trustedHosts().includes(url.host);
}

/** The host of a link, next to a text that could promise another one. */
function LeadsTo(props: { readonly host: string | undefined }) {
  return (
    <Show when={props.host}>
      {" "}
      <bdi class={styles.leadsTo} dir="ltr">
        ({props.host})
      </bdi>
    </Show>
  );
}
