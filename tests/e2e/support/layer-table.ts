// Every sheet, dialog and full-screen view of the member app: where it is and how it is opened. `tests/walls/layers.test.ts`
// compares the table with the source, so that a new one is listed here.

import type { Page } from '@playwright/test'
import type { Texts } from './texts.ts'
import { ticketOf, typeIn } from './trading.ts'

export interface LayerCase {
  /** The component, below apps/member/src. */
  readonly file: string
  readonly route: string
  readonly open: (page: Page, texts: Texts) => Promise<void>
  /** How many layers are open then: itself and those it stands on. */
  readonly depth?: number
  /** How many are open after each step back; otherwise one less each time. */
  readonly after?: readonly number[]
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const detail = '/market/marketDetail?symbol=2317'
const favourites = '/market/favo'

export const guestLayers: readonly LayerCase[] = [
  {
    file: 'features/auth/LanguageButton.tsx',
    route: '/login/login',
    open: async (page) => page.locator('button[aria-haspopup=dialog]').first().click(),
  },
  {
    file: 'features/site/LicencesSheet.tsx',
    route: '/user/aboutUs',
    open: (page, { site }) => press(page, site.about.licences),
  },
  {
    file: 'features/site/home/Indices.tsx',
    route: '/home/index',
    open: (page, { home }) =>
      page.getByRole('region', { name: home.indices }).getByRole('button').first().click(),
  },
  {
    file: 'features/market-data/detail/HowSheet.tsx',
    route: `${detail}&part=facts`,
    open: (page, { moreDetail }) => press(page, moreDetail.about.how),
  },
  {
    file: 'features/market-data/detail/chart/ChartSheet.tsx',
    route: `${detail}&period=day`,
    open: (page, texts) => press(page, texts.detail.chart.indicators),
  },
  {
    file: 'features/market-data/detail/use-wide.ts',
    route: detail,
    open: (page, texts) => press(page, texts.detail.chart.wide),
  },
]

export const memberLayers: readonly LayerCase[] = [
  {
    file: 'features/support/ListSheet.tsx',
    route: '/user/usercenter',
    open: (page, { members }) => press(page, members.customerService),
  },
  {
    file: 'features/support/NewSheet.tsx',
    route: '/user/usercenter',
    depth: 2,
    open: async (page, { members, support }) => {
      await press(page, members.customerService)
      await page.getByRole('button', { name: support.ask, exact: true }).click()
    },
  },
  {
    file: 'features/support/ContactSheet.tsx',
    route: '/user/usercenter',
    depth: 2,
    open: async (page, { members, support }) => {
      await press(page, members.customerService)
      await page.getByRole('button', { name: support.contact, exact: true }).click()
    },
  },
  {
    file: 'features/funds/LedgerLinesSheet.tsx',
    route: '/user/usercenter',
    open: (page, { members }) => press(page, members.ledger),
  },
  {
    file: 'features/figures/sheet/FigureSheet.tsx',
    route: '/user/usercenter',
    open: (page, { figures }) => press(page, figures.howOf(figures.names.total)),
  },
  {
    file: 'features/members/SettingScreen.tsx',
    route: '/user/setting',
    open: (page, { members }) => press(page, members.setting.logOut),
  },
  {
    file: 'features/auth/security/PasswordDialog.tsx',
    route: '/user/setting?view=two-step',
    open: (page, { security }) => press(page, security.twoStep.introStart),
  },
  {
    file: 'features/auth/security/AddPasskey.tsx',
    route: '/user/setting?view=passkeys',
    open: (page, { security }) => press(page, security.passkeys.add),
  },
  {
    file: 'features/orders/hub/LossSheet.tsx',
    route: '/trading/trading',
    open: (page, { hub }) => press(page, hub.loss),
  },
  {
    file: 'features/orders/hub/RiskLimits.tsx',
    route: '/trading/trading',
    open: (page, { hub }) => press(page, hub.kill),
  },
  {
    file: 'features/day-trading/applying/SignSheet.tsx',
    route: '/common/dayTrading?tab=applied',
    open: async (page, { dayTrading: { apply } }) => {
      await page.getByRole('checkbox', { name: apply.read }).check({ force: true })
      await page.getByRole('button', { name: apply.send, exact: true }).first().click()
    },
  },
  {
    file: 'features/positions/profit/StatementSheet.tsx',
    route: '/position/position?view=profit',
    open: (page, { positions }) => press(page, positions.statement),
  },
  {
    file: 'features/favourites/AlertSheet.tsx',
    route: detail,
    open: (page, texts) => press(page, texts.detail.alert),
  },
  {
    file: 'features/favourites/manage/SortSheet.tsx',
    route: favourites,
    open: (page, texts) => press(page, texts.favourites.sort.mine),
  },
  {
    file: 'features/favourites/manage/GroupSheet.tsx',
    route: favourites,
    open: (page, texts) => press(page, texts.favourites.newGroup),
  },
  {
    file: 'features/favourites/manage/AlertsSheet.tsx',
    route: favourites,
    depth: 2,
    open: async (page, texts) => {
      await press(page, texts.favourites.alerts)
      await page.getByRole('dialog').getByRole('button', { name: /2317/ }).click()
    },
  },
  {
    file: 'features/favourites/manage/ChooseGroupSheet.tsx',
    route: favourites,
    open: async (page, { favourites: { editOpen }, manage }) => {
      const done = page.getByRole('button', { name: manage.edit.toGroup })
      if (!(await done.isVisible())) await press(page, editOpen)
      await page.getByRole('checkbox').nth(1).check({ force: true })
      await done.click()
    },
  },
  {
    file: 'features/orders/ticket/TicketSheet.tsx',
    route: detail,
    open: async (page, texts) => {
      const { orders } = texts
      await press(page, `${orders.directions.long} ${orders.directionAsides.long}`)
      await ticketOf(page, texts).price.waitFor()
    },
  },
  {
    file: 'features/orders/ticket/ConfirmSheet.tsx',
    route: detail,
    depth: 2,
    open: async (page, texts) => {
      const { orders } = texts
      const ticket = ticketOf(page, texts)
      await press(page, `${orders.directions.long} ${orders.directionAsides.long}`)
      await ticket.review.click()
    },
  },
]

/** For a member with an open order at limit down and a position that can be closed. */
export const holderLayers = (held: { readonly positionId: string }): readonly LayerCase[] => {
  const position = `/position/positionDetail?id=${held.positionId}`
  const openClose = async (page: Page, texts: Texts) => {
    await press(page, texts.position.close('').trim())
    // A sheet that is still loading gives way to the loaded one.
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  }
  return [
    {
      file: 'features/orders/list/CancelDialog.tsx',
      route: '/trading/trading',
      open: (page, { orders }) => press(page, orders.order.cancel),
    },
    {
      file: 'features/orders/list/ReplaceSheet.tsx',
      route: '/trading/trading',
      open: (page, { orders }) => press(page, orders.order.replace),
    },
    {
      file: 'features/positions/close/CloseSheet.tsx',
      route: position,
      open: openClose,
    },
    {
      file: 'features/positions/close/CloseStockSheet.tsx',
      route: '/position/position',
      open: async (page, { positions }) => {
        await page.getByRole('radio', { name: positions.byStock.stock }).check({ force: true })
        await press(page, positions.byStock.closeAll)
      },
    },
    {
      file: 'features/positions/close/ConfirmClose.tsx',
      route: position,
      depth: 2,
      open: async (page, texts) => {
        await openClose(page, texts)
        const sheet = page.getByRole('dialog', { name: texts.close.title('').trim() })
        await sheet.getByRole('button', { name: /1/ }).last().click()
      },
    },
    {
      file: 'features/orders/ticket/RiskWarningDialog.tsx',
      route: '/market/marketDetail?symbol=2883',
      depth: 3,
      // It leads back to the ticket, past the confirmation.
      after: [1, 0],
      open: async (page, texts) => {
        const { orders } = texts
        const ticket = ticketOf(page, texts)
        await press(page, `${orders.directions.short} ${orders.directionAsides.short}`)
        const range = await page.getByText(/^[\d.,]+ – [\d.,]+$/).innerText()
        await typeIn(ticket.price, range.split(' – ')[0] ?? '')
        await ticket.review.click()
        await ticket.send.click()
      },
    },
  ]
}

/**
 * Those that need an operator, another device, a margin call or stored rows. They use the same Sheet and Dialog; the spec named here
 * opens them.
 */
export const layersElsewhere: Readonly<Record<string, string>> = {
  'features/auctions/bid/BidSheet.tsx': 'auctions.spec.ts',
  'features/auth/security/DeviceKeyView.tsx': 'auth-second-factor.spec.ts',
  'features/auth/security/DevicesView.tsx': 'auth-devices.spec.ts',
  'features/auth/security/ManagePasskey.tsx': 'auth-passkeys.spec.ts',
  'features/auth/security/TurnOffTwoStep.tsx': 'auth-second-factor.spec.ts',
  'features/bank-accounts/BankAccountsScreen.tsx': 'bank-accounts.spec.ts',
  'features/bank-accounts/BankSheet.tsx': 'bank-accounts.spec.ts',
  'features/block-trades/ApplySheet.tsx': 'block-trades.spec.ts',
  'features/credit/ConfirmSheet.tsx': 'credit.spec.ts',
  'features/credit/CreditScreen.tsx': 'credit.spec.ts',
  'features/currency-exchange/CurrencySheet.tsx': 'currency-exchange.spec.ts',
  'features/day-trading/open/KeepDialog.tsx': 'day-trading.spec.ts',
  'features/favourites/manage/EditView.tsx': 'favourites.spec.ts',
  'features/funds/components/FundPasswordSheet.tsx': 'bank-accounts.spec.ts',
  'features/funds/request/CancelDialog.tsx': 'deposits.spec.ts',
  'features/identity/UnderReview.tsx': 'identity.spec.ts',
  'features/market-data/screener/ConditionsSheet.tsx': 'market-data-screens.spec.ts',
  'features/market-data/screener/SaveSheet.tsx': 'market-data-screens.spec.ts',
  'features/members/AppealSheet.tsx': 'members.spec.ts',
  'features/new-shares/apply/ApplySheet.tsx': 'new-shares.spec.ts',
  'features/placements/ApplySheet.tsx': 'placements.spec.ts',
  'features/copy-trading/StartSheet.tsx': 'copy-trading.spec.ts',
  'features/copy-trading/AmountSheet.tsx': 'copy-trading.spec.ts',
  'features/copy-trading/ChangeSheet.tsx': 'copy-trading.spec.ts',
  'features/copy-trading/ConfirmStart.tsx': 'copy-trading.spec.ts',
  'features/copy-trading/StopSheet.tsx': 'copy-trading.spec.ts',
  'features/positions/list/CancelCondition.tsx': 'orders-conditional.spec.ts',
  'features/positions/margin/MarginCallView.tsx': 'positions.spec.ts',
  'features/savings-plans/PlanSheet.tsx': 'savings-plans.spec.ts',
  'features/savings-plans/PlanView.tsx': 'savings-plans.spec.ts',
  'features/support/BlockedSheet.tsx': 'support.spec.ts',
  'features/support/thread/ThreadSheet.tsx': 'support.spec.ts',
  'features/withdrawals/AccountSheet.tsx': 'withdrawals.spec.ts',
  'shell/ExpiredPage.tsx': 'auth.spec.ts',
}
