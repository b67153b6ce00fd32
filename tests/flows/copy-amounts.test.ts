// The amount of a running copy: raised with further money by the rules of a follow, lowered by what is not invested, and the books after
// every test.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { copyTradingRules } from '../../packages/rules/src/copy-trading/index.ts'
import { type CopyHarness, openCopyHarness, type TestMentor } from './support/copy-harness.ts'
import { openHours } from './support/fund-harness.ts'
import { signInAgain, type TestMember } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 120_000 })

let harness: CopyHarness
let mentor: TestMentor
beforeAll(async () => {
  harness = await openCopyHarness()
  mentor = await harness.mentor()
  harness.clock.set(openHours)
})
afterAll(() => harness.stop())
afterEach(async () => {
  expect(await requestBreaches(harness.api.database)).toEqual([])
  const { broken } = await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
  expect(broken).toEqual([])
})

const set = (member: TestMember, copyId: string, amount: bigint | number | string) =>
  member.client.call('/copy-trading/changeAmount', { copyId, amount: String(amount) }, { key: true })
const stop = (member: TestMember, copyId: string) =>
  member.client.call('/copy-trading/stop', { copyId }, { key: true })

describe('a running copy', () => {
  test('is raised and lowered, each time with its money', async () => {
    const member = await harness.member()
    const before = await harness.available(member)
    const money = async () => [await harness.held(member), before - (await harness.available(member))]
    const copyId = await harness.followed(member, mentor.mentorId, { cap: '4000000' })
    const raised = (await set(member, copyId, 8_000_000)).body.data.copy
    expect(raised).toMatchObject({ amount: '8000000', held: '8000000', cap: '4000000' })
    expect(await money()).toEqual([8_000_000n, 8_000_000n])
    // The same amount again has no second effect.
    expect((await set(member, copyId, 8_000_000)).body.data.copy).toEqual(raised)
    // A cap per purchase is never above the amount.
    const lowered = (await set(member, copyId, 2_000_000)).body.data.copy
    expect(lowered).toMatchObject({ amount: '2000000', held: '2000000', cap: '2000000' })
    expect(await money()).toEqual([2_000_000n, 2_000_000n])
    await stop(member, copyId)
    expect(await money()).toEqual([0n, 0n])
    expect((await set(member, copyId, 3_000_000)).body.msg).toBe('follow.not-following')
  })

  test('without a cap stays without one', async () => {
    const member = await harness.member()
    const copyId = await harness.followed(member, mentor.mentorId)
    for (const amount of [2_000_000, 8_000_000])
      expect((await set(member, copyId, amount)).body.data.copy).toMatchObject({
        amount: String(amount),
        cap: null,
      })
    await stop(member, copyId)
  })

  test('is not set to an amount that no follow may have', async () => {
    const member = await harness.member()
    const copyId = await harness.followed(member, mentor.mentorId)
    const refused = async (amount: bigint | number) => {
      const { msg, field, rule } = (await set(member, copyId, amount)).body
      return [msg, field, rule]
    }
    expect(await refused(999_999)).toEqual(['follow.below-minimum', 'amount', undefined])
    // Two operators decide a larger follow, and a running copy does not wait for them.
    const max = copyTradingRules.reviewFrom.default
    expect(await refused(max + 1)).toEqual(['follow.above-maximum', 'amount', 'copy.reviewFrom'])
    const other = await harness.mentor()
    const room = (await member.client.call('/copy-trading/terms', { mentorId: other.mentorId })).body.data
      .room
    if (BigInt(room) + 5_000_000n < BigInt(max))
      expect(await refused(BigInt(room) + 5_000_001n)).toEqual([
        'follow.share-of-equity',
        'amount',
        'copy.equityShare',
      ])
    expect((await set(await harness.member(), copyId, 6_000_000)).body.msg).toBe('order.not-found')
    expect(await harness.copy(member, copyId)).toMatchObject({ amount: '5000000', held: '5000000' })
  })

  test('takes the money of one of twenty raises', async () => {
    const member = await harness.member()
    const before = await harness.available(member)
    const copyId = await harness.followed(member, mentor.mentorId)
    await Promise.all(Array.from({ length: 20 }, () => set(member, copyId, 9_000_000)))
    expect(await harness.copy(member, copyId)).toMatchObject({ amount: '9000000', held: '9000000' })
    expect(await harness.available(member)).toBe(before - 9_000_000n)
  })

  test('of a closed mentor is lowered and not raised', async () => {
    const [member, leaving] = [await harness.member(), await harness.mentor()]
    const copyId = await harness.followed(member, leaving.mentorId)
    await leaving.client.call('/mentors/close', {}, { key: true })
    expect((await set(member, copyId, 6_000_000)).body.msg).toBe('follow.mentor-not-found')
    expect((await set(member, copyId, 2_000_000)).body.data.copy.amount).toBe('2000000')
    await harness.end()
  })

  test('keeps the total of its product, and its deadline', async () => {
    const member = await harness.member()
    const productId = await harness.product(mentor.mentorId)
    const copyId = await harness.followed(member, mentor.mentorId, { productId, amount: '3000000' })
    const total = async (): Promise<string> => {
      const { rows } = await harness.owner.query('SELECT total FROM app.copy_products WHERE id = $1', [
        productId,
      ])
      return String(rows[0].total)
    }
    expect((await set(member, copyId, 6_000_001)).body.msg).toBe('follow.above-maximum')
    await set(member, copyId, 5_000_000)
    expect(await total()).toBe('5000000')
    await set(member, copyId, 2_000_000)
    expect(await total()).toBe('2000000')
    expect((await set(member, copyId, 1_999_999)).body.msg).toBe('follow.below-minimum')
    harness.clock.set(new Date(harness.clock.now().getTime() + 6 * 86_400_000).toISOString())
    await signInAgain(member)
    expect((await set(member, copyId, 3_000_000)).body.msg).toBe('follow.past-deadline')
    harness.clock.set(openHours)
    await signInAgain(member)
    await stop(member, copyId)
  })
})

describe('an api in the wrong hands', () => {
  const change = (copyId: string, memberId: string, amount: number, holdId: string = newId()) =>
    harness.api.api.runtime.db.query('SELECT app.change_copy_amount($1, $2, $3, $4, $5, $6)', [
      copyId,
      memberId,
      amount,
      newId(),
      holdId,
      harness.clock.now(),
    ])

  test('cannot set an amount without its money', async () => {
    const member = await harness.member()
    const copyId = await harness.followed(member, mentor.mentorId)
    const { rows } = await harness.owner.query('SELECT hold_id FROM app.copies WHERE id = $1', [copyId])
    for (const amount of [6_000_000, 2_000_000])
      await expect(change(copyId, member.memberId, amount, rows[0].hold_id)).rejects.toThrow(
        'has no hold over',
      )
    await expect(change(copyId, mentor.memberId, 6_000_000)).rejects.toThrow('does not become')
    await expect(
      harness.api.api.runtime.db.query('UPDATE app.copies SET amount = 6000000 WHERE id = $1', [copyId]),
    ).rejects.toThrow('permission denied')
  })

  test('cannot raise a copy past what two operators decide', async () => {
    const member = await harness.member()
    const copyId = await harness.followed(member, mentor.mentorId)
    await expect(change(copyId, member.memberId, copyTradingRules.reviewFrom.default + 1)).rejects.toThrow(
      'does not become',
    )
    const { rows } = await harness.owner.query(
      `SELECT prosrc FROM pg_proc WHERE oid = 'app.change_copy_amount'::regproc`,
    )
    expect(String(rows[0].prosrc)).toContain(`${copyTradingRules.reviewFrom.default} < p_amount`)
  })
})
