/** The specification's names. A request cancelled by its member ends as rejected with reason `taken_back`. */
export const requestStates = ['pending', 'passed', 'rejected'] as const
export type RequestState = (typeof requestStates)[number]
