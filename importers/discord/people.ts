import type { DiscordFacts } from "./discord-api.ts";
import type { Person, Survey } from "./survey.ts";

/** The people of the export, and the members who never wrote anything, as far as Discord told who they are. */
export function peopleOf({ people }: Pick<Survey, "people">, { members }: DiscordFacts): Person[] {
  const silent = members
    .filter(({ user }) => !people.has(user.id))
    .map(({ user, nick, roles }): Person => {
      const { id, username: name, global_name } = user;
      return { id, name, nickname: nick ?? global_name ?? undefined, avatar: undefined, roles };
    });
  return [...people.values(), ...silent];
}
