// Every path of the app on one page. The paths are the specification's; no other code spells them as names. Screens and
// their texts load lazily: this file imports only the list by value.

import { auditTexts } from './features/audit/texts/index.ts'
import { authTexts } from './features/auth/texts/index.ts'
import { securityTexts } from './features/auth/security/texts/index.ts'
import { bankAccountsTexts } from './features/bank-accounts/texts/index.ts'
import { couponsTexts } from './features/coupons/texts/index.ts'
import { dayTradingTexts } from './features/day-trading/texts/index.ts'
import { depositsTexts } from './features/deposits/texts/index.ts'
import { favouritesTexts } from './features/favourites/texts/index.ts'
import { fundPartsTexts } from './features/funds/parts/texts/index.ts'
import { fundsTexts } from './features/funds/texts/index.ts'
import { walletTexts } from './features/funds/wallet/texts/index.ts'
import { detailTexts } from './features/market-data/detail/texts/index.ts'
import { moreTexts as moreDetailTexts } from './features/market-data/detail/texts/more/index.ts'
import { identityTexts } from './features/identity/texts/index.ts'
import { instrumentsTexts } from './features/instruments/texts/index.ts'
import { hotTexts } from './features/market-data/lists/hot/texts/index.ts'
import { listsTexts } from './features/market-data/lists/texts/index.ts'
import { membersTexts } from './features/members/texts/index.ts'
import { noticesTexts } from './features/notices/texts/index.ts'
import { hubTexts } from './features/orders/hub/texts/index.ts'
import { ordersTexts } from './features/orders/texts/index.ts'
import { detailTexts as positionTexts } from './features/positions/detail/texts/index.ts'
import { marginTexts } from './features/positions/margin/texts/index.ts'
import { profitTexts } from './features/positions/profit/texts/index.ts'
import { positionsTexts } from './features/positions/texts/index.ts'
import { homeTexts } from './features/site/home/texts/index.ts'
import { rulesTexts } from './features/site/rules/texts/index.ts'
import { siteTexts } from './features/site/texts/index.ts'
import { uploadsTexts } from './features/uploads/texts/index.ts'
import { withdrawalDetailTexts } from './features/withdrawals/detail/texts/index.ts'
import { withdrawalsTexts } from './features/withdrawals/texts/index.ts'
import type { AppRoute } from './shell/route.ts'

export const routes: readonly AppRoute[] = [
  {
    path: '/login/start',
    title: 'start',
    access: 'guest',
    texts: [authTexts],
    load: () => import('./features/auth/StartScreen.tsx').then((file) => file.StartScreen),
  },
  {
    path: '/login/login',
    title: 'login',
    access: 'guest',
    texts: [authTexts],
    load: () => import('./features/auth/LoginScreen.tsx').then((file) => file.LoginScreen),
  },
  {
    path: '/login/reLogin',
    title: 'reLogin',
    access: 'guest',
    texts: [authTexts],
    load: () => import('./features/auth/ReLoginScreen.tsx').then((file) => file.ReLoginScreen),
  },
  {
    path: '/login/logon',
    title: 'logon',
    // A signed-in member who wants to change a forgotten password comes here too.
    access: 'anyone',
    texts: [authTexts],
    load: () => import('./features/auth/LogonScreen.tsx').then((file) => file.LogonScreen),
  },
  {
    path: '/login/logon2',
    title: 'secondFactor',
    access: 'guest',
    texts: [authTexts],
    load: () => import('./features/auth/SecondFactorScreen.tsx').then((file) => file.SecondFactorScreen),
  },
  {
    path: '/login/register',
    title: 'register',
    access: 'guest',
    texts: [authTexts],
    load: () => import('./features/auth/RegisterScreen.tsx').then((file) => file.RegisterScreen),
  },
  {
    path: '/home/index',
    title: 'home',
    access: 'anyone',
    keepAlive: true,
    tab: 'home',
    simulated: 'market',
    texts: [homeTexts, listsTexts, noticesTexts],
    load: () => import('./features/site/home/HomeScreen.tsx').then((file) => file.HomeScreen),
  },
  {
    path: '/home/notice',
    title: 'notices',
    access: 'anyone',
    texts: [noticesTexts],
    load: () => import('./features/notices/NoticeScreen.tsx').then((file) => file.NoticeScreen),
  },
  {
    path: '/home/noticeDetail',
    title: 'notice',
    access: 'anyone',
    texts: [noticesTexts],
    load: () => import('./features/notices/NoticeDetailScreen.tsx').then((file) => file.NoticeDetailScreen),
  },
  {
    path: '/home/coupons',
    title: 'coupons',
    access: 'member',
    simulated: 'money',
    texts: [couponsTexts],
    load: () => import('./features/coupons/CouponsScreen.tsx').then((file) => file.CouponsScreen),
  },
  {
    path: '/home/searchIndex',
    title: 'searchIndex',
    access: 'anyone',
    simulated: 'market',
    texts: [instrumentsTexts, listsTexts, favouritesTexts],
    load: () => import('./features/instruments/SearchIndexScreen.tsx').then((file) => file.SearchIndexScreen),
  },
  {
    path: '/home/search',
    title: 'search',
    access: 'anyone',
    simulated: 'market',
    texts: [instrumentsTexts, listsTexts, favouritesTexts],
    load: () => import('./features/instruments/SearchScreen.tsx').then((file) => file.SearchScreen),
  },
  {
    path: '/market/market',
    title: 'market',
    access: 'anyone',
    keepAlive: true,
    tab: 'market',
    simulated: 'market',
    texts: [listsTexts],
    load: () => import('./features/market-data/lists/MarketScreen.tsx').then((file) => file.MarketScreen),
  },
  {
    path: '/market/stockHot/stockList',
    title: 'hotStocks',
    access: 'anyone',
    keepAlive: true,
    simulated: 'market',
    texts: [hotTexts, listsTexts],
    load: () =>
      import('./features/market-data/lists/hot/HotListScreen.tsx').then((file) => file.HotListScreen),
  },
  {
    path: '/market/favo',
    title: 'watchList',
    access: 'member',
    simulated: 'market',
    texts: [favouritesTexts, listsTexts],
    load: () => import('./features/favourites/FavoScreen.tsx').then((file) => file.FavoScreen),
  },
  {
    path: '/user/usercenter',
    title: 'userCenter',
    access: 'member',
    keepAlive: true,
    tab: 'mine',
    simulated: 'money',
    texts: [membersTexts, noticesTexts],
    load: () => import('./features/members/UserCenterScreen.tsx').then((file) => file.UserCenterScreen),
  },
  {
    path: '/user/setting',
    title: 'setting',
    access: 'member',
    texts: [membersTexts],
    load: () => import('./features/members/SettingScreen.tsx').then((file) => file.SettingScreen),
    views: {
      profile: {
        title: 'profile',
        texts: [membersTexts],
        load: () => import('./features/members/ProfileView.tsx').then((file) => file.ProfileView),
      },
      'up-down': {
        title: 'upDown',
        texts: [membersTexts],
        load: () => import('./features/members/UpDownView.tsx').then((file) => file.UpDownView),
      },
      notifications: {
        title: 'notifications',
        texts: [noticesTexts],
        load: () => import('./features/notices/NotificationsView.tsx').then((file) => file.NotificationsView),
      },
      restrictions: {
        title: 'restrictions',
        texts: [membersTexts],
        simulated: 'money',
        load: () => import('./features/members/RestrictionsView.tsx').then((file) => file.RestrictionsView),
      },
      security: {
        title: 'security',
        texts: [securityTexts],
        load: () => import('./features/auth/security/SecurityView.tsx').then((file) => file.SecurityView),
      },
      'two-step': {
        title: 'twoStep',
        texts: [securityTexts],
        load: () => import('./features/auth/security/TwoStepView.tsx').then((file) => file.TwoStepView),
      },
      'recovery-codes': {
        title: 'recoveryCodes',
        texts: [securityTexts],
        load: () =>
          import('./features/auth/security/RecoveryCodesView.tsx').then((file) => file.RecoveryCodesView),
      },
      passkeys: {
        title: 'passkeys',
        texts: [securityTexts],
        load: () => import('./features/auth/security/PasskeysView.tsx').then((file) => file.PasskeysView),
      },
      devices: {
        title: 'devices',
        texts: [securityTexts],
        load: () => import('./features/auth/security/DevicesView.tsx').then((file) => file.DevicesView),
      },
      'sign-ins': {
        title: 'signIns',
        texts: [securityTexts],
        load: () => import('./features/auth/security/SignInsView.tsx').then((file) => file.SignInsView),
      },
      'device-key': {
        title: 'deviceKey',
        texts: [securityTexts],
        load: () => import('./features/auth/security/DeviceKeyView.tsx').then((file) => file.DeviceKeyView),
      },
    },
  },
  {
    path: '/user/bandCard',
    title: 'identity',
    access: 'member',
    texts: [identityTexts],
    load: () => import('./features/identity/IdentityScreen.tsx').then((file) => file.IdentityScreen),
  },
  {
    path: '/user/loginPassword',
    title: 'loginPassword',
    access: 'member',
    texts: [securityTexts],
    load: () =>
      import('./features/auth/security/LoginPasswordScreen.tsx').then((file) => file.LoginPasswordScreen),
  },
  {
    path: '/user/setPassword',
    title: 'fundPassword',
    access: 'member',
    texts: [securityTexts],
    load: () =>
      import('./features/auth/security/FundPasswordScreen.tsx').then((file) => file.FundPasswordScreen),
  },
  {
    path: '/user/language',
    title: 'language',
    access: 'anyone',
    texts: [siteTexts],
    load: () => import('./features/site/LanguageScreen.tsx').then((file) => file.LanguageScreen),
  },
  {
    path: '/user/agreement',
    title: 'agreement',
    access: 'anyone',
    texts: [siteTexts],
    load: () => import('./features/site/AgreementScreen.tsx').then((file) => file.AgreementScreen),
  },
  {
    path: '/user/aboutUs',
    title: 'about',
    access: 'anyone',
    texts: [siteTexts],
    load: () => import('./features/site/AboutScreen.tsx').then((file) => file.AboutScreen),
    views: {
      rules: {
        title: 'rules',
        texts: [rulesTexts],
        simulated: 'market',
        load: () => import('./features/site/rules/RulesView.tsx').then((file) => file.RulesView),
      },
    },
  },
  {
    path: '/market/marketDetail',
    title: 'stock',
    access: 'anyone',
    simulated: 'market',
    texts: [detailTexts],
    load: () => import('./features/market-data/detail/DetailScreen.tsx').then((file) => file.DetailScreen),
    views: {
      table: {
        title: 'stockTable',
        texts: [detailTexts, moreDetailTexts],
        simulated: 'market',
        load: () => import('./features/market-data/detail/TableView.tsx').then((file) => file.TableView),
      },
    },
  },
  {
    path: '/market/marketBuy',
    title: 'marketBuy',
    access: 'member',
    simulated: 'market',
    texts: [ordersTexts],
    load: () => import('./features/orders/ticket/MarketBuyScreen.tsx').then((file) => file.MarketBuyScreen),
  },
  {
    path: '/trading/trading',
    title: 'trading',
    access: 'member',
    tab: 'trade',
    simulated: 'money',
    texts: [hubTexts, ordersTexts, listsTexts],
    load: () => import('./features/orders/hub/TradingScreen.tsx').then((file) => file.TradingScreen),
  },
  {
    path: '/position/position',
    title: 'position',
    access: 'member',
    keepAlive: true,
    under: 'trade',
    simulated: 'money',
    texts: [positionsTexts],
    load: () => import('./features/positions/PositionsScreen.tsx').then((file) => file.PositionsScreen),
    views: {
      'margin-call': {
        title: 'marginCall',
        texts: [positionsTexts, marginTexts],
        simulated: 'money',
        load: () =>
          import('./features/positions/margin/MarginCallView.tsx').then((file) => file.MarginCallView),
      },
      profit: {
        title: 'profit',
        texts: [positionsTexts, profitTexts],
        simulated: 'money',
        load: () => import('./features/positions/profit/ProfitView.tsx').then((file) => file.ProfitView),
      },
    },
  },
  {
    path: '/position/positionDetail',
    title: 'positionDetail',
    access: 'member',
    simulated: 'market',
    texts: [positionsTexts, positionTexts],
    load: () => import('./features/positions/detail/PositionScreen.tsx').then((file) => file.PositionScreen),
  },
  {
    path: '/user/FundingDetails',
    title: 'fundRecord',
    access: 'member',
    tab: 'funds',
    simulated: 'money',
    texts: [fundsTexts],
    load: () =>
      import('./features/funds/records/FundingDetailsScreen.tsx').then((file) => file.FundingDetailsScreen),
    views: {
      entry: {
        title: 'fundEntry',
        texts: [fundsTexts],
        simulated: 'money',
        load: () => import('./features/funds/records/EntryView.tsx').then((file) => file.EntryView),
      },
      proof: {
        title: 'balanceProof',
        texts: [auditTexts],
        simulated: 'money',
        load: () => import('./features/audit/BalanceProofView.tsx').then((file) => file.BalanceProofView),
      },
    },
  },
  {
    path: '/wallet/index',
    title: 'wallet',
    access: 'member',
    simulated: 'money',
    texts: [walletTexts, fundPartsTexts, fundsTexts],
    load: () => import('./features/funds/wallet/WalletScreen.tsx').then((file) => file.WalletScreen),
  },
  {
    path: '/user/BankCard',
    title: 'bankAccounts',
    access: 'member',
    simulated: 'money',
    texts: [bankAccountsTexts, fundPartsTexts],
    load: () =>
      import('./features/bank-accounts/BankAccountsScreen.tsx').then((file) => file.BankAccountsScreen),
  },
  {
    path: '/user/WithCard',
    title: 'addBankAccount',
    access: 'member',
    simulated: 'money',
    texts: [bankAccountsTexts, fundPartsTexts],
    load: () =>
      import('./features/bank-accounts/AddBankAccountScreen.tsx').then((file) => file.AddBankAccountScreen),
  },
  {
    path: '/user/rechargeChannel',
    title: 'deposit',
    access: 'member',
    simulated: 'money',
    texts: [depositsTexts, fundPartsTexts],
    load: () => import('./features/deposits/ChannelsScreen.tsx').then((file) => file.ChannelsScreen),
  },
  {
    path: '/user/recharge',
    title: 'deposit',
    access: 'member',
    simulated: 'money',
    texts: [depositsTexts, fundPartsTexts, uploadsTexts],
    load: () => import('./features/deposits/DepositScreen.tsx').then((file) => file.DepositScreen),
    views: {
      progress: {
        title: 'depositProgress',
        texts: [depositsTexts, fundPartsTexts, siteTexts],
        simulated: 'money',
        load: () =>
          import('./features/deposits/detail/DepositProgressView.tsx').then(
            (file) => file.DepositProgressView,
          ),
      },
    },
  },
  {
    path: '/user/withdraw',
    title: 'withdraw',
    access: 'member',
    simulated: 'money',
    texts: [withdrawalsTexts, fundPartsTexts],
    load: () => import('./features/withdrawals/WithdrawScreen.tsx').then((file) => file.WithdrawScreen),
    views: {
      progress: {
        title: 'withdrawProgress',
        texts: [withdrawalsTexts, withdrawalDetailTexts, fundPartsTexts, siteTexts],
        simulated: 'money',
        load: () =>
          import('./features/withdrawals/detail/WithdrawalProgressView.tsx').then(
            (file) => file.WithdrawalProgressView,
          ),
      },
    },
  },
  {
    path: '/common/dayTrading',
    title: 'dayTrading',
    access: 'member',
    simulated: 'market',
    texts: [dayTradingTexts, listsTexts],
    load: () => import('./features/day-trading/DayTradingScreen.tsx').then((file) => file.DayTradingScreen),
    views: {
      open: {
        title: 'dayTrade',
        texts: [dayTradingTexts, listsTexts],
        simulated: 'market',
        load: () =>
          import('./features/day-trading/open/OpenTradeView.tsx').then((file) => file.OpenTradeView),
      },
    },
  },
]
