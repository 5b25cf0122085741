/** One thing that the protocol promises, and the test that shows it. */
export interface Row {
  /** What it is about: a route, a parameter, a field, an error, a limit or a rule, by its name in the protocol. */
  readonly name: string;
  readonly rule: string;
  readonly test: TestReference;
  /** What must be in the traffic of the test. Absent where the promise leaves no trace of its own there. */
  readonly traffic?: ExpectedTraffic;
}

export interface TestReference {
  readonly file: string;
  /** As in the source. */
  readonly title: string;
  /** As in the report of a run, if the title has placeholders. */
  readonly runsAs?: string;
}

/** A call with its response, a parameter of a connection, or a packet. */
export type ExpectedTraffic = ExpectedCall | ExpectedConnect | ExpectedPacket;

export interface ExpectedCall {
  /** Method and path, e.g. `GET /users/{target}`, below `/api` unless it begins with another service. */
  readonly call: string;
  readonly status: number;
  /** Names of the query, or of the headers of the request. */
  readonly query?: string;
  readonly header?: string;
  readonly isAnonymous?: true;
  /** A field of the response; `[]` stands for the items of a list. */
  readonly field?: string;
  readonly error?: string;
  /** The content type of the response. */
  readonly type?: string;
  /** A header of the response about rate limits. */
  readonly limit?: string;
}

export interface ExpectedConnect {
  readonly connect: string;
}

export interface ExpectedPacket {
  readonly sent?: string;
  readonly received?: string;
  readonly field?: string;
  readonly error?: string;
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** A reference to a test without placeholders. */
export const inFile =
  (file: string) =>
  (title: string, runsAs?: string): TestReference => ({
    file,
    title,
    ...(runsAs !== undefined && { runsAs }),
  });

const published = inFile("test/compat/published-description.test.ts");

/** The test that makes a successful call and compares the response with its published schema. */
export const sampleOf = (operation: string) => published("%s", operation);
export const withoutSession = (operation: string) =>
  published("%s without a session", `${operation} without a session`);
export const bodyOf = (operation: string) =>
  published("%s accepts its published body", `${operation} accepts its published body`);
