import { IconButton } from "@ui/icon-button.tsx";
import { Notifications, Pencil } from "@ui/icons.ts";
import { Select } from "@ui/select.tsx";
import { createSignal } from "solid-js";
import { channelName, conversationsOf } from "../../components/channels.tsx";
import { t } from "../../i18n/i18n.ts";
import { useConnection } from "../../session/context.tsx";
import { Row, RowList } from "../list.tsx";
import styles from "../page.module.css";
import { useServerOrder } from "../server-order.ts";
import { describeScope, type NotificationScope, scopeOf } from "./scope.ts";
import { openScopeDialog } from "./scope-dialog.tsx";

/** The levels and mutes of one server and its channels, or of the conversations. */
export function ScopeList() {
  const { client, notifications } = useConnection();
  const { servers } = useServerOrder();
  const texts = () => t().notificationSettings;
  const [serverId, setServerId] = createSignal("");
  const server = () => client.servers.get(serverId());
  const scopes = (): readonly NotificationScope[] => {
    const found = server();
    // In an order that new messages do not change.
    const conversations = conversationsOf(client).sort((a, b) => (a.id < b.id ? -1 : 1));
    if (!found) return conversations.map((channel) => scopeOf(channel, channelName(channel)));
    const channels = found.orderedChannels.flatMap((category) => category.channels);
    return [
      scopeOf(found, found.name),
      ...channels.map((channel) => scopeOf(channel, `# ${channelName(channel)}`)),
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
      <RowList each={scopes()} icon={Notifications} none={texts().noPlaces}>
        {(scope) => (
          <Row
            title={scope.kind === "server" ? texts().wholeServer : scope.name}
            detail={describeScope(notifications(), scope)}
          >
            <IconButton
              icon={Pencil}
              label={texts().edit(scope.name)}
              onClick={() => openScopeDialog(scope)}
            />
          </Row>
        )}
      </RowList>
    </section>
  );
}
