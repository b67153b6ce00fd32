import type { uploadsRoutes } from '@fairlot/contract/uploads'
import type { Handlers } from '#platform/handler'
import { done, refuse } from '#platform/outcome'
import { keepImage, type KeepDeps } from './keep-image.ts'
import { readFileOf } from './read-file.ts'

export type UploadsDeps = KeepDeps

export const uploadsHandlers = (deps: UploadsDeps): Handlers<typeof uploadsRoutes> => ({
  image: async (body, { caller, now, contentType }) =>
    Buffer.isBuffer(body)
      ? keepImage(deps, { memberId: caller.memberId, bytes: body, type: contentType, now })
      : refuse('upload.refused'),
  async readFile({ fileId }, { caller }) {
    const file = await readFileOf(deps, deps.db, caller.memberId, fileId)
    if (!file) return refuse('upload.not-found')
    return done({ type: file.type, name: `${file.purpose}.webp`, bytes: file.bytes })
  },
})
