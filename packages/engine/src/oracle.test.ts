// Compares the engine with its oracle. Every run uses a part of the commands; FAIRLOT_PROVE=1 runs a million and writes
// evidence/engine-oracle.json.

import { venueRules, type InstrumentKind } from '@fairlot/contract/venue'
import { compare } from '@fairlot/testkit/venue/compare'
import { auditEvents } from '@fairlot/testkit/venue/event-audit'
import { instrumentsOfRandomMarket, type Timed } from '@fairlot/testkit/venue/random-commands'
import { describe, expect, it } from 'vitest'
import { writeEvidence } from '../../../scripts/evidence.ts'
import { fileURLToPath } from 'node:url'
import * as engine from './index.ts'

const whole = process.env['FAIRLOT_PROVE'] === '1'
const commands = whole ? 1_000_000 : 60_000
const seed = 20_261_117

/** Reached only with the commands of many days, by `npm run prove`. */
const rareSessionRules: readonly string[] = [
  'odd: no match after hours in a halt',
  'close: postponed, cut short by the next day',
]

/** What the random days must have reached besides every rule id: each is one rule of the session. */
const sessionRules = [
  'auction: nearest the last price',
  'auction: nearest the reference',
  'auction: the lot decides between equals',
  'opening: the draw comes with it',
  'opening: an order comes too late for the draw',
  'auction: time decides between equals',
  'bound: a FOK is killed',
  'bound: a limit order pauses',
  'bound: a market order pauses',
  'bound: a quote pauses',
  'bound: an IOC fills inside',
  'bound: exactly there it trades',
  'bound: an IOC fills nothing',
  'bound: gives way to its own order',
  'bound: reached after fills inside',
  'close: of a halted instrument',
  'close: postponed by a jump',
  'close: postponed, cut short by the next day',
  'close: the best ask is the next reference',
  'close: the best bid is the next reference',
  'close: the reference stays',
  'closing call: takes over a pause',
  'closing call: takes over a postponed opening',
  'day: begins at a reference that was set',
  'halt: ends a postponed close',
  'halt: in closed',
  'halt: in closing-call',
  'halt: in continuous',
  'halt: in opening-call',
  'halt: in paused',
  'halt: resumed in closed',
  'halt: resumed in closing-call',
  'halt: resumed in continuous',
  'halt: resumed in opening-call',
  'market: cancelled by a closing call',
  'market: cancelled by a halt',
  'market: cancelled by a pause',
  'market: takes what is asked',
  'market: waits',
  'odd: a level gives way',
  'odd: after a delay any price',
  'odd: cancelled with all',
  'odd: collects after a halt',
  'odd: cut short by the next day',
  'odd: delayed by a jump',
  'odd: exempt at one dollar',
  'odd: gives way to its own order',
  'odd: hours of the auction after the close are named',
  'odd: matched after hours, lot',
  'odd: matched after hours, time',
  'odd: matched by day, lot',
  'odd: matched by day, time',
  'odd: no delay in the closing call',
  'odd: no delay in the last five minutes',
  'odd: no last match in a halt',
  'odd: no match after hours in a halt',
  'odd: quoted',
  'odd: reduced',
  'odd: replaced',
  'open: postponed by a jump',
  'open: postponed by withdrawals',
  'pause: exempt at one dollar',
  'pause: from the average',
  'pause: from the last price',
  'pause: from the opening price',
  'pause: from the reference',
  'pause: none in the last five minutes',
  'self-trade: FOK gives way',
  'self-trade: IOC gives way',
  'self-trade: ROD gives way',
  'self-trade: a level gives way',
  'self-trade: a level gives way in a call',
  'self-trade: gives way in a call',
  'self-trade: two accounts of one owner',
  'self-trade: two accounts of one owner in a call',
  'timer: ends closing-call',
  'timer: ends halted',
  'timer: ends opening-call',
  'timer: ends paused',
]

describe('the engine and its oracle', () => {
  it(
    'agree on every command and replay identically (I8, I9, I23)',
    {
      timeout: 900_000,
    },
    () => {
      const kinds = new Map<string, InstrumentKind>(
        instrumentsOfRandomMarket.map(({ symbol, instrument }) => [symbol, instrument]),
      )
      const audit = auditEvents(kinds)
      const log: Timed[] = []
      const began = performance.now()
      const comparison = compare(engine, {
        seed,
        commands,
        onEvents(timed, events) {
          audit.read(events)
          log.push(timed)
        },
      })
      const seconds = (performance.now() - began) / 1_000
      expect(comparison.difference).toBeUndefined()
      expect(comparison.commands).toBe(commands)
      expect(audit.breaches.slice(0, 5)).toEqual([])
      expect(audit.fills).toBeGreaterThan(commands / 10)

      const { notes } = comparison
      // The oracle knows no blocks; block-oracle.test.ts compares them.
      const rules = Object.keys(venueRules).filter((rule) => !rule.startsWith('block.'))
      expect(rules.filter((rule) => !notes.has(`rule: ${rule}`))).toEqual([])
      const wanted = sessionRules.filter((rule) => whole || !rareSessionRules.includes(rule))
      expect(wanted.filter((rule) => !notes.has(rule))).toEqual([])
      // The list above has every rule the oracle knows.
      const known = new Set([...sessionRules, ...rules.map((rule) => `rule: ${rule}`)])
      expect([...notes.keys()].filter((note) => !known.has(note))).toEqual([])

      // The oracle's engine was restored from its own snapshot every thousand commands. A full replay, and one from a
      // snapshot in the middle, end in the same state; a standby has it all the time.
      const replayed = engine.createEngine()
      let restored = engine.createEngine()
      for (const [index, { command, at }] of log.entries()) {
        replayed.apply(command, at)
        restored.apply(command, at)
        if (index === Math.floor(log.length / 2)) restored = engine.restoreEngine(restored.snapshot())
      }
      expect(replayed.stateHash()).toBe(comparison.finalHash)
      expect(restored.stateHash()).toBe(comparison.finalHash)

      if (!whole) return
      writeEvidence(fileURLToPath(new URL('../../../', import.meta.url)), 'engine-oracle', {
        seed,
        commands: comparison.commands,
        events: comparison.events,
        hashesCompared: comparison.hashes,
        fillsAudited: audit.fills,
        ruleIds: rules.length,
        ruleIdsHit: rules.filter((rule) => notes.has(`rule: ${rule}`)).length,
        sessionRules: sessionRules.length,
        invariants: ['I8', 'I9', 'I23'],
        finalHash: comparison.finalHash,
        seconds: Math.round(seconds),
        met: Object.fromEntries([...notes].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      })
    },
  )
})
