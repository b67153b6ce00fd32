// Whether both languages say the same figures. Words of numbers are not compared.

const figuresIn = (text: string): readonly string[] =>
  [...text.normalize('NFKC').matchAll(/\d[\d,]*(?:[.:/]\d+)*/g)].map(([figure]) => figure.replaceAll(',', ''))

/** Figures that are in one text and not, or less often, in the other. */
export function differingFigures(tw: string, en: string): readonly string[] {
  const counts = new Map<string, number>()
  for (const figure of figuresIn(tw)) counts.set(figure, (counts.get(figure) ?? 0) + 1)
  for (const figure of figuresIn(en)) counts.set(figure, (counts.get(figure) ?? 0) - 1)
  return [...counts].filter(([, count]) => count !== 0).map(([figure]) => figure)
}
