import type { Report, Variables } from './variables.ts'

/** Simulated rates, or the addresses of what banks publish. */
export type RatesConfig = 'practice' | { readonly bnm: string; readonly bot: string; readonly ecb: string }

export function readRatesConfig(env: Variables, report: Report): RatesConfig {
  const source = env.RATES_SOURCE ?? (env.FAIRLOT_MONEY === 'real' ? 'published' : 'practice')
  if (source === 'practice') {
    if (env.FAIRLOT_MONEY === 'real')
      report('RATES_SOURCE', 'is practice: real money needs the rates of a bank')
    return 'practice'
  }
  const addresses = { bnm: env.RATES_BNM_URL, bot: env.RATES_BOT_URL, ecb: env.RATES_ECB_URL }
  for (const [name, address] of Object.entries(addresses)) {
    if (env.FAIRLOT_MODE === 'production' && !address.startsWith('https:'))
      report(`RATES_${name.toUpperCase()}_URL`, 'must be https in production')
  }
  return addresses
}
