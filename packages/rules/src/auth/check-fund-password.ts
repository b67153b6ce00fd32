import type { RefusalCode } from '@fairlot/contract'

/** Six digits, without the combinations that a finder of the phone would try first. */
export function checkFundPassword(fundPassword: string, account: string): RefusalCode | undefined {
  if (fundPassword === '') return 'input.required'
  if (!/^[0-9]{6}$/.test(fundPassword)) return 'input.fund-password-six-digits'
  if (isRun(fundPassword) || isRepeat(fundPassword) || account.includes(fundPassword)) {
    return 'input.fund-password-weak'
  }
  return undefined
}

/** 123456, 654321, and runs that wrap around: 789012. */
function isRun(digits: string): boolean {
  const steps = new Set<number>()
  for (let at = 1; at < digits.length; at++) {
    steps.add((Number(digits[at]) - Number(digits[at - 1]) + 10) % 10)
  }
  const [step] = steps
  return steps.size === 1 && (step === 1 || step === 9)
}

/** 111111, 121212, 123123. */
const isRepeat = (digits: string): boolean => /^([0-9]{1,3})\1+$/.test(digits)
