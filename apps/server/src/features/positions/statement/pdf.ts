// A document on A4 pages. Runs in its own thread (pdf-thread.ts): laying out thousands of lines of Chinese takes
// seconds and would block the api.

import { fileURLToPath } from 'node:url'
import PdfKit from 'pdfkit'
import type { Column, Document, Table } from './document.ts'

const fonts = {
  text: import.meta.resolve('@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/noto-sans-tc/700Bold/NotoSansTC_700Bold.ttf'),
}

const page = { width: 595.28, height: 841.89, left: 36, right: 36, top: 40, bottom: 48 }
const inner = page.width - page.left - page.right
const rowHeight = 13
const gap = 3.5
const size = { title: 18, section: 11, text: 8.5, cell: 6.8, foot: 7 }
const ink = '#1a1a1a'
const grey = '#6b6b6b'
const rule = '#d9d9d9'
const tint = '#f4f4f6'

export function pdfOf(document: Document): Promise<Uint8Array> {
  const pdf = new PdfKit({
    size: 'A4',
    bufferPages: true,
    // Without a fixed date two runs over the same facts would differ; the text contains the time of creation.
    info: { Title: document.title, Producer: 'Fairlot', Creator: 'Fairlot' },
    margins: { top: page.top, bottom: page.bottom, left: page.left, right: page.right },
    autoFirstPage: false,
  })
  const chunks: Uint8Array[] = []
  const finished = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.registerFont('text', fileURLToPath(fonts.text))
  pdf.registerFont('bold', fileURLToPath(fonts.bold))
  draw(pdf, document)
  pdf.end()
  return finished
}

type Pdf = InstanceType<typeof PdfKit>

function draw(pdf: Pdf, document: Document): void {
  let y = 0
  const turn = (): void => {
    pdf.addPage()
    y = page.top
  }
  const need = (height: number): boolean => {
    if (y + height <= page.height - page.bottom) return false
    turn()
    return true
  }
  turn()
  pdf.font('bold').fontSize(size.title).fillColor(ink)
  pdf.text(document.title, page.left, y, { lineBreak: false })
  pdf.fontSize(size.section).fillColor(grey)
  pdf.text('Fairlot', page.left, y + 5, { width: inner, align: 'right', lineBreak: false })
  y += 32
  for (const [label, value] of document.facts) {
    pdf.font('text').fontSize(size.text).fillColor(grey).text(label, page.left, y, { lineBreak: false })
    pdf.fillColor(ink).text(value, page.left + 90, y, { lineBreak: false })
    y += 14
  }
  for (const table of document.tables) {
    y += 14
    need(rowHeight * 4)
    pdf
      .font('bold')
      .fontSize(size.section)
      .fillColor(ink)
      .text(table.title, page.left, y, { lineBreak: false })
    y += 19
    y = drawTable(
      pdf,
      table,
      y,
      turn,
      () => y,
      (to) => (y = to),
    )
  }
  footers(pdf, document)
}

function drawTable(
  pdf: Pdf,
  { columns, rows }: Table,
  start: number,
  turn: () => void,
  at: () => number,
  moveTo: (y: number) => void,
): number {
  const places = placesOf(columns)
  const head = (y: number): number => {
    pdf.rect(page.left, y - 2, inner, rowHeight).fill(tint)
    pdf.font('bold').fontSize(size.cell).fillColor(grey)
    for (const [n, { label, right }] of columns.entries()) write(pdf, label, places[n]!, y, right)
    return y + rowHeight + 1
  }
  let y = head(start)
  for (const row of rows) {
    if (y + rowHeight > page.height - page.bottom) {
      turn()
      y = head(at())
    }
    pdf.font('text').fontSize(size.cell).fillColor(ink)
    for (const [n, text] of row.entries()) {
      const { right } = columns[n]!
      write(pdf, right ? grouped(text) : text, places[n]!, y, right)
    }
    y += rowHeight
    pdf
      .moveTo(page.left, y - 3)
      .lineTo(page.left + inner, y - 3)
      .lineWidth(0.3)
      .strokeColor(rule)
      .stroke()
  }
  moveTo(y)
  return y
}

/** Groups thousands: people read the figures of a PDF, programs those of the other formats. */
const grouped = (text: string): string => text.replace(/\d(?=(\d{3})+(?!\d))(?<!\.\d*)/g, '$&,')

interface Place {
  readonly x: number
  readonly width: number
}

function placesOf(columns: readonly Column[]): readonly Place[] {
  const whole = columns.reduce((sum, { width }) => sum + width, 0)
  let x = page.left
  return columns.map(({ width }) => {
    const place = { x: x + gap, width: (inner * width) / whole - gap * 2 }
    x += (inner * width) / whole
    return place
  })
}

/** One line; text that does not fit is printed smaller, because a truncated number would be wrong. */
function write(pdf: Pdf, text: string, { x, width }: Place, y: number, right = false): void {
  if (text === '') return
  let fit = size.cell
  let wide = pdf.fontSize(fit).widthOfString(text)
  if (wide > width) {
    fit = Math.max(3, (fit * width) / wide)
    wide = pdf.fontSize(fit).widthOfString(text)
  }
  pdf.text(text, right ? x + width - wide : x, y + (size.cell - fit) / 2, { lineBreak: false })
}

/** Runs last, because page numbers need the total; the mark is too faint to hide text. */
function footers(pdf: Pdf, { footer, pageText, mark }: Document): void {
  const { count } = pdf.bufferedPageRange()
  for (let n = 0; n < count; n += 1) {
    pdf.switchToPage(n)
    const y = page.height - page.bottom + 16
    // Text below the margin would begin a new page.
    pdf.page.margins.bottom = 0
    pdf.font('text').fontSize(size.foot).fillColor(grey)
    pdf.text(footer, page.left, y, { lineBreak: false })
    const place = pageText.replace('{page}', String(n + 1)).replace('{pages}', String(count))
    pdf.text(place, page.left + inner - pdf.widthOfString(place), y, { lineBreak: false })
    if (mark !== null) {
      pdf.save()
      pdf.rotate(-35, { origin: [page.width / 2, page.height / 2] })
      pdf.font('bold').fontSize(72).fillColor('#000000').fillOpacity(0.05)
      pdf.text(mark, page.width / 2 - pdf.widthOfString(mark) / 2, page.height / 2 - 48, { lineBreak: false })
      pdf.restore()
    }
  }
}
