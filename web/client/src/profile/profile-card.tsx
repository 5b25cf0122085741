import type { Anchor } from "@ui/anchor.ts";
import { FloatingCard } from "@ui/floating-card.tsx";
import { Skeleton } from "@ui/state.tsx";
import { createResource, For, Show } from "solid-js";
import { LoadFailure } from "../components/failure.tsx";
import { t } from "../i18n/i18n.ts";
import { Markdown } from "../markdown/markdown.tsx";
import type { Server } from "../model/server.ts";
import type { User } from "../model/user.ts";
import { isTimedOut } from "../moderation/membership.ts";
import { useClient } from "../session/context.tsx";
import { dayOf, longDate } from "../users/dates.ts";
import { roleColour } from "../users/role-colour.ts";
import { NoteField } from "./note-field.tsx";
import styles from "./profile.module.css";
import { ProfileActions } from "./profile-actions.tsx";
import { fetchProfile, type ProfileData } from "./profile-data.ts";
import { ProfileHead } from "./profile-head.tsx";
import { ProfileLinks } from "./profile-links.tsx";

/** The card of a person. */
export default function ProfileCard(props: {
  readonly userId: string;
  readonly server?: Server;
  readonly anchor: Anchor;
  readonly onClose: () => void;
  readonly onOpenProfile: (userId: string) => void;
}) {
  const client = useClient();
  const user = () => client.users.get(props.userId);
  const [data, { refetch }] = createResource(
    () => props.userId,
    (id) => fetchProfile(client, id, props.server),
  );
  const title = () => t().people.profileOf(user()?.displayName ?? "");
  return (
    <FloatingCard title={title()} anchor={props.anchor} closeLabel={t().common.close} onClose={props.onClose}>
      <Show
        when={user()}
        fallback={
          <Show when={data.error} fallback={<Skeleton lines={6} label={t().common.loading} />}>
            <LoadFailure error={data.error} onRetry={() => void refetch()} />
          </Show>
        }
      >
        {(known) => (
          <Card
            user={known()}
            server={props.server}
            data={data.error ? undefined : data.latest}
            onClose={props.onClose}
            onOpenProfile={props.onOpenProfile}
          />
        )}
      </Show>
    </FloatingCard>
  );
}

function Card(props: {
  readonly user: User;
  readonly server?: Server;
  readonly data: ProfileData | undefined;
  readonly onClose: () => void;
  readonly onOpenProfile: (userId: string) => void;
}) {
  const member = () => props.server?.getMember(props.user.id);
  const roles = () => (member()?.orderedRoles ?? []).toReversed();
  return (
    <article class={styles.card}>
      <ProfileHead
        user={props.user}
        member={member()}
        banner={props.data?.profile?.background}
        pronouns={props.data?.pronouns}
      />
      <div class={styles.body}>
        <ProfileActions user={props.user} server={props.server} onClose={props.onClose} />
        <Show when={member() && isTimedOut(member()?.timeout) && member()?.timeout}>
          {(until) => <p class={styles.warning}>{t().people.timedOutUntil(longDate(until()))}</p>}
        </Show>
        <Show when={props.data?.profile?.content}>
          {(content) => (
            <section class={styles.section}>
              <h3 class={styles.heading}>{t().people.about}</h3>
              <div class={styles.about}>
                <Markdown text={content()} />
              </div>
            </section>
          )}
        </Show>
        <Show when={roles().length}>
          <section class={styles.section}>
            <h3 class={styles.heading}>{t().people.roles}</h3>
            <ul class={styles.roles}>
              <For each={roles()}>
                {(role) => (
                  <li class={styles.role}>
                    <span class="role-colour" style={roleColour(role.colour)} dir="auto">
                      {role.name}
                    </span>
                  </li>
                )}
              </For>
            </ul>
          </section>
        </Show>
        <Show when={props.data}>
          {(data) => (
            <ProfileLinks data={data()} onClose={props.onClose} onOpenProfile={props.onOpenProfile} />
          )}
        </Show>
        <Show when={!props.user.self}>
          <NoteField user={props.user} />
        </Show>
        <p class={styles.since}>{t().people.registered(dayOf(props.user.createdAt))}</p>
        <Show when={props.server && member()?.joinedAt}>
          {(date) => (
            <p class={styles.since}>
              {t().people.joined({ date: dayOf(date()), server: props.server?.name ?? "" })}
            </p>
          )}
        </Show>
      </div>
    </article>
  );
}
