/** What other domains may use of operators. */
export { type PersonalData, PersonalDataOf, type PersonalDataRequest, Statistics } from "./queries.ts";
