import { genesis } from '@fairlot/proof'
import { describe, expect, it } from 'vitest'
import { type LinkAt, type Mark, whyBack } from './mark.ts'

const known: Mark = {
  installation: 'a',
  history: 2,
  epoch: 7,
  sequence: 100,
  hash: 'h100',
  kept: 'k90',
}
const after: Mark = { ...known, epoch: 8, sequence: 120, hash: 'h120', kept: 'k110' }
const link: LinkAt = { hash: 'h100', kept: 'k90', isPruned: false }
const ask = (seen: Partial<Mark>, found: Partial<LinkAt> = {}, from: Mark = known) =>
  whyBack(from, { ...after, ...seen }, () => Promise.resolve({ ...link, ...found }))

describe('a log goes on', () => {
  it('when it has the known place, or a later one behind it', async () => {
    expect(await ask({})).toBeUndefined()
    expect(await ask({ sequence: 100, hash: 'h100' })).toBeUndefined()
  })
  it('when quotes at the known place were pruned', async () => {
    expect(await ask({}, { hash: undefined, isPruned: true })).toBeUndefined()
    const quotesOnly = { ...known, kept: genesis }
    expect(await ask({}, { hash: undefined, kept: undefined, isPruned: true }, quotesOnly)).toBeUndefined()
  })
  it('when nothing was committed before', async () => {
    const start = { ...known, sequence: 0, hash: genesis, kept: genesis }
    expect(await ask({}, { hash: undefined, kept: undefined }, start)).toBeUndefined()
  })
  it('when another installation or a later history is there', async () => {
    expect(await ask({ installation: 'b', epoch: 0, sequence: 0 })).toBeUndefined()
    expect(await ask({ history: 3, epoch: 1, sequence: 1 })).toBeUndefined()
  })
})

describe('a log went back', () => {
  it.each([
    ['an epoch was given', { epoch: 6 }, {}, 'epoch 7 was given'],
    ['it ends earlier', { sequence: 99 }, {}, 'committed up to 100'],
    ['it ends there with another hash', { sequence: 100, hash: 'x' }, {}, 'another hash at 100'],
    ['the batch has another hash', {}, { hash: 'x' }, 'another hash at 100'],
    [
      'a kept row before it changed',
      {},
      { hash: undefined, isPruned: true, kept: 'x' },
      'another hash at 100',
    ],
    ['no batch ends there', {}, { hash: undefined }, 'no batch of the log ends at 100'],
    ['an accepted history is gone', { history: 1 }, {}, 'the database has history 1'],
  ])('when %s', async (_what, seen, found, why) => {
    expect(await ask(seen, found)).toContain(why)
  })
})
