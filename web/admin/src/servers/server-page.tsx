import { A, useNavigate, useParams } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { Switch } from "@ui/switch.tsx";
import { For, type JSX } from "solid-js";
import { call } from "../api/call.ts";
import type { AdminServer, AdminServerEdit } from "../api/types.ts";
import { attempt, notifyRecorded } from "../components/attempt.ts";
import { BitSwitches } from "../components/bit-switches.tsx";
import { ConfirmDialog, openDialog } from "../components/dialogs.tsx";
import { createLoad, type Load, Loaded } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Facts, Page, Section } from "../components/page.tsx";
import { BackLink, CopyableId, Moment, PersonLink } from "../components/values.tsx";
import { formatNumber } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";
import { ArchiveSection } from "./archive-section.tsx";
import { serverFlagBits, serverFlagNames } from "./server-flags.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";

/** Shown until the entry is loaded, and if there is none. */
const frame = (state: JSX.Element) => (
  <Page title={t().servers.title} lead={<BackLink href="/servers" label={t().servers.title} />}>
    {state}
  </Page>
);

export default function ServerPage() {
  const params = useParams<{ id: string }>();
  const load = createLoad<AdminServer>(() => pathOf(params.id));
  return (
    <Loaded resource={load.resource} onRetry={load.reload} frame={frame}>
      {(server) => <Server server={server()} load={load} />}
    </Loaded>
  );
}

const pathOf = (id: string) => `/admin/servers/${encodeURIComponent(id)}`;

function Server(props: { readonly server: AdminServer; readonly load: Load<AdminServer> }) {
  const navigate = useNavigate();
  const words = () => t().servers;
  const edit = async (body: AdminServerEdit) =>
    props.load.replace(await call<AdminServer>("PATCH", pathOf(props.server._id), { body }));

  const askToTransfer = () =>
    openDialog((close) => (
      <TransferDialog
        server={props.server}
        onTransfer={async (owner) => {
          await edit({ owner: owner._id });
          notifyRecorded(words().transferred({ name: props.server.name, owner: owner.username }));
        }}
        onClose={close}
      />
    ));

  const askToDelete = () =>
    openDialog((close) => (
      <ConfirmDialog
        title={words().deleteTitle(props.server.name)}
        description={words().deleteWhat(words().memberCount(props.server.members))}
        action={words().delete}
        typed={{ label: t().common.typeToConfirm(props.server.name), text: props.server.name }}
        onConfirm={async () => {
          await call("DELETE", pathOf(props.server._id));
          notifyRecorded(words().deleted(props.server.name));
          navigate("/servers");
        }}
        onClose={close}
      />
    ));

  return (
    <Page title={props.server.name} lead={<BackLink href="/servers" label={words().title} />}>
      <Section title={words().details}>
        <Facts
          facts={[
            [t().common.id, <CopyableId id={props.server._id} />],
            [words().owner, <PersonLink id={props.server.owner} name={props.server.owner_name} />],
            [words().members, formatNumber(props.server.members)],
            [t().common.created, <Moment at={props.server.created_at} />],
            props.server.description ? [words().description, props.server.description] : undefined,
          ]}
        />
      </Section>
      <Section title={words().flags}>
        <BitSwitches
          bits={serverFlagNames.map((name) => ({
            bit: serverFlagBits[name],
            label: words().flagNames[name],
          }))}
          value={props.server.flags}
          onChange={async (flags) => {
            await edit({ flags });
            notifyRecorded(words().saved(props.server.name));
          }}
        />
      </Section>
      <Section title={words().discovery}>
        <div class={`${styles.panel} ${styles.padded}`}>
          <Switch
            label={words().discoverable}
            hint={words().discoverableHint}
            value={props.server.discoverable}
            onChange={(discoverable) =>
              void attempt(async () => {
                await edit({ discoverable });
                notifyRecorded(words().saved(props.server.name));
              })
            }
          />
        </div>
      </Section>
      <Section title={words().channels} hint={words().channelsHint}>
        <ul class={`${styles.panel} ${styles.rows}`}>
          <For each={props.server.channels}>
            {({ _id, name }) => (
              <li>
                <A class={styles.link} href={`/conversations/${_id}`} dir="auto">
                  {name}
                </A>
              </li>
            )}
          </For>
        </ul>
      </Section>
      <ArchiveSection server={props.server} />
      <Section title={t().people.danger}>
        <div class={`${styles.panel} ${styles.rows}`}>
          <div class={styles.danger}>
            <p>{words().transferHint}</p>
            <Button onClick={askToTransfer}>{words().transfer}</Button>
          </div>
          <div class={styles.danger}>
            <p>{words().deleteHint}</p>
            <Button variant="danger" onClick={askToDelete}>
              {words().delete}
            </Button>
          </div>
        </div>
      </Section>
      <p>
        <A href={`/audit?target=${props.server._id}`}>{words().audit}</A>
      </p>
    </Page>
  );
}
