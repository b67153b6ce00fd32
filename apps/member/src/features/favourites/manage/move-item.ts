/** The list with the item at `from` moved to `to`. */
export const moveItem = <Item>(list: readonly Item[], from: number, to: number): readonly Item[] => {
  const item = list[from]
  if (item === undefined || from === to) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, item)
}
