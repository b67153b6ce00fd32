// Argon2id over a keyed hash. The key (pepper) is not in the database, so a stolen table alone cannot be searched.
// Hashing is the most expensive work an anonymous caller can cause: one hash runs per core, the others wait in a
// bounded queue, and a caller who would wait too long gets "busy" instead.

import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { refuseInTransaction } from '#platform/db'
import type { Secrets } from '#platform/secrets'

export interface StoredPassword {
  readonly passwordHash: string
  readonly pepperKey: string
}

export interface PasswordHasher {
  /** Returns undefined when the queue is full: nothing was hashed. */
  make(password: string): Promise<StoredPassword | undefined>
  /** Without a stored password it does the same work against a dummy hash and returns false. */
  check(stored: StoredPassword | undefined, password: string): Promise<boolean | undefined>
  /** Made with other parameters or an older pepper: worth hashing again while the password is at hand. */
  isOutdated(stored: StoredPassword): boolean
  /** How often Argon2 ran since the process started. */
  runs(): number
}

export interface HasherOptions {
  readonly memoryKiB?: number
  readonly passes?: number
  readonly atOnce?: number
  readonly longestWaitMs?: number
}

// OWASP's first choice (m=47104, t=1, p=1), 18 ms on the machine it was measured on.
const memoryDefault = 47_104
const passesDefault = 1
const parallelism = 1

/** A hundredth of the cost. The configuration refuses it outside tests. */
const testCost = { memoryKiB: 1_024, passes: 1 } as const

export async function openPasswordHasher(
  { secrets, passwordCost }: { readonly secrets: Secrets; readonly passwordCost: 'full' | 'test' },
  options: HasherOptions = {},
): Promise<PasswordHasher> {
  const { memoryKiB, passes } = passwordCost === 'test' ? testCost : options
  const memoryCost = memoryKiB ?? memoryDefault
  const timeCost = passes ?? passesDefault
  const line = openLine(options.atOnce ?? availableParallelism(), options.longestWaitMs ?? 2_000)
  let runs = 0

  const make = (password: string): Promise<StoredPassword | undefined> =>
    line.inTurn(async () => {
      runs += 1
      // In base64: the library checks text only, and refuses bytes that are not UTF-8.
      const { keyId, mac } = secrets.hmac('pepper', password)
      const passwordHash = await hash(mac.toString('base64'), { memoryCost, timeCost, parallelism })
      return { passwordHash, pepperKey: keyId }
    })

  const decoy = await make(randomBytes(32).toString('base64'))
  if (!decoy) throw new Error('an empty queue refused the first hash')
  runs = 0

  return {
    make,
    check: (stored, password) =>
      line.inTurn(async () => {
        runs += 1
        const { passwordHash, pepperKey } = stored ?? decoy
        const same = await verify(
          passwordHash,
          secrets.hmacWith('pepper', pepperKey, password).toString('base64'),
        )
        return stored !== undefined && same
      }),
    isOutdated: ({ passwordHash, pepperKey }) =>
      !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`) ||
      pepperKey !== secrets.keyIds('pepper')[0],
    runs: () => runs,
  }
}

interface Line {
  inTurn<Result>(run: () => Promise<Result>): Promise<Result | undefined>
}

function openLine(atOnce: number, longestWaitMs: number): Line {
  // The number of hashes that finish within the longest wait; more could not be served in time anyway.
  const longest = atOnce * Math.ceil(longestWaitMs / 20)
  const waiting: { go: (turn: boolean) => void; timer: NodeJS.Timeout }[] = []
  let running = 0

  const wait = (): Promise<boolean> => {
    if (running < atOnce) {
      running += 1
      return Promise.resolve(true)
    }
    if (waiting.length >= longest) return Promise.resolve(false)
    return new Promise((resolve) => {
      const place = {
        go: resolve,
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(place), 1)
          resolve(false)
        }, longestWaitMs),
      }
      waiting.push(place)
    })
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (!next) {
      running -= 1
      return
    }
    clearTimeout(next.timer)
    next.go(true)
  }

  return {
    async inTurn(run) {
      refuseInTransaction('a password was hashed')
      if (!(await wait())) return undefined
      try {
        return await run()
      } finally {
        leave()
      }
    },
  }
}
