import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { For } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import { fileUrl } from "../../model/files.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { addresses } from "../../session/server.ts";
import { imageChanges } from "../../settings/change-image.ts";
import { createDraft } from "../../settings/draft.ts";
import { type ImageChange, ImageField } from "../../settings/image-field.tsx";
import styles from "../../settings/page.module.css";
import { SaveBar } from "../../settings/save-bar.tsx";

const systemEvents = ["user_joined", "user_left", "user_kicked", "user_banned"] as const;

type SystemEvent = (typeof systemEvents)[number];

/** The channel of each event is a field of its own, so that two people can change two of them. */
interface Overview extends Record<SystemEvent, string> {
  name: string;
  description: string;
  icon: ImageChange;
  banner: ImageChange;
}

/** Name, description, images, and where the server's own messages go. */
export default function OverviewPage(props: { readonly server: Server }) {
  const client = useClient();
  const stored = () => systemChannels(props.server);
  const draft = createDraft<Overview>(() => ({
    name: props.server.name,
    description: props.server.description ?? "",
    icon: undefined,
    banner: undefined,
    ...stored(),
  }));

  async function save(): Promise<void> {
    const { name, description, icon, banner, ...system } = draft.changes();
    const images = await imageChanges(client, [
      { change: icon, tag: "icons", field: "icon", remove: "Icon" },
      { change: banner, tag: "banners", field: "banner", remove: "Banner" },
    ]);
    const remove = [...images.remove, ...(description === "" ? ["Description" as const] : [])];
    await client.api.patch(`/servers/${props.server.id}`, {
      ...images.fields,
      ...(name !== undefined && { name: name.trim() }),
      ...(description && { description }),
      ...(Object.keys(system).length > 0 && {
        system_messages: withoutEmpty({ ...stored(), ...system }),
      }),
      ...(remove.length > 0 && { remove }),
    });
  }

  const channels = () => [
    { value: "", label: t().serverSettings.noMessage },
    ...props.server.orderedChannels
      .flatMap(({ channels }) => channels)
      .map(({ id, name }) => ({ value: id, label: `# ${name}` })),
  ];

  return (
    <div class={styles.page}>
      <section class={styles.section}>
        <TextField label={t().servers.name} {...draft.field("name")} required maxlength={32} />
        <TextField label={t().servers.description} {...draft.field("description")} multiline />
        <ImageField
          label={t().serverSettings.icon}
          url={props.server.iconURL}
          shape="square"
          {...draft.field("icon")}
        />
        <ImageField
          label={t().serverSettings.banner}
          url={props.server.banner && fileUrl(addresses, props.server.banner)}
          shape="wide"
          {...draft.field("banner")}
        />
      </section>
      <section class={styles.section}>
        <h2 class={styles.heading}>{t().serverSettings.systemMessages}</h2>
        <p class={styles.hint}>{t().serverSettings.systemMessagesHint}</p>
        <For each={systemEvents}>
          {(event) => (
            <Select
              label={t().serverSettings.systemEvents[event]}
              choices={channels()}
              {...draft.field(event)}
            />
          )}
        </For>
      </section>
      <SaveBar draft={draft} isValid={draft.get("name").trim() !== ""} onSave={save} />
    </div>
  );
}

function systemChannels(server: Server): Record<SystemEvent, string> {
  const channels = server.systemMessages;
  return {
    user_joined: channels.user_joined ?? "",
    user_left: channels.user_left ?? "",
    user_kicked: channels.user_kicked ?? "",
    user_banned: channels.user_banned ?? "",
  };
}

function withoutEmpty(channels: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(channels).filter(([, channel]) => channel !== ""));
}
