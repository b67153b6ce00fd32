export { postOrThrow } from './post-or-throw.ts'
export { refuseWhilePending } from './refuse-while-pending.ts'
export {
  lockFundRequests,
  readPendingRequests,
  readProposals,
  readRequestLines,
  showProposal,
} from './store.ts'
export { requestTerms, type RequestTerms } from './terms.ts'
export { amountText, decimalText, momentText } from './format.ts'
