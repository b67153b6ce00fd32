// node main.ts add-operator --login <login> --name <name> --role <role>[,<role>]: the first operators of an
// installation. It connects as the database's owner, like migrate: no role of the running system can create an operator
// by itself.

import { parseArgs } from 'node:util'
import { operatorRoles, type OperatorRole } from '@fairlot/contract/operators'
import { readAddress } from '@fairlot/process/config'
import { addFirstOperator, giveKeyCode } from '#features/operators'
import { WrongConfig } from '#platform/config'
import { openDb } from '#platform/db'
import { newId } from '#platform/ids'

const isRole = (text: string): text is OperatorRole => (operatorRoles as readonly string[]).includes(text)

export async function addOperator(args: readonly string[], say: (line: string) => void): Promise<void> {
  const url = readAddress(process.env, 'DATABASE_OWNER_URL')
  const { values } = parseArgs({
    args: [...args],
    options: { login: { type: 'string' }, name: { type: 'string' }, role: { type: 'string' } },
  })
  const { login = '', name = '', role = '' } = values
  const roles = role.split(',').map((part) => part.trim())
  if (!/^[a-z][a-z0-9.-]{2,31}$/.test(login)) {
    throw new WrongConfig([
      { variable: '--login', problem: 'must be 3 to 32 small letters, digits, dots or hyphens' },
    ])
  }
  if (name.trim() === '') throw new WrongConfig([{ variable: '--name', problem: 'is not given' }])
  const known = roles.filter(isRole)
  if (known.length !== roles.length) {
    throw new WrongConfig([{ variable: '--role', problem: `must be of ${operatorRoles.join(', ')}` }])
  }
  const db = openDb({ url, poolSize: 1, applicationName: 'fairlot-add-operator' })
  try {
    const added = await addFirstOperator(db, { login, name: name.trim(), roles: known }, new Date(), newId())
    if (!added.ok) {
      throw new WrongConfig([
        added.problem === 'login-taken'
          ? { variable: '--login', problem: 'is taken' }
          : { variable: 'add-operator', problem: 'two admins exist: propose the person in the console' },
      ])
    }
    say(`operator ${login} is added; enrolment code, valid once within three days:`)
    say(added.enrolmentCode)
  } finally {
    await db.close()
  }
}

// node main.ts voting-key-code --login <login>: for a founding operator whose voting key is lost, where no two
// colleagues can approve a new one. Their keys end at once.
export async function printKeyCode(args: readonly string[], say: (line: string) => void): Promise<void> {
  const url = readAddress(process.env, 'DATABASE_OWNER_URL')
  const { values } = parseArgs({ args: [...args], options: { login: { type: 'string' } } })
  const { login = '' } = values
  const db = openDb({ url, poolSize: 1, applicationName: 'fairlot-voting-key-code' })
  try {
    const code = await giveKeyCode(db, login, newId())
    if (code === undefined) {
      throw new WrongConfig([{ variable: '--login', problem: 'names no founding operator' }])
    }
    say(`the voting keys of ${login} are revoked; code for the next key, valid once:`)
    say(code)
  } finally {
    await db.close()
  }
}
