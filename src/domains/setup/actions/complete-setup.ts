import ipaddr from "ipaddr.js";
import { Check } from "typebox/value";
import { formatSettings, writeSetupFile } from "../../../config/setup-file.ts";
import type { Tx } from "../../../declare/tx.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
import {
  type AddressError,
  checkEmail,
  checkPassword,
  createAccount,
  findAccountByEmail,
  findTotpStep,
  normaliseEmail,
  type PasswordError,
  type StepContext,
  setUpSecondFactor,
} from "../../accounts/index.ts";
import { changeStanding } from "../../oidc/index.ts";
import { recordOperatorAction } from "../../operators/index.ts";
import { type MemberJoined, makeServer, type ServerJoined } from "../../servers/index.ts";
import { createUser, Username, type UserUpdated } from "../../users/index.ts";
import type { SetupCompletion, SetupHeaders, SetupResult } from "../model.ts";
import { restart, setupTurns } from "../resources.ts";
import { settingsOf, withoutSecrets } from "../rules/settings.ts";
import { deleteLink } from "../store.ts";
import { checkFolder } from "./check-folder.ts";
import { requireSetup } from "./setup-link.ts";
import { canRestart, canWrite, fixedIn } from "./view-setup.ts";

type MakingError = "NotFound" | "InvalidUsername" | "UsernameTaken" | "OperationFailed";
type SetupError = MakingError | AddressError | PasswordError | "InvalidToken" | "InvalidProperty";
type MakingTx = Tx<typeof UserUpdated | typeof MemberJoined | typeof ServerJoined, MakingError>;

interface SetupSteps extends Omit<StepContext<SetupError>, "write"> {
  write<T>(work: (tx: MakingTx) => Promise<T>): Promise<T>;
}

/**
 * Makes the operator and the community in one transaction, which uses the link up. The keys are stored before it: if
 * the server is killed in between, there is no operator yet, and the next link begins from the start.
 */
export async function completeSetup(
  { services, fail, read, write }: SetupSteps,
  body: SetupCompletion,
  headers: SetupHeaders,
): Promise<SetupResult> {
  await read((db) => requireSetup(db, headers, fail));
  checkEmail({ services, fail }, body.email);
  await checkPassword({ services, fail }, body.password);
  if (!Check(Username, body.username)) throw fail("InvalidUsername");
  const step = findTotpStep(body.totp_secret, body.totp_code, services.clock.now());
  if (step === undefined) throw fail("InvalidToken");
  const { config, resources } = services;
  // The server could not start again: the pattern of the key allows, for example, ports that do not exist.
  if (body.public_url && !URL.canParse(body.public_url)) throw fail("InvalidProperty");
  if (body.trusted_proxies?.some((each) => !ipaddr.isValid(each) && !ipaddr.isValidCIDR(each)))
    throw fail("InvalidProperty");
  if (body.backup_folder && (await checkFolder(body.backup_folder, config)).problem)
    throw fail("InvalidProperty");
  const passwordHash = await hashPassword(body.password, config.passwords);

  return resources
    .get(setupTurns)
    .run(() => storeAndMake({ services, write }, { body, passwordHash, step }, headers));
}

/** Stores the keys and makes the rest, or neither. */
async function storeAndMake(
  { services, write }: Pick<SetupSteps, "services" | "write">,
  checked: Omit<Operator, "server">,
  headers: SetupHeaders,
): Promise<SetupResult> {
  const { config, ids, resources } = services;
  const { body } = checked;
  const fixed = fixedIn(services);
  const makesServer = body.community !== undefined && !fixed.has("community.server");
  const server = makesServer ? ids.next() : undefined;
  const settings = settingsOf(body, { server, fixed: new Set(fixed.keys()) });
  const written = canWrite(services) && Object.keys(settings).length > 0;
  const undo = written ? writeSetupFile(config.data_dir, settings) : () => {};
  const make = async (tx: MakingTx) => {
    await requireSetup(tx, headers, tx.fail);
    return makeOperator(tx, { ...checked, server });
  };
  const made = await write(make).catch((error: unknown) => {
    undo();
    throw error;
  });
  const restarts = written && canRestart(services);
  if (restarts) resources.get(restart).request();
  return {
    ...made,
    ...(server !== undefined && { server }),
    settings: formatSettings(withoutSecrets(settings)),
    written,
    restarts,
  };
}

interface Operator {
  readonly body: SetupCompletion;
  readonly passwordHash: string;
  readonly step: number;
  /** The id of the community's server; undefined if none is to be made. */
  readonly server: string | undefined;
}

async function makeOperator(tx: MakingTx, { body, passwordHash, step, server }: Operator) {
  const { email, username, totp_secret: secret, community = "" } = body;
  // Whoever registered it meanwhile may not own it, and knows the password.
  if (await findAccountByEmail(tx, normaliseEmail(email))) throw tx.fail("OperationFailed");
  await deleteLink(tx);
  const id = await createAccount(tx, { email, passwordHash, verified: true });
  const user = await changeStanding(tx, await createUser(tx, { id, username }), { privileged: true });
  const { recoveryCodes } = await setUpSecondFactor(tx, id, { secret, step });
  if (server !== undefined) await makeServer(tx, { id: server, owner: id, name: community });
  const details = server === undefined ? {} : { server, name: community };
  await recordOperatorAction(tx, { source: "admin", actor: id, action: "setup", target: id, details });
  return { user: id, name: `${user.username}#${user.discriminator}`, recovery_codes: [...recoveryCodes] };
}
