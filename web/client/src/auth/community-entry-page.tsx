import { Avatar } from "@ui/avatar.tsx";
import { EntryPage } from "@ui/entry-page.tsx";
import { type JSX, Show } from "solid-js";
import { fileUrl } from "../model/files.ts";
import { addresses, community } from "../session/server.ts";

/** A page before the login, with the name and the icon of the community where the host is there for one. */
export function CommunityEntryPage(props: {
  readonly title: string;
  readonly titleWith: (name: string) => string;
  readonly children: JSX.Element;
}) {
  const title = () => {
    const found = community();
    return found ? props.titleWith(found.name) : props.title;
  };
  const mark = () => {
    const found = community();
    const url = found?.icon && fileUrl(addresses, found.icon);
    return found && <Avatar name={found.name} url={url} size={80} square />;
  };
  return (
    <EntryPage title={title()} mark={mark()}>
      <Show when={community()?.description}>{(description) => <p dir="auto">{description()}</p>}</Show>
      {props.children}
    </EntryPage>
  );
}
