import { Select } from "@ui/select.tsx";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { Show } from "solid-js";
import { language, t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import { useClient } from "../../session/context.tsx";
import { imageChanges } from "../../settings/change-image.ts";
import { createDraft } from "../../settings/draft.ts";
import { type ImageChange, ImageField } from "../../settings/image-field.tsx";
import styles from "../../settings/page.module.css";
import { SaveBar } from "../../settings/save-bar.tsx";

interface Overview {
  name: string;
  description: string;
  icon: ImageChange;
  nsfw: boolean;
  slowmode: number;
  maxUsers: string;
}

const slowmodes = [0, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600];

/** Name, topic, image and rules of a channel. */
export default function ChannelOverviewPage(props: { readonly channel: Channel }) {
  const client = useClient();
  const draft = createDraft<Overview>(() => ({
    name: props.channel.name ?? "",
    description: props.channel.description ?? "",
    icon: undefined,
    nsfw: props.channel.mature,
    slowmode: props.channel.slowmode,
    maxUsers: String(props.channel.maxUsers ?? ""),
  }));

  async function save(): Promise<void> {
    const { name, description, icon, nsfw, slowmode, maxUsers } = draft.changes();
    const images = await imageChanges(client, [
      { change: icon, tag: "icons", field: "icon", remove: "Icon" },
    ]);
    const remove = [...images.remove, ...(description === "" ? ["Description" as const] : [])];
    const changes = {
      ...images.fields,
      ...(name !== undefined && { name: name.trim() }),
      ...(description && { description }),
      ...(nsfw !== undefined && { nsfw }),
      ...(slowmode !== undefined && { slowmode: slowmode }),
      ...(maxUsers !== undefined && { voice: maxUsers === "" ? {} : { max_users: Number(maxUsers) } }),
      ...(remove.length > 0 && { remove }),
    };
    await client.api.patch(`/channels/${props.channel.id}`, changes);
  }

  const isValid = () => draft.get("name").trim() !== "" && /^([1-9]\d{0,3})?$/.test(draft.get("maxUsers"));
  return (
    <div class={styles.page}>
      <section class={styles.section}>
        <TextField label={t().servers.channelName} {...draft.field("name")} required maxlength={32} />
        <TextField label={t().channelSettings.topic} {...draft.field("description")} multiline />
        <ImageField
          label={t().serverSettings.icon}
          url={props.channel.iconURL}
          shape="square"
          {...draft.field("icon")}
        />
      </section>
      <section class={styles.section}>
        <Select
          label={t().channelSettings.slowmode}
          choices={slowmodes.map((seconds) => ({ value: String(seconds), label: durationOf(seconds) }))}
          value={String(draft.get("slowmode"))}
          onChange={(seconds) => draft.set("slowmode", Number(seconds))}
        />
        <Show when={props.channel.isVoice}>
          <TextField
            label={t().channelSettings.maxUsers}
            hint={t().channelSettings.maxUsersHint}
            value={draft.get("maxUsers")}
            onChange={(maxUsers) => draft.set("maxUsers", maxUsers.trim())}
            inputmode="numeric"
          />
        </Show>
        <Switch
          label={t().channelSettings.mature}
          hint={t().channelSettings.matureHint}
          {...draft.field("nsfw")}
        />
      </section>
      <SaveBar draft={draft} isValid={isValid()} onSave={save} />
    </div>
  );
}

function durationOf(seconds: number): string {
  if (seconds === 0) return t().channelSettings.off;
  const [value, unit] =
    seconds < 60 ? [seconds, "second"] : seconds < 3600 ? [seconds / 60, "minute"] : [seconds / 3600, "hour"];
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(value);
}
