import { Switch } from "@ui/switch.tsx";
import type { AdminUser, AdminUserEdit } from "../api/types.ts";
import { notifyRecorded } from "../components/attempt.ts";
import { type Bit, BitSwitches } from "../components/bit-switches.tsx";
import styles from "../components/page.module.css";
import { Section } from "../components/page.tsx";
import { t } from "../i18n/i18n.ts";
import { editUser } from "./actions.ts";
import { askToChangePrivilege } from "./dialogs.tsx";
import { badgeBits, flagBits, fullName } from "./names.ts";

type FlagName = "suspended" | "banned" | "spam";
type BadgeName = keyof typeof badgeBits;

const flagNames: readonly FlagName[] = ["suspended", "banned", "spam"];
const badgeNames = Object.keys(badgeBits) as readonly BadgeName[];

/** The flags and badges of somebody, and whether they administer the server. */
export function PersonMarks(props: {
  readonly user: AdminUser;
  readonly isOwn: boolean;
  readonly onChange: () => void;
}) {
  const words = () => t().people;
  const subject = () => ({ _id: props.user._id, name: fullName(props.user) });
  const flags = (): Bit[] =>
    flagNames.map((name) => ({ bit: flagBits[name], label: words().flagNames[name] }));
  const badges = (): Bit[] =>
    badgeNames.map((name) => ({ bit: badgeBits[name], label: words().badgeNames[name] }));
  async function edit(changes: AdminUserEdit): Promise<void> {
    await editUser(props.user, changes);
    notifyRecorded(words().saved(subject().name));
    props.onChange();
  }
  return (
    <>
      <div class={`${styles.panel} ${styles.padded}`}>
        <Switch
          label={words().privileged}
          hint={words().privilegedHint}
          value={props.user.privileged}
          disabled={props.isOwn}
          onChange={(privileged) => askToChangePrivilege(subject(), privileged, props.onChange)}
        />
      </div>
      <Section title={words().flags} hint={words().flagsHint}>
        <BitSwitches bits={flags()} value={props.user.flags} onChange={(value) => edit({ flags: value })} />
      </Section>
      <Section title={words().badges}>
        <BitSwitches
          bits={badges()}
          value={props.user.badges}
          onChange={(value) => edit({ badges: value })}
        />
      </Section>
    </>
  );
}
