// Accounts, deposits, withdrawals, currencies, coupons and a loan, in every state that a member may see.

import { randomUUID } from 'node:crypto'
import type { DataOf } from '../../packages/contract/src/index.ts'
import { hold } from '../e2e/support/hold.ts'
import { fundPassword, holder, until, uploadPicture, usableCard } from '../e2e/support/money.ts'
import { settleNow } from '../e2e/support/settled.ts'
import type { Office } from './office.ts'
import type { Person } from './people.ts'
import type { Screens } from './samples.ts'

export async function moveMoney(person: Person, office: Office): Promise<Screens> {
  const { api, post, upload } = person
  const { votes } = office
  const bankAccountId = await upload(([request, session]) => usableCard(request, session, votes))
  await addAccount(person, '822', '104556677')
  const refused = await addAccount(person, '013', '204556688')
  await votes.vote(0, 'bank-account', refused, 'reject', '戶名與實名認證的姓名不同。', {
    reason: 'name-differs',
    note: '戶名與實名認證的姓名不同。',
  })

  const { channels } = await api.ask<DataOf<'/deposits/channels'>>('/deposits/channels', {})
  const channel = channels.find(
    ({ currency, state, needsPassword }) => currency === 'TWD' && state === 'open' && !needsPassword,
  )!
  const payIn = async (amount: string): Promise<string> => {
    const receipt = await upload(([request, session]) => uploadPicture(request, session))
    const body = { channelId: channel.channelId, amount, receipt }
    return (await post<{ deposit: { depositId: string } }>('/deposits/create', body)).deposit.depositId
  }
  const booked = await payIn('30000000')
  await office.approve('deposit', booked)
  await until(
    async () =>
      (await api.ask<DataOf<'/deposits/read'>>('/deposits/read', { depositId: booked })).deposit.state !==
      'pending',
  )
  const depositId = await payIn('5000000')

  const payOut = (amount: string) =>
    post<{ withdrawal: { withdrawalId: string } }>('/withdrawals/create', {
      withdrawalId: randomUUID(),
      bankAccountId,
      amount,
      fundPassword,
    })
  const { withdrawal: returned } = await payOut('1500000')
  await votes.vote(0, 'withdrawal', returned.withdrawalId, 'reject', '銀行查無此帳號。', {
    reason: 'account-refused',
    note: '銀行查無此帳號。',
  })
  await until(
    async () =>
      (
        await api.ask<DataOf<'/withdrawals/read'>>('/withdrawals/read', {
          withdrawalId: returned.withdrawalId,
        })
      ).withdrawal.state !== 'pending',
  )
  return {
    '/user/recharge': { query: `channel=${channel.channelId}` },
    '/user/recharge?view=progress': { query: `id=${depositId}` },
    '/user/withdraw?view=progress': { query: `id=${returned.withdrawalId}` },
  }
}

async function addAccount({ post }: Person, bankCode: string, number: string): Promise<string> {
  const { bankAccount } = await post<{ bankAccount: { bankAccountId: string } }>('/bank-accounts/add', {
    currency: 'TWD',
    holder,
    number: `98${number}`,
    bankCode,
    branch: '信義分行',
    branchCode: '0687',
    fundPassword,
  })
  return bankAccount.bankAccountId
}

/** Foreign money for the wallet, and a quote that was used. */
export async function exchange({ post }: Person): Promise<Screens> {
  let last = ''
  for (const [get, amount] of [
    ['RMB', '4500000'],
    ['HKD', '2000000'],
    ['JPY', '3000000'],
  ]) {
    const { quote } = await post<{ quote: { quoteId: string } }>('/currency-exchange/quote', {
      pay: 'TWD',
      get,
      amount,
    })
    await post('/currency-exchange/deal', { quoteId: quote.quoteId })
    last = quote.quoteId
  }
  return {
    '/user/exchange': { query: 'pay=TWD&get=JPY&amount=30000' },
    '/user/exchange?view=quote': { query: `id=${last}` },
  }
}

/** A loan that is repaid in part, one that was cancelled, and a higher limit under review. */
export async function borrow(person: Person, office: Office): Promise<Screens> {
  const { api, member, post } = person
  const { positionId } = await hold(api, { symbol: '1216', lots: 5 })
  await settleNow(member.memberId, positionId)
  const { terms } = await api.ask<DataOf<'/credit/overview'>>('/credit/overview', {})
  const ask = async (amount: string, termDays: number): Promise<string> => {
    const loanId = randomUUID()
    await post('/credit/apply', { loanId, amount, termDays, aprPpm: terms.aprPpm, symbols: ['1216'] })
    return loanId
  }
  const first = await ask('5000000', 30)
  await post('/credit/cancel', { loanId: first })
  const loanId = await ask('8000000', 90)
  await office.approve('credit-loan', loanId)
  await until(async () => {
    const { records } = await api.ask<DataOf<'/credit/records'>>('/credit/records', {})
    return records.some(({ state }) => state === 'running')
  })
  await post('/credit/repay', { loanId, repaymentId: randomUUID(), amount: '2000000' })
  await post('/credit/addCredit', { increaseId: randomUUID(), dollars: '200000', purpose: 'reserve' })
  return {}
}

/** For members whose loan form must be empty: no loan, and shares to pledge. */
export async function couldBorrow({ api, member }: Person): Promise<Screens> {
  for (const [symbol, lots] of [
    ['1216', 6],
    ['2412', 3],
  ] as const)
    await settleNow(member.memberId, (await hold(api, { symbol, lots })).positionId)
  return { '/user/pj?view=borrow': { as: member.account } }
}

/** Coupons of today, usable for a month. */
export async function grantCoupons(office: Office): Promise<void> {
  const day = (days: number): string =>
    new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
  const audience = { kind: 'joined', from: day(0), to: day(0), verifiedOnly: true }
  for (const [tw, en, amount] of [
    ['開戶手續費券', 'Welcome voucher', '10000'],
    ['首次定期定額折抵', 'First savings plan', '5000'],
  ])
    await office.publish('/coupons/proposeGrant', {
      audience,
      name: { tw, en },
      fee: 'brokerage',
      amount,
      lastDay: day(30),
      reason: '第一天的手續費券',
    })
}
