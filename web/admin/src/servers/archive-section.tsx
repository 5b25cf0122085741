import button from "@ui/button.module.css";
import { Button } from "@ui/button.tsx";
import { latestOf } from "@ui/loaded.tsx";
import { createEffect, onCleanup, Show } from "solid-js";
import { call } from "../api/call.ts";
import type { AdminServer, ServerExport } from "../api/types.ts";
import { attempt, notifyRecorded } from "../components/attempt.ts";
import { createLoad, Loaded } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Facts, Section } from "../components/page.tsx";
import { Moment } from "../components/values.tsx";
import { formatBytes, formatNumber } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";

/** How often the page asks: for progress, and for a new link, which is valid for some minutes. */
const [progressMs, linkMs] = [2_000, 60_000];

/** The archive with which a server moves to another host. */
export function ArchiveSection(props: { readonly server: AdminServer }) {
  const words = () => t().servers;
  const path = () => `/admin/servers/${encodeURIComponent(props.server._id)}/export`;
  const load = createLoad<ServerExport>(path);
  const state = () => latestOf(load.resource)?.state;
  const isBusy = () => state() === "waiting" || state() === "running";
  createEffect(() => {
    if (!isBusy() && state() !== "ready") return;
    const timer = setInterval(load.reload, isBusy() ? progressMs : linkMs);
    onCleanup(() => clearInterval(timer));
  });
  const create = () =>
    attempt(async () => {
      load.replace(await call<ServerExport>("POST", path()));
      notifyRecorded(words().archiveRequested(props.server.name));
    });
  const remove = () =>
    attempt(async () => {
      await call("DELETE", path());
      load.replace({ state: "none" });
      notifyRecorded(words().archiveDeleted(props.server.name));
    });
  return (
    <Section title={words().archive}>
      <Loaded resource={load.resource} onRetry={load.reload}>
        {(archive) => (
          <>
            <p>{words().archiveHint}</p>
            <p role="status">{words().archiveStates[archive().state]}</p>
            <Show when={archive().state === "running" || archive().state === "ready"}>
              <Facts
                facts={[
                  [words().archiveMessages, formatNumber(archive().messages ?? 0)],
                  [words().archiveFiles, formatNumber(archive().files ?? 0)],
                  archive().size === undefined
                    ? undefined
                    : [words().archiveSize, formatBytes(archive().size ?? 0)],
                  archive().expires_at === undefined
                    ? undefined
                    : [words().archiveExpires, <Moment at={archive().expires_at ?? ""} />],
                ]}
              />
            </Show>
            <div class={styles.actions}>
              <Show when={archive().download}>
                {(download) => (
                  // A link can be used once: the next one is asked for.
                  <a
                    class={`${button.button} ${button.primary}`}
                    href={download()}
                    download={`${props.server._id}.tar`}
                    onClick={() => load.reload()}
                  >
                    {words().downloadArchive}
                  </a>
                )}
              </Show>
              <Show when={!isBusy()}>
                <Button onClick={create}>{words().createArchive}</Button>
              </Show>
              <Show when={isBusy() || archive().state === "ready"}>
                <Button onClick={remove}>{isBusy() ? words().stopArchive : words().deleteArchive}</Button>
              </Show>
            </div>
          </>
        )}
      </Loaded>
    </Section>
  );
}
