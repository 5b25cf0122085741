import { Avatar } from "@ui/avatar.tsx";
import { For, Show } from "solid-js";
import type { File } from "../../../protocol/types.ts";
import { PausableImage } from "../components/pausable-image.tsx";
import { t } from "../i18n/i18n.ts";
import { isAnimated } from "../media/stored-file.ts";
import { fileUrl } from "../model/files.ts";
import type { Member } from "../model/member.ts";
import type { User } from "../model/user.ts";
import { addresses } from "../session/server.ts";
import { BotMark } from "../users/bot-mark.tsx";
import { presenceOf, presenceText } from "../users/presence.ts";
import { roleColour } from "../users/role-colour.ts";
import { RoleIcon } from "../users/role-icon.tsx";
import styles from "./profile.module.css";

type BadgeName = keyof ReturnType<typeof t>["people"]["badges"];

const badgeBits: readonly (readonly [bit: number, name: BadgeName])[] = [
  [1, "developer"],
  [2, "translator"],
  [4, "supporter"],
  [8, "disclosure"],
  [16, "founder"],
  [32, "moderation"],
  [64, "activeSupporter"],
  [128, "paw"],
  [256, "earlyAdopter"],
];

/** The badges in a user's bit field. */
const badgesOf = (badges: number | undefined): BadgeName[] =>
  badgeBits.filter(([bit]) => ((badges ?? 0) & bit) !== 0).map(([, name]) => name);

/** Banner, image and names of a person. */
export function ProfileHead(props: {
  readonly user: User;
  readonly member?: Member;
  readonly banner?: File;
  readonly pronouns?: string;
}) {
  const name = () => props.member?.displayName ?? props.user.displayName;
  return (
    <header>
      <div class={styles.banner}>
        <Show when={props.banner}>
          {(banner) => (
            <PausableImage
              class={styles.bannerImage}
              url={fileUrl(addresses, banner())}
              isAnimated={isAnimated(banner())}
            />
          )}
        </Show>
      </div>
      <div class={styles.avatar}>
        <Avatar
          name={name()}
          url={props.member?.avatarURL ?? props.user.avatarURL}
          size={80}
          presence={presenceOf(props.user)}
        />
      </div>
      <div class={styles.names}>
        <h2 class={styles.name}>
          <span class="role-colour" style={roleColour(props.member?.roleColour)} dir="auto">
            {name()}
          </span>{" "}
          <Show when={props.member?.roleIcon}>{(icon) => <RoleIcon icon={icon()} />}</Show>
          <Show when={props.user.bot}>
            <BotMark />
          </Show>
        </h2>
        <p class={styles.tag}>
          <span>
            {props.user.username}#{props.user.discriminator}
          </span>
          <Show when={props.pronouns}>
            <bdi>{props.pronouns}</bdi>
          </Show>
          <span>{presenceText(props.user)}</span>
        </p>
        <Show when={props.user.status?.text}>
          {(text) => (
            <p class={styles.status} dir="auto">
              {text()}
            </p>
          )}
        </Show>
        <Show when={badgesOf(props.user.badges).length}>
          <ul class={styles.badges}>
            <For each={badgesOf(props.user.badges)}>
              {(badge) => <li class={styles.badge}>{t().people.badges[badge]}</li>}
            </For>
          </ul>
        </Show>
      </div>
    </header>
  );
}
