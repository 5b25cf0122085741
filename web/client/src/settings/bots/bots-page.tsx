import { A, useNavigate, useParams } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { Bot } from "@ui/icons.ts";
import { EmptyState } from "@ui/state.tsx";
import { For, Show } from "solid-js";
import { openTextDialog } from "../../components/text-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { held } from "../held.ts";
import { Loaded } from "../list.tsx";
import styles from "../page.module.css";
import { BotEditor } from "./bot-editor.tsx";
import { type OwnBot, useOwnBots } from "./bots.ts";
import own from "./bots-page.module.css";

/** The bots of the user, or one of them. */
export default function BotsPage() {
  const params = useParams<{ item?: string }>();
  const client = useClient();
  const navigate = useNavigate();
  const [bots, { refetch }] = useOwnBots();
  const create = () =>
    openTextDialog({
      title: t().bots.create,
      action: t().bots.create,
      label: t().bots.name,
      hint: t().bots.nameHint,
      minlength: 2,
      maxlength: 32,
      async onSubmit(name) {
        const bot = await client.api.post("/bots/create", { name });
        await refetch();
        navigate(`/settings/bots/${bot._id}`);
      },
    });
  return (
    <div class={styles.page}>
      <Loaded resource={bots} onRetry={() => void refetch()}>
        {(all) => (
          <Show
            when={all().find(({ id }) => id === params.item)}
            fallback={<BotList bots={all()} onCreate={create} />}
          >
            {(found) => {
              const bot = held(() => all().find(({ id }) => id === params.item), found());
              return <BotEditor bot={bot()} onChanged={async () => void (await refetch())} />;
            }}
          </Show>
        )}
      </Loaded>
    </div>
  );
}

function BotList(props: { readonly bots: readonly OwnBot[]; readonly onCreate: () => void }) {
  return (
    <Show
      when={props.bots.length > 0}
      fallback={
        <EmptyState
          icon={Bot}
          title={t().bots.none}
          action={{ label: t().bots.create, onClick: props.onCreate }}
        >
          {t().bots.noneHint}
        </EmptyState>
      }
    >
      <p class={styles.hint}>{t().bots.hint}</p>
      <ul class={styles.list}>
        <For each={props.bots}>
          {(bot) => (
            <li>
              <A class={`${styles.row} ${own.link}`} href={`/settings/bots/${bot.id}`}>
                <Avatar name={bot.name} url={bot.avatarUrl} size={32} />
                <span class={styles.rowText}>
                  <bdi class={styles.rowTitle}>{bot.name}</bdi>
                  <span class={styles.rowDetail}>
                    {bot.isPublic ? t().bots.isPublic : t().bots.isPrivate}
                  </span>
                </span>
              </A>
            </li>
          )}
        </For>
      </ul>
      <div class={styles.actions}>
        <Button variant="primary" onClick={props.onCreate}>
          {t().bots.create}
        </Button>
      </div>
    </Show>
  );
}
