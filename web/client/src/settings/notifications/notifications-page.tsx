import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, onMount, Show } from "solid-js";
import { describeError, t } from "../../i18n/i18n.ts";
import { type PushState, pushState, turnPushOff, turnPushOn } from "../../notifications/push.ts";
import type { Alerts } from "../../preferences/alerts.ts";
import { alertsIn } from "../../preferences/preferences.ts";
import { useConnection } from "../../session/context.tsx";
import styles from "../page.module.css";
import { clockTime, minutesOf } from "./clock-time.ts";
import { ScopeList } from "./scope-list.tsx";

const report = (thrown: unknown) => notify(describeError(thrown), { isError: true });

/** How and about what the user is told. */
export default function NotificationsPage() {
  return (
    <div class={styles.page}>
      <PushSection />
      <EverywhereSection />
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
  const { settings } = useConnection();
  const texts = () => t().notificationSettings;
  const [alerts, setAlerts] = alertsIn(settings);
  const write = (changes: Partial<Alerts>) => void setAlerts(changes).catch(report);
  const setHour = (name: "from" | "to", time: string) => {
    const minutes = minutesOf(time);
    const { quietHours } = alerts();
    if (minutes !== undefined && quietHours) write({ quietHours: { ...quietHours, [name]: minutes } });
  };
  return (
    <section class={styles.section}>
      <h2 class={styles.heading}>{texts().everywhere}</h2>
      <div class={styles.switches}>
        <Switch label={texts().desktop} value={alerts().desktop} onChange={(desktop) => write({ desktop })} />
        <Switch label={texts().sounds} value={alerts().sounds} onChange={(sounds) => write({ sounds })} />
        <Switch
          label={texts().quiet}
          hint={texts().quietHint}
          value={alerts().quietHours !== undefined}
          onChange={(isOn) => write({ quietHours: isOn ? { from: 22 * 60, to: 7 * 60 } : undefined })}
        />
        <Show when={alerts().quietHours}>
          {(hours) => (
            <div class={styles.actions}>
              <TextField
                label={texts().quietFrom}
                type="time"
                value={clockTime(hours().from)}
                onChange={(time) => setHour("from", time)}
              />
              <TextField
                label={texts().quietTo}
                type="time"
                value={clockTime(hours().to)}
                onChange={(time) => setHour("to", time)}
              />
            </div>
          )}
        </Show>
      </div>
    </section>
  );
}
