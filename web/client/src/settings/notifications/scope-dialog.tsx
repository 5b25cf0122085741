import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { openDialog } from "../../components/dialogs.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import { type Level, NotificationPreferences } from "../../preferences/notification-preferences.ts";
import { notificationsIn } from "../../preferences/preferences.ts";
import { useConnection } from "../../session/context.tsx";
import { describeMute, inheritedLevel, type NotificationScope } from "./scope.ts";

const minute = 60_000;
const durations = { quarter: 15 * minute, hour: 60 * minute, eight: 480 * minute, day: 1440 * minute };
const levels = ["all", "mention", "none"] as const;

type Mute = "none" | "keep" | keyof typeof durations | "always";

/** Chooses which messages of a server or channel the user is notified of, from any menu. */
export function openScopeDialog(scope: NotificationScope): void {
  openDialog(ScopeDialog, { scope });
}

function ScopeDialog(props: { readonly scope: NotificationScope; readonly onClose: () => void }) {
  const { notifications, settings } = useConnection();
  const { kind, id } = props.scope;
  const texts = () => t().notificationSettings;
  const storedLevel = notifications().chosen(kind, id) ?? "";
  const storedMute = notifications().mutedUntil(kind, id, Date.now());
  const level = createField<Level | "">(storedLevel);
  const mute = createField<Mute>(storedMute === undefined ? "none" : "keep");

  async function save(): Promise<void> {
    const [stored, write] = notificationsIn(settings);
    let table = stored();
    if (level.value !== storedLevel) {
      table = new NotificationPreferences(table).withLevel(kind, id, level.value || undefined);
    }
    const isMuteChanged = mute.value !== "keep" && !(mute.value === "none" && storedMute === undefined);
    if (isMuteChanged) table = new NotificationPreferences(table).withMute(kind, id, endOf(mute.value));
    if (isMuteChanged || level.value !== storedLevel) await write(table);
  }

  const inherited = () => {
    const name = texts().levels[inheritedLevel(notifications(), props.scope)];
    return props.scope.serverId ? texts().asServer(name) : texts().standard(name);
  };
  const mutes = (): readonly Mute[] => [
    "none",
    ...(storedMute === undefined ? [] : (["keep"] as const)),
    "quarter",
    "hour",
    "eight",
    "day",
    "always",
  ];

  return (
    <FormDialog
      title={texts().edit(props.scope.name)}
      description={texts().muteHint}
      action={t().common.save}
      isReady
      onSubmit={save}
      onClose={props.onClose}
    >
      <Select<Level | "">
        label={texts().level}
        choices={[
          { value: "", label: inherited() },
          ...levels.map((value) => ({ value, label: texts().levels[value] })),
        ]}
        {...level}
      />
      <Select<Mute>
        label={texts().mute}
        choices={mutes().map((value) => ({
          value,
          label: value === "keep" ? describeMute(storedMute ?? 0) : texts().mutes[value],
        }))}
        {...mute}
      />
    </FormDialog>
  );
}

function endOf(mute: Mute): number | undefined {
  if (mute === "none" || mute === "keep") return undefined;
  return mute === "always" ? 0 : Date.now() + durations[mute];
}
