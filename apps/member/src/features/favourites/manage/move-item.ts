/** The list with the item at `from` moved to `to`. */
export const moveItem = <Item>(list: readonly Item[], from: number, to: number): readonly Item[] => {
  const item = list[from]
  if (item === undefined || from === to) return list
  const others = list.toSpliced(from, 1)
  return others.toSpliced(Math.max(0, Math.min(others.length, to)), 0, item)
}
