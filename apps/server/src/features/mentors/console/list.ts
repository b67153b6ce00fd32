import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { showOwner } from '#features/operators'
import { type Db, inSnapshot } from '#platform/db'
import { showApplication, showMentor } from '../show.ts'
import { readApplications, readMentors } from './store.ts'

export const listForConsole = (db: Db): Promise<ConsoleDataOf<'/mentors/listed'>> =>
  inSnapshot(db, async (tx) => {
    const mentors = await readMentors(tx)
    const applications = await readApplications(tx)
    return {
      mentors: mentors.map((row) => ({
        ...showMentor(row),
        member: showOwner({ ...row, name: row.masked }),
        levelBefore: row.levelBefore,
        followers: row.followers,
        followed: row.followed.toString(),
      })),
      applications: applications.map((row) => ({
        ...showApplication(row),
        member: showOwner({ ...row, name: row.masked }),
        reviewId: row.reviewId,
        number: row.number,
      })),
    }
  })
