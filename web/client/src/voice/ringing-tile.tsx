import { Avatar } from "@ui/avatar.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { X } from "@ui/icons.ts";
import { attempt } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useRinging } from "./context.tsx";
import { createPerson } from "./person.ts";
import styles from "./tile.module.css";

/** Somebody for whom the call rings and who has not answered yet. */
export function RingingTile(props: {
  readonly userId: string;
  readonly channel: Channel;
  readonly isRoomy: boolean;
}) {
  const ringing = useRinging();
  const person = createPerson(props.userId, () => props.channel, "");
  return (
    <div class={styles.tile}>
      <Avatar name={person.name()} url={person.avatarUrl()} size={props.isRoomy ? 80 : 48} />
      <div class={styles.caption}>
        <span class={styles.name} dir="auto">
          {person.name()}
        </span>
        <span class={styles.waiting}>{t().voice.ringing}</span>
      </div>
      <IconButton
        icon={X}
        label={t().voice.stopRinging(person.name())}
        class={styles.options}
        onClick={() => void attempt(() => ringing.stopRingingFor(props.userId))}
      />
    </div>
  );
}
