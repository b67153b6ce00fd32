import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { faults, isRare } from '@fairlot/testkit/venue/faults'
import { describe, expect, it } from 'vitest'

describe('the oracle', () => {
  it('finds every planted bug of the engine', { timeout: 600_000 }, () => {
    const script = fileURLToPath(import.meta.resolve('@fairlot/testkit/venue/try-faults'))
    const output = execFileSync(process.execPath, [script], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const found = JSON.parse(output) as Record<string, { after: number } | null>
    const whole = process.env['FAIRLOT_PROVE'] === '1'
    const tried = faults.filter((fault) => whole || !isRare(fault)).map(({ name }) => name)
    expect(Object.keys(found)).toEqual(tried)
    expect(tried.filter((name) => found[name] === null)).toEqual([])
  })
})
