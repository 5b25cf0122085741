/** Why a sign-in did not succeed. The page that began it puts the name into words. */
type SignInProblem =
  /** It took too long, was finished before, or was begun in another browser. */
  | "expired"
  /** The provider, or the person there, said no. */
  | "refused"
  | "unreachable"
  /** What came back cannot be trusted. */
  | "invalid"
  /** The address belongs to an account, which has to link the identity itself. */
  | "address-in-use"
  | "registration-closed"
  | "invite-needed"
  | "not-allowed"
  /** The account has a second factor, which was not proved. */
  | "second-factor-needed"
  /** The identity belongs to another account. */
  | "other-account";

export class SignInError extends Error {
  override readonly name = "SignInError";
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}
