interface File {
  readonly name: string
  readonly type: string
  readonly base64: string
}

/** Hands a file the server made to the browser's own saving. Nothing of it stays in the page. */
export const saveFile = ({ name, type, base64 }: File): void => {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the bytes by the next turn of the loop; the address would otherwise keep them in memory.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
