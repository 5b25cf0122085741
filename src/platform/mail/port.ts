export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails. `send` resolves when the receiving side has accepted the mail, and rejects otherwise. */
export interface MailPort {
  send(mail: Mail): Promise<void>;
  /** Rejects if a mail could not even be offered: no connection, no TLS, or no login. */
  verify(): Promise<void>;
  close(): Promise<void>;
}
