// npm run doctor: what is wrong with this machine or checkout, and the exact command that fixes it.
import { examine } from './doctor/examine.ts'
import { readGround } from './doctor/ground.ts'

const findings = await examine(readGround())
for (const { name, state, detail, fix } of findings) {
  console.log(`${state === 'well' ? 'ok   ' : 'FAULT'} ${name.padEnd(16)} ${detail}`)
  if (fix) console.log(`      ${''.padEnd(16)} mend it: ${fix}`)
}
const faults = findings.filter(({ state }) => state === 'fault').length
console.log(
  faults === 0
    ? `${findings.length} things checked, all well`
    : `${faults} of ${findings.length} need mending`,
)
process.exit(faults === 0 ? 0 : 1)
