import { Select } from "@ui/select.tsx";
import { Switch } from "@ui/switch.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, onMount, Show } from "solid-js";
import { describeError, t } from "../../i18n/i18n.ts";
import {
  allowNotifications,
  type PushState,
  pushState,
  turnPushOff,
  turnPushOn,
} from "../../notifications/push.ts";
import { playMessageSound } from "../../notifications/sounds.ts";
import { type Alerts, sounds } from "../../preferences/alerts.ts";
import { alertsIn } from "../../preferences/preferences.ts";
import { useConnection } from "../../session/context.tsx";
import styles from "../page.module.css";
import { QuietHoursFields } from "./quiet-hours.tsx";
import { ScopeList } from "./scope-list.tsx";
import { WordsSection } from "./words-section.tsx";

const report = (thrown: unknown) => notify(describeError(thrown), { isError: true });

/** How and about what the user is told. */
export default function NotificationsPage() {
  return (
    <div class={styles.page}>
      <PushSection />
      <EverywhereSection />
      <WordsSection />
      <ScopeList />
    </div>
  );
}

function PushSection() {
  const { client } = useConnection();
  const texts = () => t().notificationSettings;
  const [state, setState] = createSignal<PushState>();
  const hint = () => {
    if (state() === "unsupported") return texts().pushUnsupported;
    return state() === "denied" ? texts().pushDenied : texts().pushHint;
  };
  async function change(isOn: boolean): Promise<void> {
    try {
      setState(await (isOn ? turnPushOn(client) : turnPushOff(client)));
    } catch (thrown) {
      report(thrown);
      setState(await pushState());
    }
  }
  onMount(() => void pushState().then(setState, report));
  return (
    <section class={styles.section}>
      <h2 class={styles.heading}>{texts().here}</h2>
      <div class={styles.switches}>
        <Switch
          label={texts().push}
          hint={hint()}
          value={state() === "on"}
          disabled={state() !== "on" && state() !== "off"}
          onChange={(isOn) => void change(isOn)}
        />
      </div>
    </section>
  );
}

function EverywhereSection() {
  const { client, settings } = useConnection();
  const texts = () => t().notificationSettings;
  const [alerts, setAlerts] = alertsIn(settings);
  const write = (changes: Partial<Alerts>) => void setAlerts(changes).catch(report);
  const setDesktop = (desktop: boolean) => {
    write({ desktop });
    const isAsked = desktop && "Notification" in window && Notification.permission === "default";
    if (isAsked) void allowNotifications(client).catch(report);
  };
  return (
    <section class={styles.section}>
      <h2 class={styles.heading}>{texts().everywhere}</h2>
      <div class={styles.switches}>
        <Switch label={texts().desktop} value={alerts().desktop} onChange={setDesktop} />
        <Switch label={texts().sounds} value={alerts().sounds} onChange={(sounds) => write({ sounds })} />
        <Show when={alerts().sounds}>
          <Select
            label={texts().sound}
            choices={sounds.map((value) => ({ value, label: texts().soundNames[value] }))}
            value={alerts().sound}
            onChange={(sound) => {
              playMessageSound(sound);
              write({ sound });
            }}
          />
        </Show>
        <Switch
          label={texts().quiet}
          hint={texts().quietHint}
          value={alerts().quietHours !== undefined}
          onChange={(isOn) => write({ quietHours: isOn ? { from: 22 * 60, to: 7 * 60 } : undefined })}
        />
        <Show when={alerts().quietHours}>
          {(hours) => (
            <QuietHoursFields
              value={hours()}
              onChange={(changes) => write({ quietHours: { ...hours(), ...changes } })}
            />
          )}
        </Show>
      </div>
    </section>
  );
}
