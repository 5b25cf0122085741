import { IconButton } from "@ui/icon-button.tsx";
import { Notifications, Pencil } from "@ui/icons.ts";
import { Select } from "@ui/select.tsx";
import { EmptyState } from "@ui/state.tsx";
import { createSignal, For, Show } from "solid-js";
import { channelName } from "../../components/channel-name.ts";
import { t } from "../../i18n/i18n.ts";
import { useConnection } from "../../session/context.tsx";
import styles from "../page.module.css";
import { useServerOrder } from "../server-order.ts";
import { describePlace, type Place, placeOf } from "./place.ts";
import { openPlaceDialog } from "./place-dialog.tsx";

/** The levels and mutes of one server and its channels, or of the conversations. */
export function PlaceList() {
  const { client, notifications } = useConnection();
  const { servers } = useServerOrder();
  const texts = () => t().notificationSettings;
  const [serverId, setServerId] = createSignal("");
  const server = () => client.servers.get(serverId());
  const places = (): readonly Place[] => {
    const found = server();
    if (!found) {
      return client.channels
        .list()
        .filter(({ type, active }) => type === "Group" || (type === "DirectMessage" && active))
        .map((channel) => placeOf(channel, channelName(channel)));
    }
    const channels = found.orderedChannels.flatMap((category) => category.channels);
    return [
      placeOf(found, found.name),
      ...channels.map((channel) => placeOf(channel, `# ${channelName(channel)}`)),
    ];
  };
  return (
    <section class={styles.section}>
      <h2 class={styles.heading}>{texts().places}</h2>
      <Select
        label={texts().server}
        choices={[
          { value: "", label: texts().conversations },
          ...servers().map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={server() ? serverId() : ""}
        onChange={setServerId}
      />
      <Show
        when={places().length > 0}
        fallback={<EmptyState icon={Notifications} title={texts().noPlaces} />}
      >
        <ul class={styles.list}>
          <For each={places()}>
            {(place) => (
              <li class={styles.row}>
                <div class={styles.rowText}>
                  <span class={styles.rowTitle} dir="auto">
                    {place.kind === "server" ? texts().wholeServer : place.name}
                  </span>
                  <span class={styles.rowDetail}>{describePlace(notifications(), place)}</span>
                </div>
                <IconButton
                  icon={Pencil}
                  label={texts().edit(place.name)}
                  onClick={() => openPlaceDialog(place)}
                />
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}
