import type { OperatorCaller, RequestContext } from '#platform/handler'

/** Who calls, when, and in which request: what an audit row needs. */
export type ByOperator = Pick<RequestContext, 'now' | 'requestId'> & { readonly caller: OperatorCaller }
