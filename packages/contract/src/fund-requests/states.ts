/** The specification's names. A request cancelled by its member ends as rejected with reason `cancelled`. */
export const requestStates = ['pending', 'passed', 'rejected'] as const
export type RequestState = (typeof requestStates)[number]

/** A count of requests stops here: the console shows it as "1,000+". */
export const maxCounted = 1_000
