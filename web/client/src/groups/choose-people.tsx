import { Avatar } from "@ui/avatar.tsx";
import { ChooseList } from "../components/choose-list.tsx";
import { t } from "../i18n/i18n.ts";
import type { User } from "../model/user.ts";

/** Chooses some of a list of people. */
export function ChoosePeople(props: {
  readonly label: string;
  readonly people: readonly User[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const choices = () =>
    props.people.map(({ id, displayName, avatarURL }) => ({
      id,
      name: displayName,
      image: () => <Avatar name={displayName} url={avatarURL} size={32} />,
    }));
  return (
    <ChooseList
      label={props.label}
      searchLabel={t().people.search}
      none={t().people.noFriendsToAdd}
      choices={choices()}
      chosen={props.chosen}
      onChange={props.onChange}
    />
  );
}
