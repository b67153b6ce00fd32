// What a checkpoint's signature covers. Plain lines, so that the note can be checked with any Ed25519 tool.

export interface CheckpointNote {
  readonly sequence: string
  readonly head: string
  /** ISO 8601 in UTC with milliseconds. */
  readonly signedAt: string
}

export const checkpointText = ({ sequence, head, signedAt }: CheckpointNote): string =>
  `fairlot audit checkpoint v1\n${sequence}\n${head}\n${signedAt}\n`
