// Pages that show or take a secret: passwords, codes, identity documents, bank accounts. A screenshot of one must not
// reach a photo backup or another app.

const secretPaths: ReadonlySet<string> = new Set([
  '/login/login',
  '/login/reLogin',
  '/login/logon',
  '/login/logon2',
  '/login/register',
  '/user/loginPassword',
  '/user/setPassword',
  '/user/bandCard',
  '/user/BankCard',
  '/user/WithCard',
  '/user/withdraw',
])

const secretViews: ReadonlySet<string> = new Set(['two-step', 'recovery-codes', 'passkeys', 'device-key'])

export const secretPlaces: readonly string[] = [
  ...secretPaths,
  ...Array.from(secretViews, (view) => `/user/setting?view=${view}`),
]

export const isSecretPlace = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  secretPaths.has(pathname) ||
  (pathname === '/user/setting' && secretViews.has(new URLSearchParams(search).get('view') ?? ''))
