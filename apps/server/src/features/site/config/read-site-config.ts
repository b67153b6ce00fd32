import { configNames } from '@fairlot/rules/site'
import { readOpenProposals } from '#features/operators'
import type { Db } from '#platform/db'
import { readImage, readPairHistory, readPairsWithTimes } from '../store.ts'
import { configPayload } from './config-payload.ts'

const shownChanges = 20

/** What operators may set, in the order of packages/rules, with open proposals and earlier values. */
export async function readSiteConfig(db: Db) {
  const [stored, history, proposals] = await Promise.all([
    readPairsWithTimes(db),
    readPairHistory(db),
    readOpenProposals(db, ['site-config']),
  ])
  const logo = stored.find(({ name }) => name === 'logo')?.value ?? ''
  const hash = /^site\/logo\/([0-9a-f]{64})\.webp$/.exec(logo)?.[1]
  const picture = hash === undefined ? undefined : await readImage(db, hash)
  const open = proposals.map((proposal) => ({ ...proposal, asked: configPayload.parse(proposal.payload) }))
  return {
    pairs: configNames.flatMap((name) => {
      const pair = stored.find((row) => row.name === name)
      if (!pair) return []
      const proposal = open.find(({ subject }) => subject === name)
      return [
        {
          name,
          value: pair.value,
          updatedAt: pair.updatedAt.toISOString(),
          proposal: proposal
            ? {
                reviewId: proposal.reviewId,
                number: proposal.number,
                openedAt: proposal.openedAt.toISOString(),
                by: proposal.by,
                value: proposal.asked.value,
              }
            : null,
          history: history
            .filter((row) => row.name === name)
            .slice(0, shownChanges)
            .map(({ changedAt, before, after, by }) => ({
              changedAt: changedAt.toISOString(),
              before,
              after,
              by: [...by],
            })),
        },
      ]
    }),
    logo: picture?.toString('base64') ?? null,
    proposedLogo: open.find(({ subject }) => subject === 'logo')?.asked.image ?? null,
  }
}
