import { A } from "@solidjs/router";
import type { JSX } from "solid-js";
import { createMemo, Show } from "solid-js";
import { configuration } from "../session/server.ts";
import styles from "./markdown.module.css";
import { pathWithinClient } from "./urls.ts";

/** A link of a message: into this client, or out of it in a page of its own. */
export function Link(props: {
  readonly url: string;
  /** Where it leads, if the text does not say it. */
  readonly leadsTo: string | undefined;
  readonly children: JSX.Element;
}) {
  const path = createMemo(() => {
    const app = URL.parse(configuration()?.app ?? "")?.origin;
    return pathWithinClient(props.url, app ? [location.origin, app] : [location.origin]);
  });
  return (
    <Show
      when={path()}
      fallback={
        <a href={props.url} target="_blank" rel="noopener noreferrer nofollow" referrerpolicy="no-referrer">
          {props.children}
          <LeadsTo host={props.leadsTo} />
        </a>
      }
    >
      {(inside) => (
        <A href={inside()}>
          {props.children}
          <LeadsTo host={props.leadsTo} />
        </A>
      )}
    </Show>
  );
}

/** The host of a link, next to a text that could promise another one. */
export function LeadsTo(props: { readonly host: string | undefined }) {
  return (
    <Show when={props.host}>
      {" "}
      <bdi class={styles.leadsTo} dir="ltr">
        ({props.host})
      </bdi>
    </Show>
  );
}
