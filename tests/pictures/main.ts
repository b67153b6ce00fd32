// Makes what the pictures show, on the stack that npm run screens has started: run by it, in its environment. The calls are
// those of the phones and the console; the past is written as the end-to-end tests write it. A part that fails leaves
// its screens empty: it is named, and the others go on.

import { writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { followMentors } from './follow.ts'
import { borrow, couldBorrow, exchange, grantCoupons, moveMoney } from './money.ts'
import { openOffice } from './office.ts'
import { applyForBlocks, applyForOffers, applyForPlacements, bidInAuctions, openRival } from './offers.ts'
import { openPerson, passwords } from './people.ts'
import type { Screens } from './samples.ts'
import { askService, findDividend, restrictMembers, watch, writeNews } from './service.ts'
import { callMargin, past, save, trade } from './trading.ts'

const { SAMPLES_FILE: file = '', CHROMIUM: executablePath, CHROMIUM_FLAGS: flags = '' } = process.env
const [, account = '', password = ''] =
  /account (\d{10})\s+password (\S+)/.exec(process.env['FAIRLOT_DEMO'] ?? '') ?? []

const screens: Screens = {}
const failures: string[] = []
const part = async (name: string, make: () => Promise<Screens | void>): Promise<void> => {
  try {
    Object.assign(screens, (await make()) ?? {})
  } catch (error) {
    failures.push(name)
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const browser = await chromium.launch({
  args: flags.split(' '),
  ...(executablePath ? { executablePath } : {}),
})
const office = await openOffice(browser)
const me = await openPerson({ account, password })
await me.verify(office.votes)
await part('the past', async () => past(me))
await part('trading', () => trade(me))
await part('money', () => moveMoney(me, office))
await part('currencies', () => exchange(me))
await part('savings plans', () => save(me))
await part('credit', () => borrow(me, office))
await part('offers', async () => {
  const rival = await openRival(office)
  return {
    ...(await applyForOffers(me, rival, office)),
    ...(await bidInAuctions(me, rival, office)),
    ...(await applyForPlacements(me, rival, office)),
  }
})
await part('block trades', () => applyForBlocks(me, office))
let hasShares: (() => Promise<void>) | undefined
await part('copies', async () => {
  const copies = await followMentors(me, office)
  ;({ hasShares } = copies)
  return copies.screens
})
await part('other members', async () => {
  const [called, borrower] = [await openPerson(), await openRival(office)]
  return {
    ...(await callMargin(called)),
    ...(await couldBorrow(borrower)),
    ...(await restrictMembers()),
    // The demo member has a deposit under review and sees its state instead of the form.
    '/user/recharge': { ...screens['/user/recharge'], as: borrower.member.account },
  }
})
await part('vouchers', () => grantCoupons(office))
await part('customer service', () => askService(me, office))
await part('news', () => writeNews(me, office))
await part('dividends', () => findDividend(me))
await part('the watch list', () => watch(me))
// Last, because the others need not wait for it.
await part('copied shares', async () => hasShares?.())

await office.close()
await browser.close()
writeFileSync(file, JSON.stringify({ passwords, screens, failures }, null, 1))
process.exit()
