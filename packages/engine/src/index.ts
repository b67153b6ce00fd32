export { createEngine, type Engine, restoreEngine } from './engine.ts'
export { drawLot, hashText, lotteryOf } from './hash.ts'
