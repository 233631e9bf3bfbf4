/** What an explanation consists of, and the texts that several subjects share. */

/** Why a step succeeded, and the section of the specification. */
interface Acceptance {
  readonly because: string;
  readonly reference?: string;
}

/** Why a step was rejected, the section of the specification, and how to fix it. */
interface Rejection {
  /** The reason, when the error description does not reveal it to the client. */
  readonly because?: string;
  readonly reference?: string;
  readonly fix?: string;
}

/** By the name of the rule that decided the step. */
export type Acceptances = Readonly<Record<string, Acceptance>>;

/** By the reason of the rejection, or by the error code. */
export type Rejections = Readonly<Record<string, Rejection>>;

export const TOKEN_ERROR = "RFC 6749 §5.2";
export const START_AGAIN = "Return to the application and start again.";
