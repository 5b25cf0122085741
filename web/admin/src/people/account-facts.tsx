import { Show } from "solid-js";
import type { AdminUserDetails } from "../api/types.ts";
import styles from "../components/page.module.css";
import { type Fact, Facts } from "../components/page.tsx";
import { CopyableId, Moment, PersonLink } from "../components/values.tsx";
import { formatBytes } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";

/** What is known of an account. */
export function AccountFacts(props: { readonly details: AdminUserDetails }) {
  const words = () => t().people;
  const answer = (is: boolean) => (is ? t().common.yes : t().common.no);
  const facts = (): (Fact | undefined)[] => {
    const { user, stored_bytes, uploaded_today } = props.details;
    const { account, bot_owner } = user;
    return [
      [t().common.id, <CopyableId id={user._id} />],
      account && [words().email, account.email],
      account && [words().verified, answer(account.verified)],
      account && [words().secondFactor, answer(account.second_factor)],
      account?.deleted_at ? [words().deletedAt, <Moment at={account.deleted_at} />] : undefined,
      bot_owner ? [words().owner, <PersonLink id={bot_owner} />] : undefined,
      [t().common.created, <Moment at={user.created_at} />],
      [
        words().storedBytes,
        `${formatBytes(stored_bytes)}, ${words().uploadedToday(formatBytes(uploaded_today))}`,
      ],
    ];
  };
  return (
    <>
      <Facts facts={facts()} />
      <Show when={!props.details.user.account && !props.details.user.bot_owner}>
        <p class={styles.small}>{words().noAccount}</p>
      </Show>
    </>
  );
}
