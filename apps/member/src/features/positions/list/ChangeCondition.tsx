// Changing a waiting conditional order: the close sheet with its values. It replaces the old one in one step.

import { useRead } from '#shell/data.ts'
import { CloseSheet } from '../LazyCloseSheet.tsx'
import type { ExitRow } from '../figures.ts'

interface Props {
  readonly row: ExitRow
  readonly onClose: () => void
}

export const ChangeCondition = ({ row, onClose }: Props) => {
  const { data } = useRead('/positions/readPosition', { positionId: row.positionId })
  return data === undefined ? null : <CloseSheet position={data.position} changed={row} onClose={onClose} />
}
